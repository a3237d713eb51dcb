/**
 * Submissions whose players do not meet again for as long as it goes: whoever is in one that is under way is in no other.
 * Two matches of a player that overtake each other are a change of history, which a small population would bring about all
 * the time and a large one never.
 */
import { createSequence } from '../accuracy/data/sequence.ts';
import { postOf, type Take } from '../load.ts';
import { matchOf } from '../settlement/load.ts';

let counter = 0;

/**
 * Everybody in turn, in an order by chance, four at a time. There are two halves, each shuffled when its turn comes: so all
 * meet others each time, and nobody comes again before the other half has played.
 */
export class Turns {
  readonly #halves: readonly [string[], string[]];
  readonly #random = createSequence(11);
  #half: 0 | 1 = 0;
  #next = 0;

  constructor(playerIds: readonly string[]) {
    const middle = playerIds.length >> 1;
    this.#halves = [playerIds.slice(0, middle), playerIds.slice(middle)];
    this.#shuffle(this.#halves[0]);
  }

  #shuffle(ids: string[]): void {
    for (let last = ids.length - 1; last > 0; last -= 1) {
      const other = Math.floor(this.#random() * (last + 1));
      [ids[last], ids[other]] = [ids[other] ?? '', ids[last] ?? ''];
    }
  }

  /** A match that was just played. */
  match(): object {
    if (this.#next + 4 > this.#halves[this.#half].length) {
      this.#half = this.#half === 0 ? 1 : 0;
      this.#shuffle(this.#halves[this.#half]);
      this.#next = 0;
    }
    const four = this.#halves[this.#half].slice(this.#next, this.#next + 4);
    this.#next += 4;
    counter += 1;
    return matchOf(four, `bench-${process.pid}-${counter}`, Date.now());
  }
}

/** Single matches, by the partners of these keys in turn. */
export function singlesOf(turns: Turns, keys: readonly string[]): Take {
  let next = 0;
  return () => {
    next += 1;
    return postOf('/v1/matches', keys[next % keys.length] ?? '', turns.match());
  };
}

/** Batches of so many, by the partners of these keys in turn. */
export function batchesOf(turns: Turns, keys: readonly string[], size: number): Take {
  let next = 0;
  return () => {
    next += 1;
    const matches = Array.from({ length: size }, () => turns.match());
    return postOf('/v1/matches/batch', keys[next % keys.length] ?? '', { matches });
  };
}
