/** Rows of the ledger and of present ratings as blocks, for the statements that take those. */

import type { PackedArray } from '../engine/packed.ts';
import { type LedgerInputs, type PlayerStatesBlock, packLedger } from './ledger-arrays.ts';
import type { LedgerRow } from './ledger-row.ts';
import type { PlayerRatingRow } from './ratings.ts';

/** What the model is given for a match. */
type LedgerInput = Pick<
  LedgerRow,
  | 'match_id'
  | 'played_at'
  | 'player_ids'
  | 'units_won'
  | 'units_lost'
  | 'units_standard'
  | 'weight'
  | 'length'
  | 'pair_evidence'
  | 'result'
>;

const numbersOf = <Row>(rows: readonly Row[], of: (row: Row) => number | null): Float64Array =>
  Float64Array.from(rows, (row) => of(row) ?? Number.NaN);

/** What the model is given for these matches, as a block. */
export function ledgerInputsOf(matches: readonly LedgerInput[]): LedgerInputs {
  return {
    count: matches.length,
    match_ids: matches.map((match) => match.match_id),
    played_at: numbersOf(matches, (match) => match.played_at),
    player_ids: matches.flatMap((match) => match.player_ids),
    units_won: numbersOf(matches, (match) => match.units_won),
    units_lost: numbersOf(matches, (match) => match.units_lost),
    units_standard: numbersOf(matches, (match) => match.units_standard),
    weight: numbersOf(matches, (match) => match.weight),
    length: numbersOf(matches, (match) => match.length),
    pair_evidence: numbersOf(matches, (match) => match.pair_evidence),
    result: numbersOf(matches, (match) => match.result),
  };
}

/** Rows of the ledger as parameters of `insertLedger`. */
export function packLedgerRows(rows: readonly LedgerRow[]): PackedArray[] {
  const [before, after] = [new Float64Array(20 * rows.length), new Float64Array(12 * rows.length)];
  for (const [index, row] of rows.entries()) {
    before.set(row.before, 20 * index);
    after.set(row.after, 12 * index);
  }
  return packLedger(ledgerInputsOf(rows), { before, after });
}

/** Present ratings as a block. */
export function playerBlockOf(rows: readonly PlayerRatingRow[]): PlayerStatesBlock {
  return {
    player_ids: rows.map((row) => row.player_id),
    last_match_ids: rows.map((row) => row.last_match_id),
    mean: numbersOf(rows, (row) => row.mean),
    variance: numbersOf(rows, (row) => row.variance),
    shown: numbersOf(rows, (row) => row.shown),
    at: numbersOf(rows, (row) => row.last_played_at),
    played: new Int32Array(numbersOf(rows, (row) => row.matches_played)),
  };
}
