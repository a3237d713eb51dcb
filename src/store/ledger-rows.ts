/** Rows of the ledger and of present ratings as blocks, for the statements that take those. */
import type { LedgerRow } from './ledger.ts';
import { type LedgerInputs, type PlayerStatesBlock, packLedger, type StatesBlock } from './ledger-arrays.ts';
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
    played_at: doubles(matches, (match) => match.played_at),
    player_ids: matches.flatMap((match) => match.player_ids),
    units_won: doubles(matches, (match) => match.units_won),
    units_lost: doubles(matches, (match) => match.units_lost),
    units_standard: doubles(matches, (match) => match.units_standard),
    weight: doubles(matches, (match) => match.weight),
    length: doubles(matches, (match) => match.length),
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
    mean: doubles(rows, (row) => row.mean),
    variance: doubles(rows, (row) => row.variance),
    shown: doubles(rows, (row) => row.shown),
    last_played_at: doubles(rows, (row) => row.last_played_at),
    matches_played: Int32Array.from(rows, (row) => row.matches_played),
  };
}
