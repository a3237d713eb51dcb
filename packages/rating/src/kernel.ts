/**
 * Rates one match. This is the model's only implementation (docs/rating.md, section 3, steps 1 to 9).
 *
 * A Gaussian skill per player, as in Glickman (1999), *Parameter estimation in large dynamic paired comparison
 * experiments*, Applied Statistics 48, and Herbrich, Minka and Graepel (2006), *TrueSkill*, NIPS 19; the closed-form
 * update of two teams follows Weng and Lin (2011), *A Bayesian approximation method for online ranking*, JMLR 12.
 * Deviations:
 * - The result counts with a weight below 1.
 * - A linearised binomial likelihood of the units (games or points) is applied after the result.
 * - The mean is shown with two guards: a win never lowers it, and a loss never raises it.
 *
 * Every machine computes the same bits: the code uses only + − × ÷ √ and exp, in a fixed order. A rearranged sum is
 * another model. Pairs are summed first, so that the order of teammates changes no bit.
 *
 * The function is long and uses local numbers, four of each, because a replay spends nearly all its time here. With an
 * object per player, even a reused one, it ran at little more than half the speed.
 * All states are read at the start, so that the four cache misses overlap.
 */
import type { MatchColumns, RatingColumns } from './columns.ts';
import { MODEL } from './constants.ts';
import { driftedVariance } from './inactivity.ts';
import { pairedMean, pairedVariance, pairPrecision } from './pair-evidence.ts';
import { placeNewcomers } from './placement.ts';
import { type MatchStep, STEP } from './step.ts';
import { learningStrengthOf, nextPenalty, nextSteepness, predictionStrengthOf, sigmoid } from './strength.ts';

const { LINK, MARGIN, PHI, W_WIN, W_WIN_ONLY } = MODEL;

/**
 * Rates one match: reads a row, replaces the states of its four players, and writes the details to the step.
 * The symbols are those of docs/rating.md. Players 0 and 1 are the winners, 2 and 3 the losers. In a draw, 0 and 1 are
 * the pair with the lowest id.
 *
 * @param ratings the players' states; only those of the row's four players change
 * @param row the match to rate
 * @param step receives the details; its steepness and penalty are read, then replaced
 */
