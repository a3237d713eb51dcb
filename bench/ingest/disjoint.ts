/**
 * Submissions whose players do not meet again for as long as it goes: whoever is in one that is under way is in no other.
 * Two matches of a player that overtake each other are a change of history, which a small population would bring about all
 * the time and a large one never.
 */
import { createSequence } from '../accuracy/data/sequence.ts';
import { postOf, type Take } from '../load.ts';
import { matchOf } from '../settlement/load.ts';

let counter = 0;

/** Everybody in turn, in an order by chance, four at a time. */
export class Turns {
  readonly #playerIds: readonly string[];
  #next = 0;

  constructor(playerIds: readonly string[]) {
    const ids = [...playerIds];
    const next = createSequence(11);
    for (let last = ids.length - 1; last > 0; last -= 1) {
      const other = Math.floor(next() * (last + 1));
      [ids[last], ids[other]] = [ids[other] ?? '', ids[last] ?? ''];
    }
    this.#playerIds = ids;
  }

  /** A match that was just played. */
  match(): object {
    const four = [0, 1, 2, 3].map((seat) => this.#playerIds[(this.#next + seat) % this.#playerIds.length] ?? '');
    this.#next = (this.#next + 4) % this.#playerIds.length;
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
