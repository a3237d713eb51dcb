/**
 * e^x of additions, multiplications and divisions, whose results IEEE 754 defines to the last bit. `Math.exp` may differ between
 * engines and versions, and then so would ratings.
 *
 * The algorithm and its coefficients are those of `e_exp.c` of fdlibm 5.3 (Sun Microsystems, 1993, https://www.netlib.org/fdlibm/),
 * which V8 uses too, so the results are those of `Math.exp` in Node. The error is below one unit in the last place.
 *
 * x = k·ln 2 + r with |r| ≤ ½ ln 2, and e^x = 2^k·e^r. A polynomial in r² approximates r·(e^r + 1)/(e^r − 1).
 */

/** ln 2 in two parts. The first has 32 bits, so a product with k is exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

const P1 = 0.16666666666666602;
const P2 = -0.0027777777777015593;
const P3 = 6.613756321437934e-5;
const P4 = -1.6533902205465252e-6;
const P5 = 4.1381367970572385e-8;

/** From here on, k is not 0. It is ½ ln 2 in the upper 32 bits, the only ones that fdlibm compares. */
const HALF_LN2 = 0.3465735912322998;
const TINY = 2 ** -28;
/** From here on, the result or a factor of it is outside the range of normal numbers. */
const LARGE = 708;

/** k of the arguments below LARGE. */
const K_MAX = 1021;
/** 2^k for k from −K_MAX to K_MAX, exactly. */
const POWERS = new Float64Array(2 * K_MAX + 1);
POWERS[K_MAX] = 1;
for (let k = 1; k <= K_MAX; k += 1) {
  POWERS[K_MAX + k] = 2 * (POWERS[K_MAX + k - 1] as number);
  POWERS[K_MAX - k] = (POWERS[K_MAX - k + 1] as number) / 2;
}
const powerOfTwo = (k: number): number => POWERS[K_MAX + k] as number;

/**
 * e^x, bit for bit the same on every platform.
 *
 * @returns 0 to Infinity; NaN for NaN
 */
export function exp(x: number): number {
  const size = Math.abs(x);
  let k = 0;
  if (size >= HALF_LN2) {
    // The polynomial is one unit off here; V8 makes the same exception.
    if (x === 1) return Math.E;
    if (size >= LARGE) return expOfLarge(x);
    k = (Math.LOG2E * x + (x > 0 ? 0.5 : -0.5)) | 0;
  } else if (size < TINY) return 1 + x;
  return expOfRest(x, k) * powerOfTwo(k);
}

/** e^(x − k·ln 2) for a difference of at most ½ ln 2; NaN for NaN. */
function expOfRest(x: number, k: number): number {
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const square = r * r;
  const c = r - square * (P1 + square * (P2 + square * (P3 + square * (P4 + square * P5))));
  return 1 - (low - (r * c) / (2 - c) - high);
}

/** In two factors, since 2^k may be outside the range of normal numbers. Only the last product is rounded. */
function expOfLarge(x: number): number {
  if (x > 710) return Infinity;
  if (x < -746) return 0;
  const k = Math.trunc(Math.LOG2E * x + (x > 0 ? 0.5 : -0.5));
  const half = Math.trunc(k / 2);
  return expOfRest(x, k) * powerOfTwo(half) * powerOfTwo(k - half);
}
