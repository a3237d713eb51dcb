/**
 * A stretch of a history, rated in place: what a replay of everything and a settlement block by block have in common.
 */
import type { MatchColumns, RatingColumns } from './columns.ts';
import { rateRow } from './kernel.ts';
import { createMatchStep, type PoolCalibration, readCalibration, readStep, STEP } from './step.ts';

/** What to begin with and what to write down; null leaves a record out. */
export interface BlockRecords {
  /** B and K_p before the first row. */
  readonly pool: PoolCalibration;
  /** Takes the probability by row that the winners would win, 0 to 1. */
  readonly winProbability: Float64Array | null;
  /** Takes the four states before each match, four a row in the order of `MatchColumns.players`. */
  readonly before: RatingColumns | null;
  /** Takes the four states after each match. */
  readonly after: RatingColumns | null;
}

/**
 * Rates matches in the order of their rows.
 *
 * @param ratings the players' states, which move along
 * @param matches rows whose players all have an index in `ratings`, four different ones each (`checkPlayers`)
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
 * A write outside a typed array is lost without a sound, and a player twice in a match would be rated twice.
 *
 * @throws RangeError when a match names a player index that does not exist, or one twice
 */
export function checkPlayers(players: Int32Array, playerCount: number): void {
  for (let place = 0; place < players.length; place += 4) {
    for (let slot = place; slot < place + 4; slot += 1) {
      const player = players[slot] ?? -1;
      if (player < 0 || player >= playerCount)
        throw new RangeError(`Match ${place / 4} names player ${player} of ${playerCount}.`);
      for (let other = place; other < slot; other += 1) {
        if (players[other] === player) throw new RangeError(`Match ${place / 4} names player ${player} twice.`);
      }
    }
  }
}

function recordRow(history: RatingColumns, ratings: RatingColumns, players: Int32Array, row: number): void {
  for (let place = 4 * row; place < 4 * row + 4; place += 1) {
    const player = players[place] as number;
    history.mean[place] = ratings.mean[player] as number;
    history.variance[place] = ratings.variance[player] as number;
    history.shown[place] = ratings.shown[player] as number;
    history.at[place] = ratings.at[player] as number;
    history.played[place] = ratings.played[player] as number;
  }
}
