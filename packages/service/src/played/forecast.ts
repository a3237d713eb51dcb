/** The predictions of the ratings before a match: the baseline of everything in an analysis. */
import { MODEL, type PoolCalibration, shareSteepness, sigmoid } from '@bandeja/rating';
import type { PlayedSet } from './played-set.ts';

/** The prediction from the states before a match, for the own pair (the rating model, steps 1 to 4). */
export interface Forecast {
  /** d: the gap that the match is learnt against, logits. */
  readonly learningGap: number;
  /** x of a match of full length with the model's own penalty: the gap that predicts, logits. */
  readonly predictionGap: number;
  /** z of a match of full length: how much x falls per unit of the penalty. */
  readonly penaltySlope: number;
  /** S: the sum of the four prior variances, logits². */
  readonly totalVariance: number;
  /** ℓ of this match, above 0, at most 1. */
  readonly length: number;
}

/** The chances of the own pair to win one game, 0 to 1 each. */
export interface GameChances {
  readonly serving: number;
  readonly receiving: number;
  /** Of a game whose server is not known, and of a tie-break. */
  readonly even: number;
}

/** P: the probability that the own pair had of winning the match, at its format's length. */
export function winProbability(forecast: Forecast, pool: PoolCalibration): number {
  return sigmoid(pool.steepness * (Math.sqrt(forecast.length) * gapIn(pool, forecast)));
}

/** x with the pool's penalty, in place of the model's own. */
function gapIn({ penalty }: PoolCalibration, { predictionGap, penaltySlope }: Forecast): number {
  return predictionGap - (penalty - MODEL.K) * penaltySlope;
}

/**
 * What the rating model expects of a single game, with the pool's advantage of serving added on its own scale: the share
 * of games in a standard match of 20 is sigmoid(d/√20) (docs/rating.md, section 3, step 6). It is that of games, not of matches:
 * the more even a match, the more games it has, so over games the shares are nearer to even than over matches.
 *
 * @param holdRate the share of service games that are held in the pool, above 0 and below 1
 */
export function gameChances({ learningGap }: Pick<Forecast, 'learningGap'>, holdRate: number): GameChances {
  const even = learningGap / Math.sqrt(MODEL.STD_GAMES);
  const serving = Math.log(holdRate / (1 - holdRate));
  return { serving: sigmoid(even + serving), receiving: sigmoid(even - serving), even: sigmoid(even) };
}

/** Chances of games that may be the true ones. */
export interface PossibleChances {
  /** Of all of them together 1. */
  readonly weight: number;
  readonly chances: GameChances;
}

/** How far the truth may be from the gap, as a share of the sd that the four variances add up to; fitted to leads. */
const GAP_SPREAD = 0.5;
/** A normal distribution in three values (Gauss–Hermite quadrature), in its sd. */
const NORMAL_VALUES = [
  { at: -Math.sqrt(3), weight: 1 / 6 },
  { at: 0, weight: 2 / 3 },
  { at: Math.sqrt(3), weight: 1 / 6 },
] as const;

/** The chances of games at three gaps instead of one, for games whose set has already begun. */
export function possibleChances({ learningGap, totalVariance }: Forecast, holdRate: number): PossibleChances[] {
  const sd = GAP_SPREAD * Math.sqrt(totalVariance);
  return NORMAL_VALUES.map(({ at, weight }) => {
    return { weight, chances: gameChances({ learningGap: learningGap + at * sd }, holdRate) };
  });
}

/**
 * L: the log odds of winning two of three sets of the kind that was played. The chances of sets are computed from it. It
 * assumes three sets even for a match of one set: the length of such a match already lowers its odds, and the slopes for
 * sets would lower them a second time.
 *
 * @returns logits
 */
export function logOddsOfThreeSets(
  forecast: Forecast,
  { sets }: { readonly sets: readonly PlayedSet[] },
  pool: PoolCalibration,
): number {
  const target = sets[0]?.target ?? STANDARD_TARGET;
  return pool.steepness * (Math.sqrt(Math.min(1, target / STANDARD_TARGET)) * gapIn(pool, forecast));
}

/** The games of a set in a standard match. */
const STANDARD_TARGET = 6;

/** The part of a match that its games are compared with. */
interface Forecasted {
  readonly sets: readonly PlayedSet[];
  readonly forecast: Forecast | null;
}

/** The games that the own pair won of a match, and their expectation by the rating model. */
export interface GamesShare {
  /** n and won. A match tie-break is one game. */
  readonly games: number;
  readonly won: number;
  /** q0: the share that was expected, 0 to 1. */
  readonly expected: number;
  /** Sd of the games won, in games. */
  readonly sd: number;
}

/**
 * How much the variance of games won grows by unknown facts about the four players. At 0.8 the standardised differences
 * of 8,817 matches of professionals have sd 0.98 and kurtosis 3.4 (`npm run bench:sentences`).
 */
const UNCERTAINTY_SHARE = 0.8;

/**
 * The games of a match against the share that the ratings pointed to, which explanations name too (docs/rating.md, section 5).
 * Null for a match that was retired, is in points, has no scoreline, or is not in the ledger.
 */
export function gamesShareOf({ sets, forecast }: Forecasted): GamesShare | null {
  if (forecast === null) return null;
  let won = 0;
  let lost = 0;
  for (const set of sets) {
    if (set.format === 'points') return null;
    won += set.own;
    lost += set.opponents;
  }
  const games = won + lost;
  if (games === 0) return null;
  const steepness = shareSteepness({ won, lost, std: MODEL.STD_GAMES });
  const expected = sigmoid(steepness * forecast.learningGap);
  const byChance = games * expected * (1 - expected);
  const bySkill = UNCERTAINTY_SHARE * byChance * steepness * steepness * forecast.totalVariance;
  return { games, won, expected, sd: Math.sqrt(byChance * (1 + bySkill)) };
}

/** z: the games won over those expected, in standard deviations. */
export function standardised({ games, won, expected, sd }: GamesShare): number {
  return (won - games * expected) / sd;
}

/** The difference between a match and its expectation, in games. */
export interface Difference {
  /** z, standard deviations. */
  readonly standardised: number;
  /** The share of games won over the expected one, −1 to 1. */
  readonly share: number;
}

/** The difference of a match; null without {@link gamesShareOf}. */
export function differenceOf(match: Forecasted): Difference | null {
  const share = gamesShareOf(match);
  return share && { standardised: standardised(share), share: share.won / share.games - share.expected };
}
