import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { exp } from '../src/exp.ts';

/** Numbers from 0 to 1 of a linear congruential generator. */
function* numbers(seed: number): Iterable<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const high = state;
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield (high + state / 2 ** 32) / 2 ** 32;
  }
}

/** Arguments from −width to width, evenly spread. */
const spread = (width: number): Float64Array => {
  const random = numbers(width)[Symbol.iterator]();
  return Float64Array.from({ length: 100_000 }, () => (2 * random.next().value - 1) * width);
};

const fingerprint = (values: Float64Array): string =>
  createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex').slice(0, 16);

describe('the exponential of the model', () => {
  it('gives the bits of fdlibm for arguments of every size', () => {
    assert.deepEqual(
      [1e-8, 0.3, 1, 8, 60, 745].map((width) => fingerprint(spread(width).map(exp))),
      [
        '315ca50782f958ce',
        'ac4f1375f410cfb7',
        '962391d98c6494ff',
        '4ac1fd4baacbed76',
        '045e3f8516d0abd2',
        '1b20ac1a630b41f1',
      ],
    );
  });

  it('differs from the engine’s by one unit in the last place at most', () => {
    for (const x of [1, 8, 60, 700].flatMap((width) => [...spread(width)])) {
      assert.ok(Math.abs(exp(x) / Math.exp(x) - 1) <= Number.EPSILON, `exp(${x}) is ${exp(x)}`);
    }
  });

  it('covers the limits of numbers', () => {
    const cases: readonly (readonly [number, number])[] = [
      [0, 1],
      [-0, 1],
      [1, Math.E],
      [-1, 0.36787944117144233],
      [5e-324, 1],
      [709.782712893384, 1.7976931348622732e308],
      [709.7827128933841, Infinity],
      [Infinity, Infinity],
      [-708.3964185322641, 2.2250738585072626e-308],
      [-745.1332191019411, 5e-324],
      [-745.1332191019412, 0],
      [-Infinity, 0],
      [Number.NaN, Number.NaN],
    ];
    for (const [x, expected] of cases) assert.ok(Object.is(exp(x), expected), `exp(${x}) is ${exp(x)}`);
  });
});
