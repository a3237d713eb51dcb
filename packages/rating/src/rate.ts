/**
 * Rates, previews or explains a single match over plain objects. It copies them into the kernel's columns, calls the
 * kernel, and reads the numbers back.
 */
import { createMatchColumns, createRatingColumns, readStateAfterMatch, writeMatch, writeState } from './columns.ts';
import { rateRow } from './kernel.ts';
import type { ChangeParts } from './parts.ts';
import { shownOf } from './score.ts';
import type { Units } from './scoreline.ts';
import { type Four, knownState, type Pair, type PlayerState, type RatingState } from './state.ts';
import {
  createMatchStep,
  NEW_POOL,
  type PoolCalibration,
  readCalibration,
  readStep,
  STEP,
  writeCalibration,
} from './step.ts';

/** B and K_p of the pool; those of a new pool by default. Only the prediction depends on them. */
type GivenCalibration = { readonly [name in keyof PoolCalibration]?: PoolCalibration[name] | undefined };

/** A match to rate. */
export interface MatchInput extends GivenCalibration {
  /** In a draw, the pair with the lowest player id. */
  readonly winners: Pair<PlayerState>;
  readonly losers: Pair<PlayerState>;
  /** When it was played, in milliseconds since 1970. */
  readonly at: number;
  /** Null without a scoreline; 0–0 is treated the same. */
  readonly units: Units | null;
  /** ω, above 0, at most 1: see `weightOf`. */
  readonly weight: number;
  /** ℓ, above 0, at most 1: see `lengthOf`. */
  readonly length: number;
  /** u, 0 or 1: see `pairEvidenceOf`; 0 by default. */
  readonly pairEvidence?: number | undefined;
  /** y: 1 if `winners` won, 0.5 for a draw; 1 by default. */
  readonly result?: number | undefined;
}

/** The expectation before the match, from the winners' side. */
export interface Expectation {
  /** P: probability that the winners would win, 0 to 1. */
  readonly winProbability: number;
  /** q: expected share of the units given the result, 0 to 1; null without scoreline. */
  readonly share: number | null;
  /** d: the gap that the match is learned against, logits. */
  readonly learningGap: number;
  /** x: the gap that the prediction uses, for this length, logits. */
  readonly predictionGap: number;
  /** z: how much x falls per unit of penalty. */
  readonly penaltySlope: number;
  /** S: the sum of the four prior variances, logits². */
  readonly totalVariance: number;
}

/** A player's skill just before the match: after inactivity or placement, and pair evidence. */
export interface Prior {
  /** Logits. */
  readonly mean: number;
  /** Logits². Divided by `totalVariance`, it is the player's share of the uncertainty. */
  readonly variance: number;
}

/** A rated match. Lists of four are: first winner, second winner, first loser, second loser. */
export interface RatedMatch {
  readonly after: Four<RatingState>;
  readonly priors: Four<Prior>;
  readonly parts: Four<ChangeParts>;
  readonly expected: Expectation;
  /** B and K_p after the match. */
  readonly pool: PoolCalibration;
}

// Every call overwrites these and reads them before it returns. This is safe because calls are synchronous.
const ratings = createRatingColumns(4);
const match = createMatchColumns(1);
const step = createMatchStep(NEW_POOL);
const slots = [0, 1, 2, 3] as const;
type Slot = (typeof slots)[number];

function bySlot<T>(valueAt: (slot: Slot) => T): Four<T> {
  return [valueAt(0), valueAt(1), valueAt(2), valueAt(3)];
}

/**
 * Rates one match (docs/rating.md, section 3). The given states are not changed.
 *
 * @param input the match with the states of its four different players
 * @throws RangeError when impossible input makes a variance 0, negative or NaN
 */
