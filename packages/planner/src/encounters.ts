import { Meetings, opponentsIn, teammatesIn } from './meetings.ts';
import { type Night, type Pair, type Round, seatsOf } from './night.ts';
import { indexByNumber, presentAt, unitsOf } from './rests.ts';

/** Rounds in a row with the same players. */
interface Stretch {
  readonly players: number;
  rests: number;
  /** Per player. */
  readonly restsOf: Int32Array;
}

/** The rests of an absent player. */
const ABSENT = -1;

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

/** Who rests and who plays in a round, per player. */
type Attendance = Uint8Array;
const AWAY = 0;
const RESTS = 1;
const PLAYS = 2;

export function encountersOf(night: Night, rounds: readonly Round[]): Encounters {
  const indexOf = indexByNumber(night);
  const count = night.players.length;
  const seats = rounds.map(({ courts }) => seatsOf(courts, indexOf));
  const attendances = rounds.map(({ round }, at) => attendanceOf(night, round, seats[at] ?? new Int32Array(), indexOf));
  const meetings = new Meetings(count);
  for (const row of seats) meetings.add(row);
  const players = [...night.players.keys()];
  const games = players.map((i) => attendances.reduce((sum, of) => sum + Number(of[i] === PLAYS), 0));
  const fixed = night.fixedPairs.map((pair) =>
    fixedPairIn(
      pair.map((n) => indexOf.get(n) ?? -1),
      attendances,
      seats,
    ),
  );
  const avoided = avoidedIn(night.avoidPairs, indexOf, meetings);
  const { stretches, comeAndLeave } = stretchesOf(attendances, count);
  const keyOf = ([one = -1, other = -1]: readonly number[]): number => one * count + other;
  const isFixed = new Set(fixed.map(({ pair }) => keyOf(pair)));
  const isApart = new Set(avoided.apart.map(keyOf));
  const freeGames = games.map(
    (all, i) => all - fixed.reduce((sum, { pair, rounds: n }) => sum + (pair.includes(i) ? n : 0), 0),
  );
  const [teammates, opponents]: [number[], number[]] = [[], []];
  const [teammateChoices, opponentChoices] = [new Array<number>(count).fill(0), new Array<number>(count).fill(0)];
  let [neverMet, teammateRepeats, restDifference] = [0, 0, 0];
  // A night has thousands of pairs, and this code is seldom hot: no lists of pairs.
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) {
      const difference = restDifferenceOf(stretches, one, other);
      if (difference === null) continue;
      restDifference = Math.max(restDifference, difference);
      const state = meetings.stateOf(one, other);
      if (state === 0) neverMet += 1;
      const key = one * count + other;
      if (isFixed.has(key)) continue;
      opponents.push(opponentsIn(state));
      countBoth(opponentChoices, one, other);
      teammateRepeats += Math.max(0, teammatesIn(state) - 1);
      if (isApart.has(key)) continue;
      teammates.push(teammatesIn(state));
      if ((freeGames[one] ?? 0) > 0 && (freeGames[other] ?? 0) > 0) countBoth(teammateChoices, one, other);
    }
  }
  return {
    teammates,
    opponents,
    neverMet,
    teammateRepeats,
    games,
    freeGames,
    teammateChoices,
    opponentChoices,
    opponentPairs: opponents.length,
    opponentSlots: seats.reduce((sum, row) => sum + row.length, 0),
    fixedBroken: fixed.reduce((sum, { broken }) => sum + broken, 0),
    avoidedMet: avoided.met,
    restDifference,
    rests: players.map((i) => stretches.reduce((sum, { restsOf }) => sum + Math.max(0, restsOf[i] as number), 0)),
    stretches,
    comeAndLeave,
  };
}

/** Null if the two are never present together. */
function restDifferenceOf(stretches: readonly Stretch[], one: number, other: number): number | null {
  let difference: number | null = null;
  for (const { restsOf } of stretches) {
    const a = restsOf[one] as number;
    const b = restsOf[other] as number;
    if (a !== ABSENT && b !== ABSENT) difference = (difference ?? 0) + a - b;
  }
  return difference === null ? null : Math.abs(difference);
}

function countBoth(counts: number[], one: number, other: number): void {
  counts[one] = (counts[one] as number) + 1;
  counts[other] = (counts[other] as number) + 1;
}

function attendanceOf(
  night: Night,
  round: number,
  seats: Int32Array,
  indexOf: ReadonlyMap<number, number>,
): Attendance {
  const attendance = new Uint8Array(night.players.length);
  const announced = presentAt(night, round);
  for (const i of night.format === 'teams' ? unitsOf(night, announced, indexOf).flat() : announced) {
    attendance[i] = RESTS;
  }
  for (const i of seats) attendance[i] = PLAYS;
  return attendance;
}

function fixedPairIn(pair: readonly number[], attendances: readonly Attendance[], seats: readonly Int32Array[]) {
  const [one = -1, other = -1] = pair.toSorted((a, b) => a - b);
  let [rounds, broken] = [0, 0];
  for (const [at, { [one]: first = AWAY, [other]: second = AWAY }] of attendances.entries()) {
    if (first === AWAY || second === AWAY || (first === RESTS && second === RESTS)) continue;
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
  return { met, apart: met === 0 ? [...unique.values()] : [] };
}

function stretchesOf(attendances: readonly Attendance[], players: number) {
  const stretches: Stretch[] = [];
  let [comes, leaves] = [false, false];
  let before: Attendance | null = null;
  let current: Stretch = { players: 0, rests: 0, restsOf: new Int32Array() };
  for (const attendance of attendances) {
    let [come, leave] = [false, false];
    for (let i = 0; i < players && before !== null; i += 1) {
      if (before[i] === AWAY) come ||= attendance[i] !== AWAY;
      else leave ||= attendance[i] === AWAY;
    }
    if (before === null || come || leave) {
      const restsOf = Int32Array.from(attendance, (state) => (state === AWAY ? ABSENT : 0));
      current = { players: restsOf.filter((rests) => rests !== ABSENT).length, rests: 0, restsOf };
      stretches.push(current);
    }
    comes ||= come;
    leaves ||= leave;
    for (let i = 0; i < players; i += 1) {
      if (attendance[i] !== RESTS) continue;
      current.rests += 1;
      current.restsOf[i] = (current.restsOf[i] as number) + 1;
    }
    before = attendance;
  }
  return { stretches: stretches.filter((one) => one.players > 0), comeAndLeave: comes && leaves };
}
