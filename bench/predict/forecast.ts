import { wrongUse } from '@bandeja/cli/exit';
import type { Terminal } from '@bandeja/cli/terminal';
import { bytesOf, csvRecords, decodeText } from '@bandeja/importer';
import { NEW_POOL, type Pair, type PoolCalibration, predictMatch, type RatingState, rateMatch } from '@bandeja/rating';
import { type PlayedMatch, type PredictPlan, planPredictColumns, readMatchRow } from './rows.ts';

/** Every match counts in full, because the file has no trust tier. */
const WEIGHT = 1;

/**
 * Predicts each match from the matches before it. Memory grows with the players, not with the matches.
 */
export class Forecast {
  readonly #states = new Map<string, RatingState>();
  #pool: PoolCalibration = NEW_POOL;

  /**
   * Computes the probability that team A wins, then rates the match and updates the steepness and the penalty. Team A is always the
   * model's first pair. With the winners first, the rounding of the last bit could reveal who won.
   *
   * @returns 0 to 1
   */
  next(match: PlayedMatch): number {
    const { teamA, teamB, at, length, pairEvidence, result } = match;
    const first = this.#statesOf(teamA);
    const second = this.#statesOf(teamB);
    const probability = predictMatch({ first, second, at, length, pairEvidence, ...this.#pool });

    const isAWinner = result.winner === 'A';
    const { after, pool } = rateMatch({
      winners: isAWinner ? first : second,
      losers: isAWinner ? second : first,
      at,
      units: result.units,
      weight: WEIGHT,
      length,
      pairEvidence,
      ...this.#pool,
    });
    const players = isAWinner ? [...teamA, ...teamB] : [...teamB, ...teamA];
    for (const [slot, state] of after.entries()) this.#states.set(players[slot] ?? '', state);
    this.#pool = pool;
    return probability;
  }

  #statesOf([one, other]: Pair<string>): Pair<RatingState | null> {
    return [this.#states.get(one) ?? null, this.#states.get(other) ?? null];
  }
}

const INPUT = 'standard input';

/**
 * Reads matches as CSV from standard input and prints a line for each: the probability that team A wins, as the shortest
 * decimal that reads back as the same double. The next row is read when the line is printed and the output has room.
 *
 * @throws {CommandFailure} at the first bad row, after the lines of the rows above it were printed
 */
export async function predictMatches(terminal: Terminal): Promise<void> {
  const forecast = new Forecast();
  let plan: PredictPlan | null = null;
  let after = Number.NEGATIVE_INFINITY;
  const bytes = await bytesOf({ name: INPUT, chunks: () => terminal.input }, '.csv');
  const { text } = decodeText(bytes, INPUT, 'utf-8');
  for (const record of csvRecords(text, INPUT, ',')) {
    if (plan === null) {
      plan = planPredictColumns(record.cells, record.line);
      continue;
    }
    const match = readMatchRow(record, plan, after);
    after = match.at;
    terminal.out(`${forecast.next(match)}\n`);
    await terminal.drained?.();
  }
  if (plan === null) throw wrongUse(`${INPUT} is empty: a header with the names of the columns is missing.`);
}
