import { MODEL, type Pair, predictMatch, type RatingState, rateMatch } from '../../rating/index.ts';
import type { PlayedMatch } from './match-row.ts';

/** Every match counts in full: how it came to be known is not among the columns. */
const WEIGHT = 1;

/**
 * Predicts matches one after the other, each from those before it. What is kept grows with the players, not with the
 * matches.
 */
export class Forecast {
  readonly #states = new Map<string, RatingState>();
  #steepness: number = MODEL.STEEP;

  /**
   * The probability that team A wins, before the result is looked at; then the match is rated, and the steepness of the
   * pool takes its step. A is always the model's first pair, so that the bits cannot tell who won: with the winners
   * first, a lost match would give one minus the probability of the others, which rounds differently.
   *
   * @returns 0 to 1
   */
  next(match: PlayedMatch): number {
    const { teamA, teamB, at, length, result } = match;
    const first = this.#statesOf(teamA);
    const second = this.#statesOf(teamB);
    const probability = predictMatch({ first, second, at, length, steepness: this.#steepness });

    const isAWinner = result.winner === 'A';
    const { after, steepness } = rateMatch({
      winners: isAWinner ? first : second,
      losers: isAWinner ? second : first,
      at,
      units: result.units,
      weight: WEIGHT,
      length,
      steepness: this.#steepness,
    });
    const players = isAWinner ? [...teamA, ...teamB] : [...teamB, ...teamA];
    for (const [slot, state] of after.entries()) this.#states.set(players[slot] ?? '', state);
    this.#steepness = steepness;
    return probability;
  }

  #statesOf([one, other]: Pair<string>): Pair<RatingState | null> {
    return [this.#states.get(one) ?? null, this.#states.get(other) ?? null];
  }
}
