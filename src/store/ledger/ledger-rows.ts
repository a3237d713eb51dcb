/** Rows of the ledger and of present ratings as blocks, for the statements that take those. */

import { numbersOf, type PackedArray } from '../engine/packed.ts';
import type { LedgerRow } from './ledger.ts';
import { type LedgerInputs, type PlayerStatesBlock, packLedger, SLOTS, type StatesBlock } from './ledger-arrays.ts';
import type { PlayerRatingRow } from './ratings.ts';

/** Four a row. */
function places(rows: readonly LedgerRow[], of: (row: LedgerRow) => readonly (number | null)[]): Float64Array {
  const values = new Float64Array(4 * rows.length);
  for (let index = 0; index < rows.length; index += 1) {
    const four = of(rows[index] as LedgerRow);
    for (const slot of SLOTS) values[4 * index + slot] = four[slot] ?? Number.NaN;
  }
  return values;
}

function statesBefore(rows: readonly LedgerRow[]): StatesBlock {
  return {
    mean: places(rows, (row) => row.mean_before),
    variance: places(rows, (row) => row.variance_before),
    shown: places(rows, (row) => row.shown_before),
    last_played_at: places(rows, (row) => row.last_played_at_before),
    matches_played: new Int32Array(places(rows, (row) => row.matches_played_before)),
  };
}

/** What the model is given for a match. */
type LedgerInput = Pick<
  LedgerRow,
  'match_id' | 'played_at' | 'player_ids' | 'units_won' | 'units_lost' | 'units_standard' | 'weight' | 'length'
>;

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
  };
}

/** Rows of the ledger as parameters of `insertLedger`. */
export function packLedgerRows(rows: readonly LedgerRow[]): PackedArray[] {
  return packLedger(ledgerInputsOf(rows), statesBefore(rows), {
    mean: places(rows, (row) => row.mean_after),
    variance: places(rows, (row) => row.variance_after),
    shown: places(rows, (row) => row.shown_after),
  });
}

/** Present ratings as a block. */
export function playerBlockOf(rows: readonly PlayerRatingRow[]): PlayerStatesBlock {
  return {
    player_ids: rows.map((row) => row.player_id),
    last_match_ids: rows.map((row) => row.last_match_id),
    mean: numbersOf(rows, (row) => row.mean),
    variance: numbersOf(rows, (row) => row.variance),
    shown: numbersOf(rows, (row) => row.shown),
    last_played_at: numbersOf(rows, (row) => row.last_played_at),
    matches_played: new Int32Array(numbersOf(rows, (row) => row.matches_played)),
  };
}
