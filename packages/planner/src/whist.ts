/**
 * Whist tournaments: everyone has everyone as teammate once and as opponent twice. They exist for 4n and 4n + 1 players.
 * A base round is developed: add 0, 1, 2, … to each number, modulo 4n - 1 (∞ stays) or modulo 4n + 1.
 */
type Base = readonly number[];

const INFINITY = -1;

/** The base rounds, found by search: per player count, the seats of one round. ∞ is -1. */
const BASES: Readonly<Record<number, Base>> = {
  8: [-1, 0, 5, 1, 2, 3, 4, 6],
  12: [-1, 0, 5, 2, 1, 7, 9, 8, 3, 10, 6, 4],
  16: [-1, 0, 6, 13, 1, 4, 12, 11, 2, 8, 3, 14, 5, 10, 9, 7],
  20: [-1, 0, 10, 11, 1, 5, 7, 2, 3, 6, 12, 18, 4, 13, 8, 15, 9, 17, 14, 16],
  21: [1, 12, 13, 19, 2, 16, 8, 11, 3, 4, 20, 18, 5, 17, 15, 7, 6, 10, 9, 14],
  24: [-1, 0, 10, 21, 1, 5, 17, 4, 2, 8, 12, 3, 6, 7, 15, 22, 9, 14, 18, 20, 11, 19, 16, 13],
  25: [1, 14, 18, 22, 2, 8, 9, 11, 3, 17, 16, 19, 4, 21, 23, 7, 5, 20, 10, 15, 6, 24, 12, 13],
  28: [-1, 0, 11, 15, 1, 3, 20, 4, 2, 21, 24, 23, 5, 8, 22, 17, 6, 16, 10, 25, 7, 14, 18, 9, 12, 26, 19, 13],
  32: [
    -1, 0, 4, 10, 1, 18, 24, 17, 2, 20, 8, 5, 3, 15, 29, 7, 6, 11, 13, 28, 9, 19, 30, 22, 12, 16, 23, 21, 14, 25, 27,
    26,
  ],
  40: [
    -1, 0, 13, 26, 6, 24, 35, 7, 18, 33, 14, 34, 15, 21, 29, 37, 10, 1, 31, 38, 4, 16, 28, 23, 25, 22, 19, 17, 20, 30,
    5, 27, 8, 12, 2, 3, 11, 36, 32, 9,
  ],
};

/** Nine players: the base round over Z3 × Z3, as 3a + b. */
const NINE: Base = [1, 2, 3, 6, 4, 8, 5, 7];

/**
 * The rounds of a whist tournament for this number of players from 0, seat by seat; null if none is known here. Primes
 * of the form 4n + 1 need no table: with i² = -1, the tables (x, -x | ix, -ix) are a base round.
 */
export function whistRounds(count: number): readonly Int32Array[] | null {
  if (count === 4) return developed([INFINITY, 0, 1, 2], 3);
  if (count === 9)
    return Array.from({ length: 9 }, (_, step) => Int32Array.from(NINE, (seat) => addInNine(seat, step)));
  const base = BASES[count] ?? primeBase(count);
  return base === null ? null : developed(base, base.includes(INFINITY) ? count - 1 : count);
}

const addInNine = (one: number, other: number): number =>
  ((Math.floor(one / 3) + Math.floor(other / 3)) % 3) * 3 + ((one + other) % 3);

const developed = (base: Base, modulus: number): Int32Array[] =>
  Array.from({ length: modulus }, (_, step) =>
    Int32Array.from(base, (seat) => (seat === INFINITY ? modulus : (seat + step) % modulus)),
  );

function primeBase(count: number): Base | null {
  if (count % 4 !== 1) return null;
  for (let divisor = 2; divisor * divisor <= count; divisor += 1) if (count % divisor === 0) return null;
  let root = 2;
  while ((root * root + 1) % count !== 0) root += 1;
  const seated = new Set<number>();
  for (let first = 1; first < count; first += 1) {
    if (seated.has(first)) continue;
    for (const seat of [first, count - first, (root * first) % count, count - ((root * first) % count)])
      seated.add(seat);
  }
  return [...seated];
}
