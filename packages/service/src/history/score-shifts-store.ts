/** Changes of players' scores that no match explains: an earlier result or a starting level changed. */

import { type ShiftCause, shiftCauses } from '@bandeja/contract/progress';
import { instant, statement, type Transaction } from '@bandeja/postgres/database';
import {
  bigint,
  double,
  integer,
  nullable,
  oneOf,
  type RowOf,
  table,
  timestamptz,
  uuid,
} from '@bandeja/postgres/table';
import { isStated, type PlayerState, scoreOf, shownOf, startOf } from '@bandeja/rating';
import type { PlayerRating } from './ratings-store.ts';

const scoreShifts = table('score_shifts', {
  player_id: uuid,
  version: bigint,
  cause: oneOf(shiftCauses),
  shown_before: double,
  shown_after: double,
  variance: double,
  matches_played: integer,
  last_played_at: nullable(timestamptz),
});

export interface ScoreShift extends RowOf<typeof scoreShifts> {}

/**
 * The shift of a player's score from an earlier state; null if the score is the same.
 * @param rating after it, with its new version
 */
export function scoreShift(
  before: PlayerState,
  rating: Pick<PlayerRating, 'player_id' | 'state' | 'version'>,
  cause: ShiftCause,
): ScoreShift | null {
  const { player_id, version, state } = rating;
  if (scoreOf(before) === scoreOf(state)) return null;
  const isNew = state === null || isStated(state);
  return {
    player_id,
    version,
    cause,
    shown_before: shownOf(before),
    shown_after: shownOf(state),
    variance: (isNew ? startOf(state) : state).variance,
    matches_played: isNew ? 0 : state.played,
    last_played_at: isNew ? null : state.at,
  };
}

const insert = statement(
  'score_shifts_insert',
  `insert into score_shifts (at, ${scoreShifts.select()}) select $1, s.* from (${scoreShifts.source(2)}) s
   where exists (select from players p where p.id = s.player_id and p.erased_at is null)`,
);

/**
 * Writes the shifts of an instant. The transaction has locked the ratings.
 * @throws {RangeError} synchronously, before anything is sent, if a value cannot be stored.
 */
export function writeShifts(transaction: Transaction, shifts: readonly ScoreShift[], at: number): Promise<unknown> {
  return transaction.query(insert, [instant(at), ...scoreShifts.values(shifts)]);
}
