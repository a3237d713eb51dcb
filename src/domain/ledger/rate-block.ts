import { createRatingColumns, type MatchColumns, NEW_POOL, type RatingColumns, rateBlock } from '../../rating/index.ts';
import type { LedgerBlock, LedgerInputs, StoredStates } from '../../store/ledger/ledger-arrays.ts';
import { storedAfter, storedBefore } from './states.ts';

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
    pairEvidence: inputs.pair_evidence,
    result: inputs.result,
  };
}

const zeroForNull = (value: number): number => (Number.isNaN(value) ? 0 : value);

/** The states around each match of a block, four a row in the order of its players. */
export interface RatedBlock {
  readonly before: RatingColumns;
  readonly after: RatingColumns;
}

/** Rates the matches of a block with its players' states, which move along. */
export function rateLedgerBlock(ratings: RatingColumns, inputs: LedgerInputs, players: Int32Array): RatedBlock {
  const before = createRatingColumns(4 * inputs.count);
  const after = createRatingColumns(4 * inputs.count);
  const matches = columnsOf(inputs, players);
  rateBlock(ratings, matches, { pool: NEW_POOL, winProbability: null, before, after });
  return { before, after };
}

/**
 * The rows of a block that are to be written: those whose states before differ in a bit from the stored ones, and those of
 * another model, which makes other states of the same ones.
 */
export function changedRows(block: LedgerBlock, rated: RatedBlock): number[] {
  const before = storedBefore(rated.before);
  const width = before.length / block.count;
  const rows: number[] = [];
  for (let row = 0; row < block.count; row += 1) {
    if (block.is_of_other_model[row] === 1 || !isSame(block.before, before, width * row, width * (row + 1))) {
      rows.push(row);
    }
  }
  return rows;
}

/** The model makes no −0, so that `Object.is` and the bits agree. */
function isSame(a: Float64Array, b: Float64Array, from: number, until: number): boolean {
  for (let index = from; index < until; index += 1) if (!Object.is(a[index], b[index])) return false;
  return true;
}

/** The rows of a block as the ledger stores their states. */
export function storedStates({ before, after }: RatedBlock): StoredStates {
  return { before: storedBefore(before), after: storedAfter(after) };
}

/** The states around some rows of a block, as the ledger stores them. */
export function storedRows({ before, after }: RatedBlock, rows: readonly number[]): StoredStates {
  const places = rows.flatMap((row) => [4 * row, 4 * row + 1, 4 * row + 2, 4 * row + 3]);
  return storedStates({ before: pickPlaces(before, places), after: pickPlaces(after, places) });
}

/** The states at some places. */
export function pickPlaces(
  { mean, variance, shown, at, played }: RatingColumns,
  places: readonly number[],
): RatingColumns {
  const pick = (values: Float64Array): Float64Array =>
    Float64Array.from(places, (place) => values[place] ?? Number.NaN);
  return {
    mean: pick(mean),
    variance: pick(variance),
    shown: pick(shown),
    at: pick(at),
    played: Int32Array.from(places, (place) => played[place] ?? 0),
  };
}
