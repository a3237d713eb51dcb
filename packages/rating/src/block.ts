/**
 * Rates part of a history in place. A full replay and a settlement by blocks both use it.
 */
import type { MatchColumns, RatingColumns } from './columns.ts';
import { rateRow } from './kernel.ts';
import { createMatchStep, type PoolCalibration, readCalibration, readStep, STEP } from './step.ts';

/** The calibration to start from, and the columns to record into; null skips a record. */
export interface BlockRecords {
  /** B and K_p before the first row. */
  readonly pool: PoolCalibration;
  /** Receives the predicted probability of each row that the winners win, 0 to 1. */
  readonly winProbability: Float64Array | null;
  /** Receives the four states before each match, in the order of `MatchColumns.players`. */
  readonly before: RatingColumns | null;
  /** Receives the four states after each match, in the same order. */
  readonly after: RatingColumns | null;
}

/**
 * Rates matches in the order of their rows.
 *
 * @param ratings the players' states; updated in place
 * @param matches rows with four different players each, all with an index in `ratings` (see `checkPlayers`)
 * @returns B and K_p after the last row
 */
export function rateBlock(ratings: RatingColumns, matches: MatchColumns, records: BlockRecords): PoolCalibration {
  const { winProbability, before, after } = records;
  const step = createMatchStep(records.pool);
  for (let row = 0; row < matches.at.length; row += 1) {
    if (before !== null) recordRow(before, ratings, matches.players, row);
    rateRow(ratings, matches, row, step);
    if (winProbability !== null) winProbability[row] = readStep(step, STEP.winProbability);
    if (after !== null) recordRow(after, ratings, matches.players, row);
  }
  return readCalibration(step);
}

/**
 * Call it before `rateBlock`: a write outside a typed array is lost silently, and a duplicate player would be rated
 * twice.
 *
 * @throws RangeError when a match names a player index that does not exist, or one twice
 */
export function checkPlayers(players: Int32Array, playerCount: number): void {
  for (let start = 0; start < players.length; start += 4) {
    for (let slot = start; slot < start + 4; slot += 1) {
      const player = players[slot] ?? -1;
      if (player < 0 || player >= playerCount)
        throw new RangeError(`Match ${start / 4} names player ${player} of ${playerCount}.`);
      for (let other = start; other < slot; other += 1) {
        if (players[other] === player) throw new RangeError(`Match ${start / 4} names player ${player} twice.`);
      }
    }
  }
}

function recordRow(history: RatingColumns, ratings: RatingColumns, players: Int32Array, row: number): void {
  for (let slot = 4 * row; slot < 4 * row + 4; slot += 1) {
    const player = players[slot] as number;
    history.mean[slot] = ratings.mean[player] as number;
    history.variance[slot] = ratings.variance[player] as number;
    history.shown[slot] = ratings.shown[player] as number;
    history.at[slot] = ratings.at[player] as number;
    history.played[slot] = ratings.played[player] as number;
    history.stated[slot] = ratings.stated[player] as number;
  }
}
