/**
 * What moved a player's shown strength (docs/rating.md, section 5): seven latent parts that add up to the change, and the same in
 * whole points.
 */
import { MODEL } from './constants.ts';
import { scoreOf } from './score.ts';
import type { RatingState } from './state.ts';

/** The parts in the order in which a tie between them is settled. */
export const changePartNames = [
  'placement',
  'inactivity',
  'teammate',
  'result',
  'margin',
  'confidence',
  'protection',
] as const;

/** One of the seven parts. */
export type ChangePartName = (typeof changePartNames)[number];

/** The parts of one player's change, in logits. Their sum is the shown strength after less the one before. */
export interface ChangeParts {
  /** A new player's start beside these three, against what a new player shows; 0 for known players. */
  readonly placement: number;
  /** What the time without a match took, at most 0; 0 for new players. */
  readonly inactivity: number;
  /** What the choice of the teammate told, with what it made surer; 0 without pair evidence. */
  readonly teammate: number;
  /** What the result moved the mean by. */
  readonly result: number;
  /** What the scoreline moved the mean by, beyond the result. */
  readonly margin: number;
  /** What being surer of the player added, at least 0. */
  readonly confidence: number;
  /** The advance that a winner was given (above 0), or the part of it that was repaid or lost (below 0). */
  readonly protection: number;
}

/** The parts of one player's change in whole score points, with their sum. */
export interface ExplainedChange extends ChangeParts {
  /** Score after less score before. */
  readonly total: number;
}

/**
 * Turns latent parts into whole points that add up exactly to the change of the shown score: every part is floored, and
 * the points missing go one by one to the largest remainders. A part that is exactly 0 stays 0. Only where the score is
 * clipped at an end of its range can points have to be taken away; then the smallest remainders give first.
 *
 * @param parts the player's parts, as `rateMatch` gives them
 * @param before the state before the match, null for a new player
 * @param after the state after it
 * @returns points; never −0
 */
export function explainChange(
  parts: ChangeParts,
  before: Pick<RatingState, 'shown'> | null,
  after: Pick<RatingState, 'shown'>,
): ExplainedChange {
  const total = scoreOf(after) - scoreOf(before);
  const rows = changePartNames.map((name, order) => {
    const exact = parts[name] * MODEL.POINTS;
    // Adding 0 turns the −0 of a part that took nothing into 0.
    const points = Math.floor(exact) + 0;
    return { name, order, isZero: exact === 0, remainder: exact - points, points };
  });
  const moved = rows.filter((row) => !row.isZero);
  moved.sort((a, b) => b.remainder - a.remainder || a.order - b.order);
  // A clipped score may change by nothing but its own rounding: then the result has to answer for it.
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
    inactivity: pointsOf('inactivity'),
    teammate: pointsOf('teammate'),
    result: pointsOf('result'),
    margin: pointsOf('margin'),
    confidence: pointsOf('confidence'),
    protection: pointsOf('protection'),
  };
}