export function rateMatch(input: MatchInput): RatedMatch {
  const before = [...input.winners, ...input.losers] as const;
  runKernel(input.winners, input.losers, input, input);
  const share = readStep(step, STEP.share);
  const priors = bySlot(priorOf);
  const after = bySlot(stateAfter);
  return {
    after,
    priors,
    parts: bySlot((slot) => partsOf(before[slot], slot, after[slot])),
    expected: {
      winProbability: readStep(step, STEP.winProbability),
      share: Number.isNaN(share) ? null : share,
      learningGap: readStep(step, STEP.learningGap),
      predictionGap: readStep(step, STEP.predictionGap),
      penaltySlope: readStep(step, STEP.penaltySlope),
      totalVariance: readStep(step, STEP.totalVariance),
    },
    pool: readCalibration(step),
  };
}

/**
 * Rates one match without explaining it. Returns the same bits as `after` of `rateMatch`.
 *
 * @param input as for `rateMatch`
 * @throws RangeError as `rateMatch` does
 */
export function rate(input: MatchInput): Four<RatingState> {
  runKernel(input.winners, input.losers, input, input);
  return bySlot(stateAfter);
}

/** A match before it is played. */
export interface PredictionInput extends GivenCalibration {
  readonly first: Pair<PlayerState>;
  readonly second: Pair<PlayerState>;
  /** When it is played, in milliseconds since 1970. */
  readonly at: number;
  /** ℓ, above 0, at most 1; 1 by default. */
  readonly length?: number | undefined;
  /** u, 0 or 1: see `pairEvidenceOf`; 0 by default. */
  readonly pairEvidence?: number | undefined;
}

/**
 * The probability that the first pair wins (docs/rating.md, section 3, step 4). The kernel predicts before it looks at
 * the result, so this equals `expected` of `rateMatch` bit for bit.
 *
 * @returns 0 to 1
 */
export function predictMatch(input: PredictionInput): number {
  runUnplayed(input);
  return readStep(step, STEP.winProbability);
}

/** The expectation before the match, from the first pair's side. It equals `expected` of `rateMatch` bit for bit. */
export function expectMatch(input: PredictionInput): Omit<Expectation, 'share'> {
  runUnplayed(input);
  return {
    winProbability: readStep(step, STEP.winProbability),
    learningGap: readStep(step, STEP.learningGap),
    predictionGap: readStep(step, STEP.predictionGap),
    penaltySlope: readStep(step, STEP.penaltySlope),
    totalVariance: readStep(step, STEP.totalVariance),
  };
}

function runUnplayed({ first, second, at, length = 1, pairEvidence, steepness, penalty }: PredictionInput): void {
  runKernel(first, second, { at, units: null, weight: 1, length, pairEvidence }, { steepness, penalty });
}

// Don't use rest or spread here: copying an object costs more than rating the match.
function runKernel(
  first: Pair<PlayerState>,
  second: Pair<PlayerState>,
  { at, units, weight, length, pairEvidence, result }: Omit<MatchInput, 'winners' | 'losers'>,
  { steepness = NEW_POOL.steepness, penalty = NEW_POOL.penalty }: GivenCalibration,
): void {
  writeState(ratings, 0, first[0]);
  writeState(ratings, 1, first[1]);
  writeState(ratings, 2, second[0]);
  writeState(ratings, 3, second[1]);
  writeMatch(match, 0, { players: slots, at, units, weight, length, pairEvidence, result });
  writeCalibration(step, { steepness, penalty });
  rateRow(ratings, match, 0, step);
}

function priorOf(slot: Slot): Prior {
  return { mean: step.priorMean[slot] as number, variance: step.priorVariance[slot] as number };
}

const stateAfter = (slot: Slot): RatingState => readStateAfterMatch(ratings, slot);

/** Splits the change of what one player shows (docs/rating.md, section 5). */
function partsOf(before: PlayerState, slot: Slot, after: RatingState): ChangeParts {
  const sign = slot < 2 ? 1 : -1;
  const placed = step.placedMean[slot] as number;
  const prior = priorOf(slot);
  const known = knownState(before);
  return {
    placement: known === null ? placed - shownOf(before) : 0,
    teammate: prior.mean - placed,
    result: sign * prior.variance * readStep(step, STEP.resultPull),
    margin: sign * prior.variance * readStep(step, STEP.marginPull),
    guard: after.shown - after.mean - (known === null ? 0 : known.shown - known.mean),
  };
}
