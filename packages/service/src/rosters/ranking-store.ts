/**
 * What a ranking asks of the rating model, in SQL, so that a ranking of thousands is sorted and paged where its members are.
 * Both expressions repeat functions of `packages/rating/src/`, which the store cannot import, operation by operation and so bit by bit.
 * `packages/service/test/rosters/ranking.test.ts` compares them.
 */

/** The score that answers show of a shown strength: `scoreOfShown`. */
export const scoreOf = (shown: string): string => `(case when ${shown} is null then 1500
  else least(greatest(floor(1500 + 120 * (${shown} + 3.5999999999999996) + 0.5), 0), 3000) end)::integer`;

/** Whether `player_ratings r` is past provisional at an instant: `confidenceOf`. Its cap of the variance is above this bound. */
export const isRanked = (at: string): string => `(r.matches_played >= 3 and sqrt(r.variance
  + 0.000225 * greatest((extract(epoch from ${at} - r.last_played_at) * 1000)::float8 / 86400000, 0)) <= 1.4)`;
