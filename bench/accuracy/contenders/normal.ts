/**
 * The normal distribution, to about 1e-14. Formulae: Abramowitz and Stegun (1964), *Handbook of Mathematical Functions*,
 * 7.1.6 (a series of positive terms, so that nothing cancels) and 7.1.14 (a continued fraction, for the tails).
 */

const SQRT_PI = Math.sqrt(Math.PI);
const SQRT_2PI = Math.sqrt(2 * Math.PI);
/** Beyond this, the continued fraction needs fewer terms than the series. */
const TAIL_FROM = 2.5;
/** Levels of the continued fraction: at 2.5 the error is below 1e-15. */
const LEVELS = 40;

/** Density at x. */
export function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / SQRT_2PI;
}

/** Probability of a value below x; in the lower tail exact to the last digits, not only near 0. */
export function normalBelow(x: number): number {
  return 0.5 * complementaryError(-x / Math.SQRT2);
}

/** Beyond 8 sd the other side is lost in rounding, and log odds would be infinite. */
const SD_MAX = 8;

/** The log odds of a value below x: ln Φ(x) − ln Φ(−x), with x limited to 8 sd. */
export function normalLogOdds(x: number): number {
  const tail = normalBelow(-Math.min(Math.abs(x), SD_MAX));
  return Math.sign(x) * Math.log((1 - tail) / tail);
}

/** erfc(x) = 1 − erf(x). */
function complementaryError(x: number): number {
  if (x < 0) return 2 - complementaryError(-x);
  return x < TAIL_FROM ? 1 - errorSeries(x) : errorTail(x);
}

/** 7.1.6: erf x = 2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) / (1·3·…·(2n+1)). */
function errorSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * 1e-17; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / SQRT_PI) * Math.exp(-x * x) * sum;
}

/** 7.1.14: √π · e^(x²) · erfc x = 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + …)))). */
function errorTail(x: number): number {
  let fraction = x;
  for (let level = LEVELS; level > 0; level -= 1) fraction = x + level / 2 / fraction;
  return Math.exp(-x * x) / (SQRT_PI * fraction);
}
