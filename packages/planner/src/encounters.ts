import { Meetings, opponentsIn, teammatesIn } from './meetings.ts';
import { type Night, type Pair, type Round, seatsOf } from './night.ts';
import { indexByNumber, presentAt, unitsOf } from './rests.ts';

/** Rounds with the same players. */
interface Stretch {
  readonly players: number;
  rests: number;
}

/** Who met how often in the rounds of a night, and how many games there were to share. */
export interface Encounters {
  /** How often each pair that was present together met as teammates, except fixed and unused avoided pairs. */
  readonly teammates: readonly number[];
  readonly opponents: readonly number[];
  readonly neverMet: number;
  /** Times that a pair played together after its first; fixed pairs are not counted. */
  readonly teammateRepeats: number;
  /** Per player, in the order of `night.players`. */
  readonly games: readonly number[];
  /** Games of players outside of their fixed pairs. */
  readonly freeGames: readonly number[];
  /** With how many players each can be teammates outside of fixed pairs. */
  readonly teammateChoices: readonly number[];
  readonly opponentChoices: readonly number[];
  readonly opponentPairs: number;
  readonly opponentSlots: number;
  /** Rounds in which a fixed pair did not play together, though both were present and one played. */
  readonly fixedBroken: number;
  readonly avoidedMet: number;
  /** The largest difference of rests of two players over the rounds at which both are present. */
  readonly restDifference: number;
  readonly rests: readonly number[];
  readonly stretches: readonly Stretch[];
  readonly comeAndLeave: boolean;
}

/** Rounds as columns of flags by player. */
interface Attendance {
  readonly present: readonly ReadonlySet<number>[];
  readonly playing: readonly ReadonlySet<number>[];
}

export function encountersOf(night: Night, rounds: readonly Round[]): Encounters {
  const indexOf = indexByNumber(night);
  const count = night.players.length;
  const seats = rounds.map(({ courts }) => seatsOf(courts, indexOf));
  const playing = seats.map((row) => new Set(row));
  const present = rounds.map(({ round }, at) => {
    const announced = presentAt(night, round);
    const ready = night.format === 'teams' ? unitsOf(night, announced, indexOf).flat() : announced;
    return new Set([...ready, ...(playing[at] ?? [])]);
  });
  const meetings = new Meetings(count);
  for (const row of seats) meetings.add(row);
  const players = [...night.players.keys()];
  const games = players.map((i) => playing.filter((set) => set.has(i)).length);
  const fixed = night.fixedPairs.map((pair) =>
    fixedPairIn(
      pair.map((n) => indexOf.get(n) ?? -1),
      { present, playing },
      seats,
    ),
  );
  const avoided = avoidedIn(night.avoidPairs, indexOf, meetings);
  const rows = players.map((i) =>
    Int8Array.from(present, (set, at) => (set.has(i) ? 1 + Number(playing[at]?.has(i)) : ABSENT)),
  );
  const rowOf = (player: number): Int8Array => rows[player] ?? new Int8Array();
  const pairs = players.flatMap((one) =>
    players.slice(one + 1).flatMap((other) => (areTogether(rowOf(one), rowOf(other)) ? [[one, other] as const] : [])),
  );
  const isFixed = new Set(fixed.map(({ pair }) => String(pair)));
  const mayTeam = pairs.filter((pair) => !isFixed.has(String(pair)) && !avoided.apart.has(String(pair)));
  const freeGames = games.map(
    (all, i) => all - fixed.reduce((sum, { pair, rounds: n }) => sum + (pair.includes(i) ? n : 0), 0),
  );
  const mayOppose = pairs.filter((pair) => !isFixed.has(String(pair)));
  const isFree = ([one, other]: Pair): boolean => (freeGames[one] ?? 0) > 0 && (freeGames[other] ?? 0) > 0;
  const teammates = mayTeam.map(([one, other]) => teammatesIn(meetings.stateOf(one, other)));
  const stretches = stretchesOf(present, playing);
  return {
    teammates,
    opponents: mayOppose.map(([one, other]) => opponentsIn(meetings.stateOf(one, other))),
    neverMet: pairs.filter(([one, other]) => meetings.stateOf(one, other) === 0).length,
    teammateRepeats: mayOppose.reduce((sum, [a, b]) => sum + Math.max(0, teammatesIn(meetings.stateOf(a, b)) - 1), 0),
    games,
    freeGames,
    teammateChoices: choicesIn(mayTeam.filter(isFree), count),
    opponentChoices: choicesIn(mayOppose, count),
    opponentPairs: mayOppose.length,
    opponentSlots: seats.reduce((sum, row) => sum + row.length, 0),
    fixedBroken: fixed.reduce((sum, { broken }) => sum + broken, 0),
    avoidedMet: avoided.met,
    restDifference: Math.max(0, ...pairs.map(([one, other]) => restDifferenceOf(rowOf(one), rowOf(other)))),
    rests: players.map((i) => present.filter((set, at) => set.has(i) && playing[at]?.has(i) === false).length),
    ...stretches,
  };
}

