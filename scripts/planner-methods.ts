/** Published ways to plan an americano, to compare with: each draws rounds for players from 1, as simple planners do. */
import type { Pair, Round } from '@bandeja/planner';
import { createRandom, shuffled } from '@bandeja/planner/random';

export interface Method {
  readonly name: string;
  readonly draw: (players: number, courts: number, rounds: number) => Round[];
}

/** The players of a round in the order of their seats. The others rest. */
function roundOf(round: number, seats: readonly number[], players: number): Round {
  const courts = Array.from({ length: seats.length / 4 }, (_, court) => {
    const [a = 0, b = 0, c = 0, d = 0] = seats.slice(4 * court, 4 * court + 4);
    return { court: court + 1, teamA: [a, b], teamB: [c, d] } as const;
  });
  return { round, courts, resting: numbers(players).filter((number) => !seats.includes(number)) };
}

const numbers = (players: number): number[] => Array.from({ length: players }, (_, index) => index + 1);

/** One player stays, the others rotate; who sits opposite is the teammate; the first teams play. */
function circle(players: number, courts: number, rounds: number): Round[] {
  const size = players + (players % 2);
  return Array.from({ length: rounds }, (_, round) => {
    const ring = numbers(size - 1).map((_number, place) => ((place + round) % (size - 1)) + 2);
    const seated = [1, ...ring];
    const teams = Array.from(
      { length: size / 2 },
      (_, team): Pair => [seated[team] ?? 0, seated[size - 1 - team] ?? 0],
    );
    const whole = teams.filter((team) => team.every((number) => number <= players));
    return roundOf(round + 1, whole.slice(0, 2 * courts).flat(), players);
  });
}

/** A new order of all players in each round. */
function shuffle(players: number, courts: number, rounds: number): Round[] {
  const random = createRandom(1);
  return Array.from({ length: rounds }, (_, round) =>
    roundOf(round + 1, shuffled(numbers(players), random).slice(0, 4 * courts), players),
  );
}

/** In each round, the best of 500 orders: fewest repeated teammates, then opponents; those who rested most play. */
function greedy(players: number, courts: number, rounds: number): Round[] {
  const random = createRandom(1);
  const met = new Map<string, number>();
  const rests = new Map<number, number>();
  return Array.from({ length: rounds }, (_, index) => {
    const ranked = shuffled(numbers(players), random).toSorted((a, b) => (rests.get(b) ?? 0) - (rests.get(a) ?? 0));
    const playing = ranked.slice(0, 4 * courts);
    const tried = Array.from({ length: 500 }, () => roundOf(index + 1, shuffled(playing, random), players));
    const costs = tried.map((round) =>
      meetingsIn(round).reduce((sum, [name, weight]) => sum + weight * (met.get(name) ?? 0), 0),
    );
    const best = tried[costs.indexOf(Math.min(...costs))] as Round;
    for (const [name] of meetingsIn(best)) met.set(name, (met.get(name) ?? 0) + 1);
    for (const number of best.resting) rests.set(number, (rests.get(number) ?? 0) + 1);
    return best;
  });
}

/** The pairs that meet, each with the weight of meeting again. */
function meetingsIn({ courts }: Round): (readonly [string, number])[] {
  const name = (kind: string, pair: Pair): string => `${kind} ${Math.min(...pair)} ${Math.max(...pair)}`;
  return courts.flatMap(({ teamA, teamB }) => [
    ...[teamA, teamB].map((team) => [name('with', team), 10] as const),
    ...teamA.flatMap((one) => teamB.map((other) => [name('against', [one, other]), 1] as const)),
  ]);
}

export const methods: readonly Method[] = [
  { name: 'circle method', draw: circle },
  { name: 'shuffle every round', draw: shuffle },
  { name: 'best of 500 shuffles', draw: greedy },
];
