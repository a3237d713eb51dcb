/** Random nights with everything that happens at a club; for the property test and `npm run drill:nights`. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  certificateOf,
  checkNight,
  drawRounds,
  formats,
  type Lineup,
  type Night,
  type NightPlayer,
  type Pair,
  type Round,
} from '../src/index.ts';
import { never, playersFrom, playingIn } from './nights.ts';

type Event =
  | { readonly kind: 'join' | 'redraw' | 'swap' | 'substitute' }
  | { readonly kind: 'leave' | 'courts'; readonly value: number };

export interface Scenario {
  readonly night: Night;
  /** What happens before each round; null: nothing. */
  readonly events: readonly (Event | null)[];
}

const eventOf: fc.Arbitrary<Event | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('join', 'redraw', 'swap', 'substitute') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('leave', 'courts'), value: fc.nat(63) }) },
);

export const scenariosUpTo = (maxPlayers: number, maxRounds: number): fc.Arbitrary<Scenario> =>
  fc
    .record({
      format: fc.constantFrom(...formats),
      count: fc.integer({ min: 4, max: maxPlayers }),
      courts: fc.integer({ min: 1, max: Math.floor(maxPlayers / 4) }),
      rounds: fc.integer({ min: 2, max: maxRounds }),
      pairs: fc.array(fc.tuple(fc.nat(63), fc.nat(63)), { maxLength: 6 }),
      mexicanoPairing: fc.constantFrom('1_4' as const, '1_3' as const),
      seed: fc.nat(),
      ratings: fc.array(fc.option(fc.integer({ min: 800, max: 2400 })), {
        minLength: maxPlayers,
        maxLength: maxPlayers,
      }),
      events: fc.array(eventOf, { minLength: maxRounds, maxLength: maxRounds }),
    })
    .map(({ count, pairs, ratings, events, ...settings }) => {
      const size = settings.format === 'teams' ? count - (count % 2) : count;
      const numbered = pairs.map(([one, other]): Pair => [(one % size) + 1, (other % size) + 1]);
      const night: Night = {
        ...settings,
        players: playersFrom(size).map((player, i) => ({ ...player, rating: ratings[i] ?? null })),
        fixedPairs: settings.format === 'teams' ? teamsFrom(size) : disjoint(numbered.slice(0, 2)),
        avoidPairs: numbered.slice(2),
      };
      const conflicts = checkNight(night).flatMap((fault) => (fault.code === 'pair_conflict' ? [fault.index] : []));
      return { night: { ...night, avoidPairs: night.avoidPairs.filter((_, i) => !conflicts.includes(i)) }, events };
    });

const teamsFrom = (size: number): Pair[] => Array.from({ length: size / 2 }, (_, i) => [2 * i + 1, 2 * i + 2]);
const disjoint = (pairs: readonly Pair[]): Pair[] =>
  pairs.filter(
    ([one, other], i) =>
      one !== other &&
      !pairs
        .slice(0, i)
        .flat()
        .some((n) => n === one || n === other),
  );

/** Plays a night round by round, and checks after each event what always holds. */
export function playNight({ night: first, events }: Scenario): void {
  let night = first;
  const kept: Round[] = [];
  let bySubstitute = false;
  while (kept.length < night.rounds) {
    const event = events[kept.length] ?? null;
    if (event !== null) night = changed(night, event, kept.length + 1);
    const drawn = drawRounds(night, kept, standingsOf(night, kept));
    if (kept.length === 1)
      assert.deepEqual(drawRounds(night, kept, standingsOf(night, kept)), drawn, 'the same input gives the same plan');
    assert.equal(drawn.length, night.format === 'mexicano' ? 1 : night.rounds - kept.length);
    for (const [index, round] of drawn.entries()) checkRound(night, round, kept.length + 1 + index);
    const [next] = drawn as [Round];
    bySubstitute ||= event?.kind === 'substitute' && next.resting.length > 0;
    kept.push(event === null ? next : byHand(next, event));
    checkPlan(night, [...kept, ...drawn.slice(1)], bySubstitute);
  }
}

