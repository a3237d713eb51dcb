/**
 * What a ranking asks of the rating model, in SQL, so that a ranking of thousands is sorted and paged where its members are.
 * Both expressions repeat a function of the model operation by operation, and so bit by bit, with the model's constants.
 */
import { MODEL, PROVISIONAL_MATCHES, PROVISIONAL_SD } from '@bandeja/rating';

const { DAY_MS, DRIFT, MAX, MIN, POINTS, ZERO } = MODEL;

/** The score that answers show of a stored `shown`: `scoreOfShown`. */
export const scoreOf = (shown: string): string => `(case when ${shown} is null then ${ZERO}
  else least(greatest(floor(${ZERO} + ${POINTS} * ${shown} + 0.5), ${MIN}), ${MAX}) end)::integer`;

/** Whether `player_ratings r` is past provisional at an instant: `confidenceOf`. Its cap of the variance is above this bound. */
export const isRanked = (at: string): string => `(r.matches_played >= ${PROVISIONAL_MATCHES} and sqrt(r.variance
  + ${DRIFT} * greatest((extract(epoch from ${at} - r.last_played_at) * 1000)::float8 / ${DAY_MS}, 0)) <= ${PROVISIONAL_SD})`;
