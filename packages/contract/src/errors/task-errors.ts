/** Errors about tasks, and about the merges that they do. */
export const taskErrors = {
  task_not_found: {
    status: 404,
    title: 'There is no such task',
    meaning: 'No task of yours has this id.',
    remedy: 'Use an id from GET /v1/tasks, or as an operator from GET /admin/v1/tasks.',
  },
  too_many_tasks: {
    status: 409,
    title: 'Too many tasks are unfinished',
    meaning: 'Ten of your tasks are queued or running. Nothing was started.',
    remedy: 'Wait until one ends, or cancel one with DELETE /v1/tasks/{id}.',
  },
  merge_not_found: {
    status: 404,
    title: 'There is no such merge',
    meaning: 'No merge of yours has this id.',
    remedy: 'Use an id from GET /v1/merges.',
    guide: 'guides/corrections.md',
  },
  players_met: {
    status: 409,
    title: 'Both players are in one match',
    meaning:
      'A match of yours that is not voided has both players, so they are two people. `count` and `match_ids` say which. Nothing was changed.',
    remedy: 'Amend or void these matches if they are wrong, then merge.',
    guide: 'guides/corrections.md',
  },
  player_in_open_plan: {
    status: 409,
    title: 'The player is in an open night',
    meaning: 'A night plan that is not closed has the player. `session_external_refs` lists them. Nothing was changed.',
    remedy: 'Close the nights first, or replace the player in their plans.',
    guide: 'guides/corrections.md',
  },
  merge_under_way: {
    status: 409,
    title: 'Another merge is under way',
    meaning: 'A merge that has one of the players is not finished; `merge_id` is its id. Nothing was changed.',
    remedy: 'Wait for its task, or cancel the task.',
    guide: 'guides/corrections.md',
  },
  preview_outdated: {
    status: 409,
    title: 'The preview is out of date',
    meaning:
      'A match to amend, a match of both players or a player has changed since the preview. Nothing was changed.',
    remedy: 'Make another dry run, and send its `preview`.',
    guide: 'guides/corrections.md',
  },
} as const;
