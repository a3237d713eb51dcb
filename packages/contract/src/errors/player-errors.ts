/** The errors of names, ids and starting levels of players, a part of the registry. */
export const playerErrors = {
  share_not_found: {
    status: 404,
    title: 'There is no such share',
    meaning: 'The code of the share is unknown, expired or already used, or the caller created the player itself.',
    remedy: 'Ask the partner that created the player for a new code.',
    guide: 'guides/private-players.md#share-one-player-with-one-partner',
  },
  username_taken: {
    status: 409,
    title: 'The username is taken',
    meaning: 'Another partner’s public player has the username, or had it before it was erased.',
    remedy: 'Choose another username, or keep the player private.',
    guide: 'guides/private-players.md',
  },
  external_id_taken: {
    status: 409,
    title: 'Another player has this external id',
    meaning:
      'One of your players has this value of this kind; `existing_profile_id` and `existing_username` name the player. Nothing was stored.',
    remedy:
      'If both are one person, use the existing player. If not, correct the value, or delete it from the other player.',
    guide: 'guides/external-ids.md',
  },
  starting_level_settled: {
    status: 409,
    title: 'The starting level is settled',
    meaning: 'The player has ten or more rated matches, so the starting level can no longer be changed.',
    remedy: 'Leave it: hardly anything of it is left in the rating.',
    guide: 'rating.md',
  },
} as const;
