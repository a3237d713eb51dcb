import { isPresent, type Night, type Pair, type Round } from './night.ts';

/**
 * Who rests: those who rested least, counted over the rounds at which each was present. A player's balance is the number of
 * rests minus the fair share of each round; a latecomer begins at the mean of those present. If always those with the
 * lowest balance rest, then any two players differ by at most one rest over the rounds at which both are present. Of those with
 * equal balances, the ones who played last rest: if the players present can fill as many seats again as there are rests, no
 * player rests in two rounds running.
 */
export interface Rests {
  /** Per position in `night.players`; NaN before the first round. */
  readonly balance: Float64Array;
  /** How many rounds running the player has rested. */
  readonly running: Int32Array;
}

export const createRests = (count: number): Rests => ({
  balance: new Float64Array(count).fill(Number.NaN),
  running: new Int32Array(count),
});

export const copyOf = ({ balance, running }: Rests): Rests => ({ balance: balance.slice(), running: running.slice() });

/** Units that rest together: players alone, and the fixed pairs that are present. */
export function unitsOf(night: Night, present: ReadonlySet<number>, indexOf: ReadonlyMap<number, number>): number[][] {
  const pairs = night.fixedPairs
    .map((pair) => indicesOf(pair, indexOf))
    .filter((pair) => pair.every((i) => present.has(i)));
  const paired = new Set(pairs.flat());
  return night.format === 'teams' ? pairs : [...pairs, ...[...present].filter((i) => !paired.has(i)).map((i) => [i])];
}

const indicesOf = (pair: Pair, indexOf: ReadonlyMap<number, number>): number[] =>
  pair.map((number) => indexOf.get(number) ?? -1);

export const presentAt = (night: Night, round: number): Set<number> =>
  new Set(night.players.flatMap((player, index) => (isPresent(player, round) ? [index] : [])));

/** The balances of those present: a latecomer begins at the mean. */
export function enter({ balance }: Rests, present: Iterable<number>): void {
  const known = [...present].filter((i) => !Number.isNaN(balance[i]));
  const mean = known.reduce((sum, i) => sum + (balance[i] as number), 0) / Math.max(1, known.length);
  for (const i of present) if (Number.isNaN(balance[i])) balance[i] = mean;
}

export function countRests(
  { balance, running }: Rests,
  present: ReadonlySet<number>,
  resting: readonly number[],
): void {
  for (const i of resting) balance[i] = (balance[i] as number) + 1;
  for (const i of present) balance[i] = (balance[i] as number) - resting.length / present.size;
  const before = running.slice();
  running.fill(0);
  for (const i of resting) running[i] = (before[i] as number) + 1;
}

/** Counts the rests of a round that was kept. A player on a court is present, even outside the announced rounds. */
export function countKept(night: Night, rests: Rests, { round, resting }: Round, seats: Int32Array): void {
  const indexOf = indexByNumber(night);
  const present = new Set([...presentAt(night, round), ...seats]);
  enter(rests, present);
  countRests(
    rests,
    present,
    resting.map((number) => indexOf.get(number) ?? -1).filter((i) => present.has(i)),
  );
}

export const indexByNumber = (night: Night): ReadonlyMap<number, number> =>
  new Map(night.players.map(({ number }, index) => [number, index]));

/**
 * Chooses `count` players to rest, whole units only. Of equal balances, those rest who played last. Where more rest than play, some
 * have to rest again: by chance, so that the same four do not always play together, but not for much longer than the others.
 */
export function chooseResting(rests: Rests, units: readonly number[][], count: number, random: () => number): number[] {
  const usual = Math.ceil(count / Math.max(1, units.flat().length - count));
  const ranked = units
    .map((unit) => {
      const mean = unit.reduce((sum, i) => sum + (rests.balance[i] as number), 0) / unit.length;
      const running = Math.max(...unit.map((i) => rests.running[i] as number));
      const wait = running <= usual ? Math.min(running, 1) : running;
      return { unit, balance: Math.round(mean * 1e6), wait, tie: random() };
    })
    .toSorted((one, other) => one.balance - other.balance || one.wait - other.wait || one.tie - other.tie);
  const resting: number[] = [];
  for (const { unit } of ranked) if (resting.length + unit.length <= count) resting.push(...unit);
  return resting;
}
