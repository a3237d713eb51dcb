/**
 * Splits the change of what a player shows into five parts (docs/rating.md, section 5), in logits and in whole points.
 * The parts add up to the change.
 */
import { MODEL } from './constants.ts';
import { scoreOf } from './score.ts';
import type { NewPlayer, RatingState } from './state.ts';

/** The parts. Earlier ones win ties. */
export const changePartNames = ['placement', 'teammate', 'result', 'margin', 'guard'] as const;

export type ChangePartName = (typeof changePartNames)[number];

/** The parts of one player's change, in logits. Their sum is `shown` after minus `shown` before. */
export interface ChangeParts {
  /**
   * The way of a newcomer from what the player showed before to the place beside the other three players; 0 for known
   * players.
   */
  readonly placement: number;
  /** How much pair evidence moved the mean; 0 without it. */
  readonly teammate: number;
  /** How much the result moved the mean. */
  readonly result: number;
  /** How much the scoreline moved the mean, beyond the result. */
  readonly margin: number;
  /**
   * The change of what the guards hold, `shown − mean`. Above 0: lent to a winner, or returned to a loser. Below 0: repaid
   * by a winner, or withheld from a loser. Anyone may settle it in a draw.
   */
  readonly guard: number;
}

/** The parts of one player's change in whole score points, with their sum. */
export interface ExplainedChange extends ChangeParts {
  /** Score after minus score before. */
  readonly total: number;
}

/**
 * Turns parts in logits into whole points that add up exactly to the change of the shown score. Every part is floored;
 * then the missing points go one by one to the largest remainders. A part that is exactly 0 stays 0. If the score is
 * clipped at 0 or 3000, points may have to be taken away, from the smallest remainders first.
 *
 * @param parts the player's parts, as `rateMatch` gives them
 * @param before the state before the match, or a new player
 * @param after the state after it
 * @returns points; never −0
 */
export function explainChange(
  parts: ChangeParts,
  before: Pick<RatingState, 'shown'> | NewPlayer,
  after: Pick<RatingState, 'shown'>,
): ExplainedChange {
  const total = scoreOf(after) - scoreOf(before);
  const rows = changePartNames.map((name, order) => {
    const exact = parts[name] * MODEL.POINTS;
    // Adding 0 turns −0 into 0.
    const points = Math.floor(exact) + 0;
    return { name, order, isZero: exact === 0, remainder: exact - points, points };
  });
  const moved = rows.filter((row) => !row.isZero);
  moved.sort((a, b) => b.remainder - a.remainder || a.order - b.order);
  // If rounding alone changes the score, no part has moved; the result then takes the points.
  const takers = moved.length > 0 ? moved : rows.filter((row) => row.name === 'result');

  const missing = total - rows.reduce((sum, row) => sum + row.points, 0);
  const queue = missing < 0 ? takers.toReversed() : takers;
  const each = Math.trunc(missing / queue.length);
  const rest = Math.abs(missing - each * queue.length);
  queue.forEach((row, index) => {
    row.points += each + (index < rest ? Math.sign(missing) : 0);
  });

  const points = new Map(rows.map((row) => [row.name, row.points]));
  const pointsOf = (name: ChangePartName): number => points.get(name) ?? 0;
  return {
    total,
    placement: pointsOf('placement'),
    teammate: pointsOf('teammate'),
    result: pointsOf('result'),
    margin: pointsOf('margin'),
    guard: pointsOf('guard'),
  };
}