function changed(night: Night, event: Event, round: number): Night {
  if (event.kind === 'join') {
    const number = night.players.length + 1;
    const count = night.format === 'teams' ? 2 : 1;
    if (number + count > 65) return night;
    const joined = playersFrom(count).map(
      (player, i): NightPlayer => ({ ...player, number: number + i, fromRound: round }),
    );
    const pairs: readonly Pair[] = night.format === 'teams' ? [[number, number + 1]] : [];
    return { ...night, players: [...night.players, ...joined], fixedPairs: [...night.fixedPairs, ...pairs] };
  }
  if (event.kind === 'leave') {
    const leaver = (event.value % night.players.length) + 1;
    const players = night.players.map((player) =>
      player.number === leaver && player.fromRound < round && player.untilRound === null
        ? { ...player, untilRound: round - 1 }
        : player,
    );
    const left = { ...night, players };
    return checkNight(left, round).some(({ code }) => code === 'not_enough_players') ? night : left;
  }
  if (event.kind === 'courts') return { ...night, courts: (event.value % 16) + 1 };
  return event.kind === 'redraw' ? { ...night, seed: night.seed + 1 } : night;
}

/** A round in which two players were exchanged by hand: of two courts, or one who plays and one who rests. */
function byHand(round: Round, { kind }: Event): Round {
  const [one] = playingIn(round);
  const other = kind === 'swap' ? playingIn(round).at(-1) : kind === 'substitute' ? round.resting[0] : undefined;
  if (one === undefined || other === undefined) return round;
  const exchanged = (n: number): number => (n === one ? other : n === other ? one : n);
  const pair = ([a, b]: Pair): Pair => [exchanged(a), exchanged(b)];
  const courts = round.courts.map(
    (lineup): Lineup => ({ ...lineup, teamA: pair(lineup.teamA), teamB: pair(lineup.teamB) }),
  );
  return { ...round, courts, resting: round.resting.map(exchanged) };
}

/** Standings that change from round to round. */
const standingsOf = ({ players }: Night, kept: readonly Round[]): number[] =>
  kept.length === 0
    ? []
    : players
        .map(({ number }) => number)
        .toSorted((a, b) => ((a * 7 + kept.length * 5) % 11) - ((b * 7 + kept.length * 5) % 11));

const presentIn = ({ players, format, fixedPairs }: Night, round: number): number[] => {
  const present = players.filter((p) => p.fromRound <= round && round <= (p.untilRound ?? round)).map((p) => p.number);
  const pairs = fixedPairs.filter((pair) => pair.every((n) => present.includes(n)));
  return format === 'teams' ? pairs.flat() : present;
};

function checkRound(night: Night, round: Round, number: number): void {
  assert.equal(round.round, number);
  const playing = playingIn(round);
  assert.equal(new Set(playing).size, playing.length, 'no player plays twice in a round');
  const present = presentIn(night, number);
  const everyone = [...playing, ...round.resting.filter((n) => present.includes(n))];
  assert.deepEqual(
    everyone.toSorted((a, b) => a - b),
    present.toSorted((a, b) => a - b),
  );
  assert.equal(round.courts.length, Math.min(night.courts, Math.floor(present.length / 4)));
  assert.deepEqual(
    round.courts.map(({ court }) => court),
    [...round.courts.keys()].map((index) => index + 1),
  );
}

function checkPlan(night: Night, rounds: readonly Round[], bySubstitute: boolean): void {
  const { gaveWay, teammateRepeats, teammateLowerBound, opponentMeetings, opponentMaxBound } = certificateOf(
    night,
    rounds,
    never,
    false,
  );
  const difference = largestRestDifference(night, rounds);
  assert.equal(gaveWay.includes('rests'), difference > 1);
  if (!bySubstitute && night.fixedPairs.length === 0) assert.ok(difference <= 1, 'rests are within one over presence');
  const teams = rounds.flatMap(({ courts }) => courts.flatMap(({ teamA, teamB }) => [teamA, teamB]));
  const together = (pair: Pair): boolean => teams.some((team) => pair.every((n) => team.includes(n)));
  assert.equal(gaveWay.includes('avoid_pairs'), night.avoidPairs.some(together));
  assert.ok(teammateRepeats >= teammateLowerBound, 'no plan beats the bound of teammate repeats');
  assert.ok(opponentMeetings.max >= opponentMaxBound, 'no plan beats the bound of meetings of opponents');
}

/** The largest difference of two players' rests over the rounds at which both are present, counted one by one. */
function largestRestDifference(night: Night, rounds: readonly Round[]): number {
  let largest = 0;
  for (const { number: one } of night.players) {
    for (const { number: other } of night.players) {
      let difference = 0;
      for (const round of rounds) {
        const playing = playingIn(round);
        const present = [...presentIn(night, round.round), ...playing];
        if (!present.includes(one) || !present.includes(other)) continue;
        difference += Number(playing.includes(one)) - Number(playing.includes(other));
      }
      largest = Math.max(largest, difference);
    }
  }
  return largest;
}
