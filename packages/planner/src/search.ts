import { AVOIDED, type Meetings, OPPONENT, opponentsIn, TEAMMATE, teammatesIn } from './meetings.ts';
import type { Format, Seats } from './night.ts';

/** A round that may be improved. */
export interface OpenRound {
  readonly seats: Seats;
  readonly resting: number[];
  /** By player: whether the player plays with the teammate of a fixed pair. */
  readonly paired: Uint8Array;
  /** How many seats are free of fixed pairs. */
  readonly free: number;
}

/** A budget in steps, not in time: the same plan on every machine. */
const STEPS_PER_SEAT = 4000;
export const MAX_STEPS = 1_600_000;
/** The temperature falls a hundred times, to 0.4. */
const HOT = 6;
const COOLING = 0.973;

export const stepsFor = (rounds: readonly OpenRound[]): number =>
  Math.min(MAX_STEPS, STEPS_PER_SEAT * rounds.reduce((sum, { seats }) => sum + seats.length, 0));

/**
 * Improves rounds by simulated annealing: swaps two players of a round, or two teams, and accepts a worse plan ever more
 * rarely. Who rests does not change.
 */
export class Search {
  readonly #rounds: readonly OpenRound[];
  readonly #meetings: Meetings;
  readonly #ratings: Float64Array;
  readonly #random: () => number;
  readonly #costs: Float64Array;
  readonly #balance: number;

  constructor(
    format: Format,
    rounds: readonly OpenRound[],
    meetings: Meetings,
    ratings: Float64Array,
    random: () => number,
  ) {
    this.#rounds = rounds;
    this.#meetings = meetings;
    this.#ratings = ratings;
    this.#random = random;
    this.#costs = pairCosts(format);
    this.#balance = format === 'balanced' ? 1 : 0;
  }

