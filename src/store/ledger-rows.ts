/** Rows of the ledger and of present ratings as blocks, for the statements that take those. */
import type { LedgerRow } from './ledger.ts';
import { type PlayerStatesBlock, packLedger, type StatesBlock } from './ledger-arrays.ts';
import type { PackedArray } from './packed.ts';
import type { PlayerRatingRow } from './ratings.ts';

const doubles = <Row>(rows: readonly Row[], of: (row: Row) => number | null): Float64Array =>
  Float64Array.from(rows, (row) => of(row) ?? Number.NaN);

/** Four a row. */
const places = (rows: readonly LedgerRow[], of: (row: LedgerRow) => readonly (number | null)[]): Float64Array =>
  Float64Array.from(rows.flatMap(of), (value) => value ?? Number.NaN);

function statesBefore(rows: readonly LedgerRow[]): StatesBlock {
  return {
    mean: places(rows, (row) => row.mean_before),
    variance: places(rows, (row) => row.variance_before),
    shown: places(rows, (row) => row.shown_before),
    last_played_at: places(rows, (row) => row.last_played_at_before),
    matches_played: Int32Array.from(rows.flatMap((row) => row.matches_played_before)),
  };
}

/** Rows of the ledger as parameters of `insertLedger`. */
export function packLedgerRows(rows: readonly LedgerRow[]): PackedArray[] {
  const inputs = {
    count: rows.length,
    match_ids: rows.map((row) => row.match_id),
    played_at: doubles(rows, (row) => row.played_at),
    player_ids: rows.flatMap((row) => row.player_ids),
    units_won: doubles(rows, (row) => row.units_won),
    units_lost: doubles(rows, (row) => row.units_lost),
    units_standard: doubles(rows, (row) => row.units_standard),
    weight: doubles(rows, (row) => row.weight),
    length: doubles(rows, (row) => row.length),
  };
  return packLedger(inputs, statesBefore(rows), {
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
    mean: doubles(rows, (row) => row.mean),
    variance: doubles(rows, (row) => row.variance),
    shown: doubles(rows, (row) => row.shown),
    last_played_at: doubles(rows, (row) => row.last_played_at),
    matches_played: Int32Array.from(rows, (row) => row.matches_played),
  };
}