/** In a player's row: the round of an absent player. 1 is a rest, 2 a game. */
const ABSENT = 0;

const areTogether = (one: Int8Array, other: Int8Array): boolean =>
  one.some((state, at) => state !== ABSENT && other[at] !== ABSENT);

function restDifferenceOf(one: Int8Array, other: Int8Array): number {
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] as number, other[at] as number];
    if (a !== ABSENT && b !== ABSENT) difference += a - b;
  }
  return Math.abs(difference);
}

/** The number of these pairs that each player is in. */
function choicesIn(pairs: readonly Pair[], players: number): number[] {
  const choices = new Array<number>(players).fill(0);
  for (const pair of pairs) for (const player of pair) choices[player] = (choices[player] as number) + 1;
  return choices;
}

function fixedPairIn(pair: readonly number[], { present, playing }: Attendance, seats: readonly Int32Array[]) {
  const [one = -1, other = -1] = pair.toSorted((a, b) => a - b);
  let [rounds, broken] = [0, 0];
  for (const [at, set] of present.entries()) {
    const plays = playing[at];
    if (!set.has(one) || !set.has(other) || !(plays?.has(one) || plays?.has(other))) continue;
    const seat = seats[at]?.indexOf(one) ?? -1;
    if (seat >= 0 && seats[at]?.[seat ^ 1] === other) rounds += 1;
    else broken += 1;
  }
  return { pair: [one, other], rounds, broken };
}

/** The avoided pairs that met as teammates, and, where none did, all as pairs that are apart. */
function avoidedIn(avoidPairs: readonly Pair[], indexOf: ReadonlyMap<number, number>, meetings: Meetings) {
  const pairs = avoidPairs.map((pair) => pair.map((n) => indexOf.get(n) ?? -1).toSorted((a, b) => a - b));
  const unique = new Map(pairs.map((pair) => [String(pair), pair]));
  const met = [...unique.values()].reduce((sum, [a = 0, b = 0]) => sum + teammatesIn(meetings.stateOf(a, b)), 0);
  return { met, apart: new Set(met === 0 ? unique.keys() : []) };
}

function stretchesOf(present: Attendance['present'], playing: Attendance['playing']) {
  const stretches: Stretch[] = [];
  let [comes, leaves] = [false, false];
  let before: ReadonlySet<number> | null = null;
  for (const [at, set] of present.entries()) {
    if (before === null || set.symmetricDifference(before).size > 0) stretches.push({ players: set.size, rests: 0 });
    comes ||= before !== null && set.difference(before).size > 0;
    leaves ||= before !== null && before.difference(set).size > 0;
    const current = stretches.at(-1);
    if (current !== undefined) current.rests += set.size - (playing[at]?.size ?? 0);
    before = set;
  }
  return { stretches: stretches.filter(({ players }) => players > 0), comeAndLeave: comes && leaves };
}