export function rateRow(ratings: RatingColumns, matches: MatchColumns, row: number, step: MatchStep): void {
  const { mean, variance, shown, at, played } = ratings;
  const j0 = matches.players[4 * row] as number;
  const j1 = matches.players[4 * row + 1] as number;
  const j2 = matches.players[4 * row + 2] as number;
  const j3 = matches.players[4 * row + 3] as number;
  const t = matches.at[row] as number;
  const weight = matches.weight[row] as number;
  const length = matches.length[row] as number;
  const pairEvidence = matches.pairEvidence[row] as number;
  const result = matches.result[row] as number;
  const steepness = step.match[STEP.steepness] as number;
  const penalty = step.match[STEP.penalty] as number;

  // New players have mean and variance 0.
  const r0 = mean[j0] as number;
  const r1 = mean[j1] as number;
  const r2 = mean[j2] as number;
  const r3 = mean[j3] as number;
  const u0 = variance[j0] as number;
  const u1 = variance[j1] as number;
  const u2 = variance[j2] as number;
  const u3 = variance[j3] as number;
  const at0 = at[j0] as number;
  const at1 = at[j1] as number;
  const at2 = at[j2] as number;
  const at3 = at[j3] as number;
  const shown0 = shown[j0] as number;
  const shown1 = shown[j1] as number;
  const shown2 = shown[j2] as number;
  const shown3 = shown[j3] as number;

  // Steps 1 and 2. Time, and placement of new players. A separate function: with more code here, V8 would stop inlining.
  const { placedMean, priorMean, priorVariance, match } = step;
  if (!(u0 > 0 && u1 > 0 && u2 > 0 && u3 > 0)) placeNewcomers(ratings, matches.players, row, step);
  const w0 = u0 > 0 ? driftedVariance(u0, at0, t) : (priorVariance[0] as number);
  const w1 = u1 > 0 ? driftedVariance(u1, at1, t) : (priorVariance[1] as number);
  const w2 = u2 > 0 ? driftedVariance(u2, at2, t) : (priorVariance[2] as number);
  const w3 = u3 > 0 ? driftedVariance(u3, at3, t) : (priorVariance[3] as number);
  const p0 = u0 > 0 ? r0 : (placedMean[0] as number);
  const p1 = u1 > 0 ? r1 : (placedMean[1] as number);
  const p2 = u2 > 0 ? r2 : (placedMean[2] as number);
  const p3 = u3 > 0 ? r3 : (placedMean[3] as number);

  // Step 3. Pair evidence, among two known players.
  const firstPair = u0 > 0 && u1 > 0 ? pairEvidence : 0;
  const secondPair = u2 > 0 && u3 > 0 ? pairEvidence : 0;
  const h0 = pairPrecision(firstPair, w0);
  const h1 = pairPrecision(firstPair, w1);
  const h2 = pairPrecision(secondPair, w2);
  const h3 = pairPrecision(secondPair, w3);
  const m0 = pairedMean(p0, w0, h0, p1, w1);
  const m1 = pairedMean(p1, w1, h1, p0, w0);
  const m2 = pairedMean(p2, w2, h2, p3, w3);
  const m3 = pairedMean(p3, w3, h3, p2, w2);
  const v0 = pairedVariance(w0, h0, w1);
  const v1 = pairedVariance(w1, h1, w0);
  const v2 = pairedVariance(w2, h2, w3);
  const v3 = pairedVariance(w3, h3, w2);

  // Step 4. Gaps and prediction. f: a short match decides less.
  const s0 = Math.sqrt(v0);
  const s1 = Math.sqrt(v1);
  const s2 = Math.sqrt(v2);
  const s3 = Math.sqrt(v3);
  const f = Math.sqrt(length);
  const S = v0 + v1 + (v2 + v3);
  const l = learningStrengthOf(m0, s0) + learningStrengthOf(m1, s1);
  const d = l - (learningStrengthOf(m2, s2) + learningStrengthOf(m3, s3));
  const c = Math.sqrt(1 + LINK * S);
  const e = predictionStrengthOf(m0, s0, penalty) + predictionStrengthOf(m1, s1, penalty);
  const x = f * ((e - (predictionStrengthOf(m2, s2, penalty) + predictionStrengthOf(m3, s3, penalty))) / c);
  const z = f * ((s0 + s1 - (s2 + s3)) / c);
  const P = sigmoid(steepness * x);

  // Step 5. Result. h sums the reduction of a variance, per unit of variance squared.
  const won = matches.won[row] as number;
  const n = won + (matches.lost[row] as number);
  const p = sigmoid(f * d);
  const w = (n > 0 ? W_WIN : W_WIN_ONLY) * weight;
  const i0 = w * length * p * (1 - p);
  const f0 = 1 + i0 * S;
  const gWin = (w * f * (result - p)) / f0;
  let h = i0 / f0;

  // Step 6. Scoreline, linearised after the result: units won are binomial with probability q, variance scaled by PHI.
  let q = Number.NaN;
  let gMar = 0;
  if (n > 0) {
    const std = matches.std[row] as number;
    const k = (2 * MARGIN) / Math.sqrt(Math.max(n, std));
    const a = 1 - h * S;
    const d1 = d + S * gWin;
    q = sigmoid(k * d1);
    const i1 = (weight * k * k * n * q * (1 - q)) / PHI;
    const f1 = 1 + i1 * (S * a);
    gMar = (a * ((weight * k * (won - n * q)) / PHI)) / f1;
    h = h + (a * a * i1) / f1;
  }

  // Step 7. Update.
  const g = gWin + gMar;
  const mean0 = m0 + v0 * g;
  const mean1 = m1 + v1 * g;
  const mean2 = m2 - v2 * g;
  const mean3 = m3 - v3 * g;
  const variance0 = v0 - v0 * v0 * h;
  const variance1 = v1 - v1 * v1 * h;
  const variance2 = v2 - v2 * v2 * h;
  const variance3 = v3 - v3 * v3 * h;

  // Step 8. Shown: the mean, but a winner's never falls and a loser's never rises. First matches and draws have no guard.
  const isGuarded = result === 1;
  shown[j0] = isGuarded && u0 > 0 && mean0 < shown0 ? shown0 : mean0;
  shown[j1] = isGuarded && u1 > 0 && mean1 < shown1 ? shown1 : mean1;
  shown[j2] = isGuarded && u2 > 0 && mean2 > shown2 ? shown2 : mean2;
  shown[j3] = isGuarded && u3 > 0 && mean3 > shown3 ? shown3 : mean3;

  // Step 9. Store. A match older than a player's last one does not set the clock back.
  mean[j0] = mean0;
  mean[j1] = mean1;
  mean[j2] = mean2;
  mean[j3] = mean3;
  variance[j0] = variance0;
  variance[j1] = variance1;
  variance[j2] = variance2;
  variance[j3] = variance3;
  at[j0] = Math.max(at0, t);
  at[j1] = Math.max(at1, t);
  at[j2] = Math.max(at2, t);
  at[j3] = Math.max(at3, t);
  played[j0] = (played[j0] as number) + 1;
  played[j1] = (played[j1] as number) + 1;
  played[j2] = (played[j2] as number) + 1;
  played[j3] = (played[j3] as number) + 1;

  placedMean[0] = p0;
  placedMean[1] = p1;
  placedMean[2] = p2;
  placedMean[3] = p3;
  priorMean[0] = m0;
  priorMean[1] = m1;
  priorMean[2] = m2;
  priorMean[3] = m3;
  priorVariance[0] = v0;
  priorVariance[1] = v1;
  priorVariance[2] = v2;
  priorVariance[3] = v3;
  match[STEP.totalVariance] = S;
  match[STEP.learningGap] = d;
  match[STEP.predictionGap] = x;
  match[STEP.winProbability] = P;
  match[STEP.share] = q;
  match[STEP.resultPull] = gWin;
  match[STEP.marginPull] = gMar;
  match[STEP.penaltySlope] = z;
  const predicted = { weight, winProbability: P, result };
  match[STEP.steepness] = nextSteepness(steepness, x, predicted);
  match[STEP.penalty] = nextPenalty(penalty, steepness, z, predicted);
}
