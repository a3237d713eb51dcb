/**
 * What a ranking asks of the rating model, in SQL, so that a ranking of thousands is sorted and paged where its members are.
 * Each expression repeats a function of the model operation by operation, and so bit by bit, with the model's constants.
 */
import { INACTIVE_DAYS } from '@bandeja/contract/players';
import { MODEL, PROVISIONAL_MATCHES, PROVISIONAL_SD, startOf } from '@bandeja/rating';

const { DAY_MS, DRIFT, MAX, MIN, POINTS, S_JOIN, STATED_MAX, ZERO } = MODEL;

const UNSTATED = startOf(null);
const LOWEST = startOf({ points: MIN });

/** The score that answers show of a stored `shown`: `scoreOfShown`. */
export const scoreOf = (shown: string): string => `(case when ${shown} is null then ${ZERO}
  else least(greatest(floor(${ZERO} + ${POINTS} * ${shown} + 0.5), ${MIN}), ${MAX}) end)::integer`;

/**
 * What `player_ratings r` shows: `shownOf`. Null for a player without matches and starting level. A start is as far from 0 as the
 * stated points, within the limit.
 */
export const SHOWN = `coalesce(r.shown, case when r.stated_points is not null then ${-LOWEST.shown / STATED_MAX}
  * greatest(least((r.stated_points - ${ZERO})::float8 / ${POINTS}, ${STATED_MAX}), ${-STATED_MAX}) end)`;

/** The variance of `player_ratings r` at an instant: `inflateVariance`; wrong for a player without matches. */
const varianceAt = (at: string): string => `greatest(r.variance, least(${S_JOIN * S_JOIN}, r.variance
  + ${DRIFT} * greatest((extract(epoch from ${at} - r.last_played_at) * 1000)::float8 / ${DAY_MS}, 0)))`;

/** The uncertainty that answers show of `player_ratings r` at an instant: `uncertaintyOf`. */
export const uncertaintyOf = (at: string): string =>
  `floor(${POINTS} * sqrt(case when r.variance is null then case when r.stated_points is null
    then ${UNSTATED.variance} else ${LOWEST.variance} end else ${varianceAt(at)} end) + 0.5)::integer`;

/** Whether rankings at an instant leave `player_ratings r` out, because the last match is too old. */
export const isInactive = (at: string): string => `(r.last_played_at < ${at} - interval '${INACTIVE_DAYS} days')`;

/** Whether `player_ratings r` is past provisional at an instant: `confidenceOf`. */
export const isPastProvisional = (at: string): string =>
  `(r.matches_played >= ${PROVISIONAL_MATCHES} and sqrt(${varianceAt(at)}) <= ${PROVISIONAL_SD})`;
