import { circleRounds } from './circle.ts';
import { AVOIDED, Meetings } from './meetings.ts';
import { mexicanoSeats } from './mexicano.ts';
import { type Lineup, type Night, type Pair, playersOf, type Round, type Seats, seatsOf } from './night.ts';
import { createRandom, shuffled } from './random.ts';
import {
  chooseResting,
  copyOf,
  countKept,
  countRests,
  createRests,
  enter,
  indexByNumber,
  presentAt,
  type Rests,
  unitsOf,
} from './rests.ts';
import { MAX_STEPS, type OpenRound, Search, stepsFor } from './search.ts';
import { whistRounds } from './whist.ts';

/**
 * Draws the rounds after those kept. Kept rounds are open or played and never change. In mexicano only the next round is
 * drawn, by `standings`: player numbers, best first; empty before the first result: then by rating.
 */
export function drawRounds(night: Night, kept: readonly Round[], standings: readonly number[]): readonly Round[] {
  const first = kept.length + 1;
  if (first > night.rounds) return [];
  const plan = new Drawing(night, kept);
  if (night.format === 'mexicano') return [plan.nextOfMexicano(first, standings)];
  return plan.rest(first);
}

const MAX_ATTEMPTS = 4;

class Drawing {
  readonly #night: Night;
  readonly #kept: readonly Round[];
  readonly #indexOf: ReadonlyMap<number, number>;
  readonly #random: () => number;
  readonly #rests: Rests;
  readonly #meetings: Meetings;

