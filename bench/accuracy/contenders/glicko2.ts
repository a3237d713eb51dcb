/**
 * Glicko-2 for pairs. Glickman (2012), *Example of the Glicko-2 system*; the code uses his
 * steps and symbols, and a test checks it against his worked example.
 *
 * His system rates one player against one. Here a pair is a composite player (mean μ, root mean square φ): the
 * expectation is that of the composites, and each player is then updated with their own φ and σ against the composite
 * of the opponents. Every match is a rating period; φ grows with the time between matches, by σ² a period of
 * PERIOD_DAYS, up to that of a new player. Predictions weigh both sides' φ (Glickman 1999, *Parameter estimation in large
 * dynamic paired comparison experiments*, Applied Statistics 48, equation 16).
 */
import type { MatchSet } from '../match-set.ts';
import { type Constants, type Contender, constantOf } from './contender.ts';

/** A player on the Glicko-2 scale. */
export interface Glicko2Rating {
  readonly mu: number;
  readonly phi: number;
  readonly sigma: number;
}

/** The evidence of a period's matches about a player (step 3): Σ g²E(1−E), the inverse of v, and Σ g(s−E). */
export interface PeriodEvidence {
  readonly information: number;
  readonly pull: number;
}

/** Rating points per unit of μ. */
export const GLICKO2_SCALE = 173.7178;
const SIGMA_NEW = 0.06;
const DAY_MS = 86_400_000;
/** Glickman's convergence tolerance. */
const TOLERANCE = 1e-6;

/** g of step 3: discounts results against opponents with a large φ. */
export function discountOf(phi: number): number {
  return 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));
}

/** Steps 4 to 7. @param periods rating periods by which φ grows within the step: 1 in the paper */
export function rateGlicko2(
  { mu, phi, sigma }: Glicko2Rating,
  { information, pull }: PeriodEvidence,
  tau: number,
  periods = 1,
): Glicko2Rating {
  const sigmaAfter = volatilityAfter({ phi, sigma, v: 1 / information, delta: pull / information }, tau);
  const phiStarSquared = phi * phi + periods * sigmaAfter * sigmaAfter;
  const phiAfterSquared = 1 / (1 / phiStarSquared + information);
  return { mu: mu + phiAfterSquared * pull, phi: Math.sqrt(phiAfterSquared), sigma: sigmaAfter };
}

/** Step 5: the volatility, by the Illinois algorithm. */
function volatilityAfter(
  { phi, sigma, v, delta }: { phi: number; sigma: number; v: number; delta: number },
  tau: number,
): number {
  const a = 2 * Math.log(sigma);
  const f = (x: number): number => {
    const growth = Math.exp(x);
    const total = phi * phi + v + growth;
    return (growth * (delta * delta - total)) / (2 * total * total) - (x - a) / (tau * tau);
  };
  let A = a;
  let B = a - tau;
  const excess = delta * delta - phi * phi - v;
  if (excess > 0) B = Math.log(excess);
  else while (f(B) < 0) B -= tau;
  let [fA, fB] = [f(A), f(B)];
  while (Math.abs(B - A) > TOLERANCE) {
    const C = A + ((A - B) * fA) / (fB - fA);
    const fC = f(C);
    if (fC * fB <= 0) {
      A = B;
      fA = fB;
    } else fA /= 2;
    B = C;
    fB = fC;
  }
  return Math.exp(A / 2);
}

export const glicko2: Contender = {
  name: 'Glicko-2',
  constants: [
    { name: 'PHI', start: 350 / GLICKO2_SCALE, min: 0.1, max: 10, scale: 'ratio' },
    { name: 'TAU', start: 0.5, min: 0.05, max: 5, scale: 'ratio' },
    { name: 'PERIOD_DAYS', start: 30, min: 0.01, max: 10_000, scale: 'ratio' },
  ],
  predict: predictGlicko2,
};

function predictGlicko2({ matches: { players, at }, playerCount }: MatchSet, constants: Constants): Float64Array {
  const phiNew = constantOf(constants, 'PHI');
  const tau = constantOf(constants, 'TAU');
  const periodMs = constantOf(constants, 'PERIOD_DAYS') * DAY_MS;
  const ratings = Array.from({ length: playerCount }, (): Glicko2Rating => ({ mu: 0, phi: phiNew, sigma: SIGMA_NEW }));
  const last = new Float64Array(playerCount);
  return Float64Array.from(at, (t, row) => {
    const four = players.subarray(4 * row, 4 * row + 4);
    const [w0, w1, l0, l1] = Array.from(four, (player): Glicko2Rating => {
      const rating = ratings[player] as Glicko2Rating;
      const idle = (t - (last[player] as number)) / periodMs;
      const grown = Math.sqrt(rating.phi * rating.phi + idle * rating.sigma * rating.sigma);
      return { ...rating, phi: Math.min(grown, Math.max(phiNew, rating.phi)) };
    }) as [Glicko2Rating, Glicko2Rating, Glicko2Rating, Glicko2Rating];
    const gap = (w0.mu + w1.mu) / 2 - (l0.mu + l1.mu) / 2;
    const [phiW, phiL] = [rootMeanSquare(w0.phi, w1.phi), rootMeanSquare(l0.phi, l1.phi)];
    const toWinners = evidenceOf(gap, phiL);
    const toLosers = evidenceOf(-gap, phiW);
    const after = [
      rateGlicko2(w0, toWinners.won, tau, 0),
      rateGlicko2(w1, toWinners.won, tau, 0),
      rateGlicko2(l0, toLosers.lost, tau, 0),
      rateGlicko2(l1, toLosers.lost, tau, 0),
    ] as const;
    for (const [slot, rating] of after.entries()) {
      ratings[four[slot] as number] = rating;
      last[four[slot] as number] = t;
    }
    return discountOf(Math.sqrt(phiW * phiW + phiL * phiL)) * gap;
  });
}

function rootMeanSquare(a: number, b: number): number {
  return Math.sqrt((a * a + b * b) / 2);
}

function evidenceOf(gap: number, opponentPhi: number): { readonly won: PeriodEvidence; readonly lost: PeriodEvidence } {
  const g = discountOf(opponentPhi);
  const expected = 1 / (1 + Math.exp(-g * gap));
  const information = g * g * expected * (1 - expected);
  return { won: { information, pull: g * (1 - expected) }, lost: { information, pull: -g * expected } };
}
