import { AVOIDED, Meetings } from './meetings.ts';
import { mexicanoSeats } from './mexicano.ts';
import { type Lineup, type Night, type Pair, playersOf, type Round, type Seats, seatsOf } from './night.ts';
import { createRandom, shuffled } from './random.ts';
import {
  chooseResting,
  countKept,
  countRests,
  createRests,
  enter,
  indexByNumber,
  presentAt,
  type Rests,
  unitsOf,
} from './rests.ts';
import { type OpenRound, Search } from './search.ts';
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
    const { units, resting } = this.#chooseRound(round);
    return this.#roundOf(round, mexicanoSeats(this.#night, units, standings, this.#random), resting);
  }

  rest(first: number): readonly Round[] {
    const whist = this.#whist(first);
    if (whist !== null) return whist;
    const open: OpenRound[] = [];
    for (let round = first; round <= this.#night.rounds; round += 1) {
      const { units, resting } = this.#chooseRound(round);
      const seats = this.#seat(units);
      this.#meetings.add(seats);
      const paired = new Uint8Array(this.#night.players.length);
      for (const i of units.filter(({ length }) => length === 2).flat()) paired[i] = 1;
      open.push({ seats, resting, paired, free: units.filter(({ length }) => length === 1).length });
    }
    new Search(this.#night.format, open, this.#meetings, ratingsOf(this.#night), this.#random).run();
    return open.map(({ seats, resting }, index) => this.#roundOf(first + index, seats, resting));
  }

  /** Who rests, and who plays in which units. */
  #chooseRound(round: number): { units: number[][]; resting: number[] } {
    const present = presentAt(this.#night, round);
    const units = unitsOf(this.#night, present, this.#indexOf);
    const ready = new Set(units.flat());
    const courts = Math.min(this.#night.courts, Math.floor(ready.size / 4));
    enter(this.#rests, ready);
    const resting = chooseResting(this.#rests, units, ready.size - 4 * courts, this.#random);
    countRests(this.#rests, ready, resting);
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

  /** The rest of a whist tournament, where the night is one and everything kept is its beginning. */
  #whist(first: number): readonly Round[] | null {
    const { format, players, courts, rounds, seed, fixedPairs, avoidPairs } = this.#night;
    const tables = whistRounds(players.length);
    if (format !== 'americano' || tables === null || rounds < tables.length || first > tables.length) return null;
    if (courts < Math.floor(players.length / 4) || fixedPairs.length > 0 || avoidPairs.length > 0) return null;
    if (players.some(({ fromRound, untilRound }) => fromRound > 1 || (untilRound ?? rounds) < rounds)) return null;
    const order = shuffled([...players.keys()], createRandom(seed));
    const all = tables.map((seats, index) => {
      const seated = seats.map((seat) => order[seat] as number);
      return this.#roundOf(
        index + 1,
        seated,
        [...players.keys()].filter((i) => !seated.includes(i)),
      );
    });
    const begins = this.#kept.every(({ courts: lineups }, index) => isSameRound(lineups, all[index]?.courts ?? []));
    if (!begins) return null;
    const drawn = all.slice(this.#kept.length);
    return rounds === tables.length ? drawn : [...drawn, ...drawRounds(this.#night, [...this.#kept, ...drawn], [])];
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
export function meetingsOf(night: Night, rounds: readonly Round[], indexOf: ReadonlyMap<number, number>): Meetings {
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