  run(): void {
    const rounds = this.#rounds.filter(({ seats, free }) => seats.length > 4 || free === 4);
    if (rounds.length === 0) return;
    const steps = stepsFor(rounds);
    let temperature = HOT;
    for (let step = 0; step < steps; step += 1) {
      if (step % Math.ceil(steps / 100) === 0) {
        if (this.cost() === 0) return;
        temperature *= COOLING;
      }
      const round = rounds[Math.floor(this.#random() * rounds.length)] as OpenRound;
      const { free, seats: row } = round;
      if (free === 0 || (free < row.length && this.#random() < 0.5)) this.#swapTeams(round, temperature);
      else this.#swapPlayers(round, temperature);
    }
  }

  /** What the plan costs now. */
  cost(): number {
    const pairs = this.#meetings.states.reduce((sum, state) => sum + (this.#costs[state] as number), 0) / 2;
    if (this.#balance === 0) return pairs;
    const courts = this.#rounds.flatMap(({ seats }) =>
      Array.from({ length: seats.length / 4 }, (_, court) => this.#imbalance(seats, 4 * court)),
    );
    return courts.reduce((sum, imbalance) => sum + imbalance, pairs);
  }

  #accepts(delta: number, temperature: number): boolean {
    return delta <= 0 || this.#random() < Math.exp(-delta / temperature);
  }

  #swapPlayers({ seats, paired }: OpenRound, temperature: number): void {
    const one = Math.floor(this.#random() * seats.length);
    const other = Math.floor(this.#random() * seats.length);
    if (one >> 1 === other >> 1) return;
    if (paired[seats[one] as number] === 1 || paired[seats[other] as number] === 1) return;
    if (!this.#accepts(this.#playersDelta(seats, one, other), temperature)) return;
    this.#swap(seats, one, other);
  }

  #playersDelta(seats: Seats, one: number, other: number): number {
    const [x, y] = [seats[one] as number, seats[other] as number];
    const [a, d] = [seats[one ^ 1] as number, seats[other ^ 1] as number];
    const balance = this.#balance === 0 ? 0 : this.#balanceDelta(seats, one, other);
    if (one >> 2 === other >> 2) {
      const turn = TEAMMATE - OPPONENT;
      return (
        balance +
        this.#delta(x, a, -turn) +
        this.#delta(y, d, -turn) +
        this.#delta(x, d, turn) +
        this.#delta(y, a, turn)
      );
    }
    const [b, c] = [seats[one ^ 2] as number, seats[one ^ 3] as number];
    const [e, f] = [seats[other ^ 2] as number, seats[other ^ 3] as number];
    return (
      balance +
      (this.#delta(x, a, -TEAMMATE) + this.#delta(y, d, -TEAMMATE)) +
      (this.#delta(x, d, TEAMMATE) + this.#delta(y, a, TEAMMATE)) +
      (this.#delta(x, b, -OPPONENT) + this.#delta(x, c, -OPPONENT)) +
      (this.#delta(y, e, -OPPONENT) + this.#delta(y, f, -OPPONENT)) +
      (this.#delta(x, e, OPPONENT) + this.#delta(x, f, OPPONENT)) +
      (this.#delta(y, b, OPPONENT) + this.#delta(y, c, OPPONENT))
    );
  }

  #delta(one: number, other: number, by: number): number {
    const state = this.#meetings.stateOf(one, other);
    return (this.#costs[state + by] as number) - (this.#costs[state] as number);
  }

  /** Exchanges the teams of two seats, both players each: for rounds with fixed pairs. */
  #swapTeams({ seats }: OpenRound, temperature: number): void {
    const one = Math.floor((this.#random() * seats.length) / 2) * 2;
    const other = Math.floor((this.#random() * seats.length) / 2) * 2;
    if (one >> 2 === other >> 2) return;
    let delta = this.#balance === 0 ? 0 : this.#balanceDelta(seats, one, other, true);
    for (const side of [0, 1]) {
      for (const opposite of [2, 3]) {
        const [x, b] = [seats[one ^ side] as number, seats[one ^ opposite] as number];
        const [y, e] = [seats[other ^ side] as number, seats[other ^ opposite] as number];
        delta += this.#delta(x, b, -OPPONENT) + this.#delta(x, e, OPPONENT);
        delta += this.#delta(y, e, -OPPONENT) + this.#delta(y, b, OPPONENT);
      }
    }
    if (!this.#accepts(delta, temperature)) return;
    this.#swap(seats, one, other);
    this.#swap(seats, one ^ 1, other ^ 1);
  }

  #swap(seats: Seats, one: number, other: number): void {
    this.#count(seats, one, other, -1);
    [seats[one], seats[other]] = [seats[other] as number, seats[one] as number];
    this.#count(seats, one, other, 1);
  }

  #count(seats: Seats, one: number, other: number, times: number): void {
    const [first, second] = [one & ~3, other & ~3];
    this.#meetings.add(seats.subarray(first, first + 4), times);
    if (second !== first) this.#meetings.add(seats.subarray(second, second + 4), times);
  }

  /** How much less even two courts get by a swap of two seats, or of their teams. */
  #balanceDelta(seats: Seats, one: number, other: number, teams = false): number {
    const before = this.#imbalance(seats, one) + (one >> 2 === other >> 2 ? 0 : this.#imbalance(seats, other));
    const move = (): void => {
      [seats[one], seats[other]] = [seats[other] as number, seats[one] as number];
      if (teams) [seats[one ^ 1], seats[other ^ 1]] = [seats[other ^ 1] as number, seats[one ^ 1] as number];
    };
    move();
    const after = this.#imbalance(seats, one) + (one >> 2 === other >> 2 ? 0 : this.#imbalance(seats, other));
    move();
    return after - before;
  }

  /** 1 for a difference of 20 points of rating between the means of the teams. */
  #imbalance(seats: Seats, seat: number): number {
    const rating = (at: number): number => this.#ratings[seats[at] as number] as number;
    const difference = (rating(seat) + rating(seat ^ 1) - rating(seat ^ 2) - rating(seat ^ 3)) / 40;
    return difference * difference;
  }
}

/** What a pair costs by its state. Repeated teammates weigh most, then uneven opponents, then players that never meet. */
function pairCosts(format: Format): Float64Array {
  const costs = new Float64Array(2 * AVOIDED);
  const teammateWeight = format === 'balanced' ? 8 : 40;
  for (let state = 0; state < costs.length; state += 1) {
    const [teammates, opponents] = [teammatesIn(state), opponentsIn(state)];
    const all = teammates + opponents;
    const choose = (times: number): number => (times * (times - 1)) / 2;
    const evenness = 4 * choose(opponents) + (4 / 3) * choose(opponents) * Math.max(0, opponents - 2);
    costs[state] = teammateWeight * choose(teammates) + evenness + choose(all);
    if (state >= AVOIDED) costs[state] = (costs[state] as number) + 5000 * teammates;
  }
  return costs;
}
