import { createRatingColumns, type MatchColumns, MODEL, type RatingColumns, rateBlock } from '../../rating/index.ts';
import type { AfterBlock, LedgerBlock, LedgerInputs, StatesBlock } from '../../store/ledger/ledger-arrays.ts';

/** The columns of the model for matches of the ledger. @param players the indices of their players, four a row. */
export function columnsOf(inputs: LedgerInputs, players: Int32Array): MatchColumns {
  return {
    players,
    at: inputs.played_at,
    // Without a scoreline the ledger has null, which is NaN here, and the model none of it: 0 won and lost.
    won: inputs.units_won.map(zeroForNull),
    lost: inputs.units_lost.map(zeroForNull),
    std: inputs.units_standard.map(zeroForNull),
    weight: inputs.weight,
    length: inputs.length,
  };
}

const zeroForNull = (value: number): number => (Number.isNaN(value) ? 0 : value);

/** The states around each match of a block, as the ledger holds them. */
export interface RatedBlock {
  readonly before: StatesBlock;
  readonly after: AfterBlock & { readonly last_played_at: Float64Array; readonly matches_played: Int32Array };
}

/** Rates the matches of a block with its players' states, which move along. */
export function rateLedgerBlock(ratings: RatingColumns, inputs: LedgerInputs, players: Int32Array): RatedBlock {
  const before = createRatingColumns(4 * inputs.count);
  const after = createRatingColumns(4 * inputs.count);
  const matches = columnsOf(inputs, players);
  rateBlock(ratings, matches, { steepness: MODEL.STEEP, winProbability: null, before, after });
  return { before: ledgerStates(before), after: ledgerStates(after) };
}

/** States as the ledger has them: where the model marks a player without matches, it has null. Changes what it is given. */
export function ledgerStates({ mean, variance, shown, at, played }: RatingColumns): StatesBlock {
  for (let place = 0; place < mean.length; place += 1) {
    if (variance[place] !== 0) continue;
    mean[place] = Number.NaN;
    variance[place] = Number.NaN;
    shown[place] = Number.NaN;
    at[place] = Number.NaN;
  }
  return { mean, variance, shown, last_played_at: at, matches_played: played };
}

/**
 * The rows of a block that are to be written: those whose states before differ in a bit from what they were read with, and
 * those of another model, which makes other states of the same ones.
 */
export function changedRows(block: LedgerBlock, { before }: RatedBlock): number[] {
  const rows: number[] = [];
  for (let row = 0; row < block.count; row += 1) {
    if (block.is_of_other_model[row] === 1) {
      rows.push(row);
      continue;
    }
    for (let place = 4 * row; place < 4 * row + 4; place += 1) {
      if (isSamePlace(block.before, before, place)) continue;
      rows.push(row);
      break;
    }
  }
  return rows;
}

/** The model makes no −0, so that `Object.is` and the bits agree, with NaN for null. */
export function isSamePlace(a: StatesBlock, b: StatesBlock, place: number): boolean {
  return (
    Object.is(a.mean[place], b.mean[place]) &&
    Object.is(a.variance[place], b.variance[place]) &&
    Object.is(a.shown[place], b.shown[place]) &&
    Object.is(a.last_played_at[place], b.last_played_at[place]) &&
    a.matches_played[place] === b.matches_played[place]
  );
}

/** The states of some rows of a block. */
export function pickRows(states: StatesBlock, rows: readonly number[]): StatesBlock {
  const places = rows.flatMap((row) => [4 * row, 4 * row + 1, 4 * row + 2, 4 * row + 3]);
  return pickPlaces(states, places);
}

/** The states at some places. */
export function pickPlaces(states: StatesBlock, places: readonly number[]): StatesBlock {
  const pick = (values: Float64Array): Float64Array =>
    Float64Array.from(places, (place) => values[place] ?? Number.NaN);
  return {
    mean: pick(states.mean),
    variance: pick(states.variance),
    shown: pick(states.shown),
    last_played_at: pick(states.last_played_at),
    matches_played: Int32Array.from(places, (place) => states.matches_played[place] ?? 0),
  };
}
