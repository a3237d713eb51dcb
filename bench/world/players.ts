/** Who meets whom: everybody in turn, with neighbours, so that nobody is on two courts at once. */
import { type Population, partnerOf } from '../seed/population.ts';

/** Neighbours in number that play with each other: the regulars of a club. */
const BLOCK = 96;
/** The share of places that somebody from anywhere takes, so that clubs are connected. */
const GUESTS = 0.03;

/** Indices of players, `seats` at a time: each player once, then all again in other company. */
export class Circle {
  readonly #players: readonly number[];
  readonly #seats: number;
  readonly #next: () => number;
  #queue: number[] = [];
  #blocks: number[] = [];

  constructor(players: readonly number[], seats: number, next: () => number) {
    this.#players = players;
    this.#seats = seats;
    this.#next = next;
  }

  take(): number[] {
    if (this.#queue.length < this.#seats) this.#queue = this.#nextBlock();
    const group = this.#queue.splice(-this.#seats);
    for (const seat of group.keys()) {
      const guest = this.#next() < GUESTS ? this.anyone() : null;
      if (guest !== null && !group.includes(guest)) group[seat] = guest;
    }
    return group;
  }

  /** Somebody by chance. */
  anyone(): number {
    return this.#players[Math.floor(this.#next() * this.#players.length)] ?? 0;
  }

  #nextBlock(): number[] {
    if (this.#blocks.length === 0) {
      const count = Math.max(1, Math.floor(this.#players.length / BLOCK));
      this.#blocks = shuffled(
        Array.from({ length: count }, (_, index) => index * BLOCK),
        this.#next,
      );
    }
    const from = this.#blocks.pop() ?? 0;
    const block = shuffled(this.#players.slice(from, from + BLOCK), this.#next);
    return block.slice(0, block.length - (block.length % this.#seats));
  }
}

export function shuffled<T>(values: readonly T[], next: () => number): T[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}

export interface Circles {
  /** Those who play the nights of clubs, eight at a time. */
  readonly clubs: Circle;
  /** Those whose matches an app sends, four at a time. */
  readonly apps: Circle;
}

/** Half of the public players to clubs, half to apps: whoever plays a club's night has no other match at the time. */
export function circlesOf({ playerIds }: Population, next: () => number): Circles {
  const indices = playerIds.flatMap((_, index) => (index % 4 === 3 ? [] : [index]));
  const isOfClub = (player: number): boolean => Math.floor(player / BLOCK) % 2 === 0;
  return {
    clubs: new Circle(indices.filter(isOfClub), 8, next),
    apps: new Circle(
      indices.filter((player) => !isOfClub(player)),
      4,
      next,
    ),
  };
}

/** The club that a night belongs to: that of the first of its players. */
export const clubOf = (population: Population, players: readonly number[]): number =>
  partnerOf(population.size, players[0] ?? 0);
