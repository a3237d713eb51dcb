/** The errors of night plans, a part of the registry. */
export const planErrors = {
  link_may_not_score: {
    status: 403,
    title: 'The link may not enter this result',
    meaning: 'The link only shows the night, or is for another court, or corrects a round that is over.',
    remedy: 'Ask the organizer of the night.',
    guide: 'guides/plan-a-night.md',
  },
  plan_not_found: {
    status: 404,
    title: 'There is no such plan',
    meaning: 'The calling partner has no plan for this session, or the plan has no such round or court.',
    remedy: 'Use a session from GET /v1/plans, or create the plan with PUT.',
    guide: 'guides/plan-a-night.md',
  },
  link_not_found: {
    status: 404,
    title: 'There is no such link',
    meaning: 'The calling partner has made no link with this id.',
    remedy: 'Use an id from GET /v1/sessions/{ref}/links.',
    guide: 'guides/plan-a-night.md#share-it',
  },
  short_code_not_found: {
    status: 404,
    title: 'There is no such short code',
    meaning: 'No valid link has this short code: it is mistyped, older than 15 minutes, or its link has ended.',
    remedy: 'Type it again, or make another link with `short_code`.',
    guide: 'guides/plan-a-night.md#share-it',
  },
  too_many_links: {
    status: 409,
    title: 'The night has too many links',
    meaning: 'The night has 20 valid links, the maximum.',
    remedy: 'Share one of them with several people, or withdraw one.',
    guide: 'guides/plan-a-night.md#share-it',
  },
  result_conflict: {
    status: 409,
    title: 'The court has another result',
    meaning: 'The result of this court changed after you saw it. `current` contains the current one, or null.',
    remedy: 'Show both. To replace the current result, send yours again with its `revision` as `seen`.',
    guide: 'guides/plan-a-night.md#two-phones-at-one-court',
  },
  lineup_changed: {
    status: 409,
    title: 'Other players are on this court',
    meaning: 'The round was changed after you saw it. `round` contains the current round.',
    remedy: 'Read the round. If these four played, put them on the court with PUT, then send the result again.',
    guide: 'guides/plan-a-night.md#two-phones-at-one-court',
  },
} as const;
