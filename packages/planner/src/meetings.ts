import type { Seats } from './night.ts';

/** Meetings as teammates are counted in steps of 64, so that one number holds both counts of a pair, up to 63. */
export const TEAMMATE = 64;
export const OPPONENT = 1;
/** Set for pairs that are to be kept apart. */
export const AVOIDED = 4096;

export const teammatesIn = (state: number): number => (state >> 6) & 63;
export const opponentsIn = (state: number): number => state & 63;

/** How often each pair of players met; symmetric. */
export class Meetings {
  readonly count: number;
  readonly states: Int32Array;

  constructor(count: number) {
    this.count = count;
    this.states = new Int32Array(count * count);
  }

  stateOf(one: number, other: number): number {
    return this.states[one * this.count + other] as number;
  }

  copy(): Meetings {
    const copy = new Meetings(this.count);
    copy.states.set(this.states);
    return copy;
  }

  /** Whether teammates and opponents are as even as if all pairs were alike. */
  areEven(): boolean {
    const [teammates, opponents] = [teammatesIn, opponentsIn].map((read) => {
      const counts: number[] = [];
      for (let one = 0; one < this.count; one += 1) {
        for (let other = 0; other < one; other += 1) counts.push(read(this.stateOf(one, other)));
      }
      return Math.max(...counts) - Math.min(...counts);
    });
    return Math.max(teammates ?? 0, opponents ?? 0) <= 1;
  }

  change(one: number, other: number, by: number): void {
    const { states, count } = this;
    states[one * count + other] = (states[one * count + other] as number) + by;
    states[other * count + one] = (states[other * count + one] as number) + by;
  }

  /** Adds the matches of a round, or takes them away with `times` -1. */
  add(seats: Seats, times = 1): void {
    for (let first = 0; first < seats.length; first += 4) {
      const [a, b, c, d] = seats.subarray(first, first + 4) as unknown as [number, number, number, number];
      this.change(a, b, times * TEAMMATE);
      this.change(c, d, times * TEAMMATE);
      for (const [one, other] of [
        [a, c],
        [a, d],
        [b, c],
        [b, d],
      ] as const)
        this.change(one, other, times * OPPONENT);
    }
  }
}