  constructor(night: Night, kept: readonly Round[]) {
    this.#night = night;
    this.#kept = kept;
    this.#indexOf = indexByNumber(night);
    this.#random = createRandom(night.seed * 64 + kept.length);
    this.#rests = createRests(night.players.length);
    this.#meetings = meetingsOf(night, kept, this.#indexOf);
    for (const round of kept) countKept(night, this.#rests, round, seatsOf(round.courts, this.#indexOf));
  }

  nextOfMexicano(round: number, standings: readonly number[]): Round {
    const { units, resting } = this.#chooseRound(round, this.#rests);
    return this.#roundOf(round, mexicanoSeats(this.#night, units, standings, this.#random), resting);
  }

  rest(first: number): readonly Round[] {
    const proven = this.#proven(first);
    const isWhole = this.#night.format === 'teams' || this.#night.rounds >= (this.#tables()?.length ?? 0);
    if (proven !== null && isWhole) return proven;
    let best = this.#attempt(first);
    const affordable = Math.min(MAX_ATTEMPTS, Math.floor(MAX_STEPS / (2 * Math.max(1, best.steps))));
    for (let attempt = 1; attempt < affordable && !best.isEven; attempt += 1) {
      const next = this.#attempt(first);
      if (next.cost < best.cost) best = next;
    }
    if (proven !== null && this.#costOf(proven) <= best.cost) return proven;
    return best.open.map(({ seats, resting }, index) => this.#roundOf(first + index, seats, resting));
  }

  /** One plan of all open rounds. Short nights afford several, each with others resting. */
  #attempt(first: number) {
    const rests = copyOf(this.#rests);
    const meetings = this.#meetings.copy();
    const open: OpenRound[] = [];
    for (let round = first; round <= this.#night.rounds; round += 1) {
      const { units, resting } = this.#chooseRound(round, rests);
      const seats = this.#seat(units);
      meetings.add(seats);
      const paired = new Uint8Array(this.#night.players.length);
      for (const i of units.filter(({ length }) => length === 2).flat()) paired[i] = 1;
      open.push({ seats, resting, paired, free: units.filter(({ length }) => length === 1).length });
    }
    const search = new Search(this.#night.format, open, meetings, ratingsOf(this.#night), this.#random);
    search.run();
    return {
      open,
      cost: search.cost(),
      steps: stepsFor(open),
      isEven: this.#night.format !== 'balanced' && meetings.areEven(),
    };
  }

  /** What the beginning of a whist tournament costs: a search may find opponents that are more even. */
  #costOf(drawn: readonly Round[]): number {
    const meetings = meetingsOf(this.#night, [...this.#kept, ...drawn], this.#indexOf);
    return new Search(this.#night.format, [], meetings, ratingsOf(this.#night), this.#random).cost();
  }

  /** Who rests, and who plays in which units. */
  #chooseRound(round: number, rests: Rests): { units: number[][]; resting: number[] } {
    const present = presentAt(this.#night, round);
    const units = unitsOf(this.#night, present, this.#indexOf);
    const ready = new Set(units.flat());
    const courts = Math.min(this.#night.courts, Math.floor(ready.size / 4));
    enter(rests, ready);
    const resting = chooseResting(rests, units, ready.size - 4 * courts, this.#random);
    countRests(rests, ready, resting);
    const rested = new Set(resting);
    return {
      units: units.filter(([i = -1]) => !rested.has(i)),
      resting: [...resting, ...[...present].filter((i) => !ready.has(i))],
    };
  }

  /** Fixed pairs each fill a team; the others fill the remaining seats by chance. */
  #seat(units: readonly number[][]): Seats {
    const teams = shuffled([...Array(units.flat().length / 2).keys()], this.#random);
    const ordered = shuffled(units, this.#random)
      .toSorted((one, other) => other.length - one.length)
      .flat();
    const seats = new Int32Array(ordered.length);
    for (const [position, i] of ordered.entries()) seats[2 * (teams[position >> 1] as number) + (position & 1)] = i;
    return seats;
  }

  /** The rest of a proven schedule, if the night is one and the kept rounds are its beginning. */
  #proven(first: number): readonly Round[] | null {
    const { players, rounds } = this.#night;
    const tables = this.#tables();
    if (tables === null || first > tables.length) return null;
    if (players.some(({ fromRound, untilRound }) => fromRound > 1 || (untilRound ?? rounds) < rounds)) return null;
    const all = tables.slice(0, rounds).map((seats, index) => {
      const resting = [...players.keys()].filter((i) => !seats.includes(i));
      return this.#roundOf(index + 1, seats, resting);
    });
    const begins = this.#kept.every(({ courts }, index) => isSameRound(courts, all[index]?.courts ?? []));
    if (!begins) return null;
    const drawn = all.slice(this.#kept.length);
    return rounds === all.length ? drawn : [...drawn, ...drawRounds(this.#night, [...this.#kept, ...drawn], [])];
  }

  /** A whist tournament, or every pair against every other; by chance in the order of the players. */
  #tables(): readonly Seats[] | null {
    const { format, players, courts, seed, fixedPairs, avoidPairs } = this.#night;
    const random = createRandom(seed);
    if (courts < Math.floor(players.length / 4)) return null;
    if (format === 'teams') {
      const pairs = shuffled(unitsOf(this.#night, new Set(players.keys()), this.#indexOf), random);
      return circleRounds(pairs.length).map((teams) => Int32Array.from(teams.flatMap((team) => pairs[team] ?? [])));
    }
    const tables = whistRounds(players.length);
    if (format !== 'americano' || tables === null) return null;
    if (fixedPairs.length > 0 || avoidPairs.length > 0) return null;
    const order = shuffled([...players.keys()], random);
    return tables.map((seats) => seats.map((seat) => order[seat] as number));
  }

  #roundOf(round: number, seats: Seats, resting: readonly number[]): Round {
    const number = (i: number | undefined): number => this.#night.players[i ?? -1]?.number ?? 0;
    const pair = (seat: number): Pair => [number(seats[seat]), number(seats[seat + 1])];
    const courts = Array.from({ length: seats.length / 4 }, (_, court) => ({
      court: court + 1,
      teamA: pair(4 * court),
      teamB: pair(4 * court + 2),
    }));
    return { round, courts, resting: resting.map(number).toSorted((one, other) => one - other) };
  }
}

const isSameRound = (kept: readonly Lineup[], drawn: readonly Lineup[]): boolean =>
  String(kept.map(playersOf)) === String(drawn.map(playersOf));

/** How often everyone met in these rounds, and who is kept apart. */
function meetingsOf(night: Night, rounds: readonly Round[], indexOf: ReadonlyMap<number, number>): Meetings {
  const meetings = new Meetings(night.players.length);
  for (const [one, other] of night.avoidPairs) {
    const pair = [indexOf.get(one) ?? -1, indexOf.get(other) ?? -1] as const;
    if (Math.min(...pair) >= 0 && meetings.stateOf(...pair) === 0) meetings.change(...pair, AVOIDED);
  }
  for (const { courts } of rounds) meetings.add(seatsOf(courts, indexOf));
  return meetings;
}

/** Ratings by position. Unknown ones count as the mean. */
function ratingsOf({ players }: Night): Float64Array {
  const known = players.flatMap(({ rating }) => rating ?? []);
  const mean = known.reduce((sum, rating) => sum + rating, 0) / Math.max(1, known.length);
  return Float64Array.from(players, ({ rating }) => rating ?? mean);
}
