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

  #take(count: number): string[] {
    if (this.#next + count > this.#halves[this.#half].length) {
      this.#half = this.#half === 0 ? 1 : 0;
      this.#shuffle(this.#halves[this.#half]);
      this.#next = 0;
    }
    this.#next += count;
    return this.#halves[this.#half].slice(this.#next - count, this.#next);
  }

  /** A match that was just played. */
  match(): object {
    return submissionOf(this.#take(4), Date.now());
  }

  /** The matches of a club night that has just ended: twelve players on three courts, mixed anew each round. */
  night(): object[] {
    const players = this.#take(4 * NIGHT_COURTS);
    const endedAt = Date.now();
    return Array.from({ length: NIGHT_MATCHES }, (_, index) => {
      if (index % NIGHT_COURTS === 0) this.#shuffle(players);
      const place = 4 * (index % NIGHT_COURTS);
      return submissionOf(players.slice(place, place + 4), endedAt - NIGHT_MATCHES + index);
    });
  }
}

const NIGHT_COURTS = 3;
/** Eight rounds. */
export const NIGHT_MATCHES = 8 * NIGHT_COURTS;

function submissionOf(four: readonly string[], playedAt: number): object {
  counter += 1;
  return matchOf(four, `bench-${process.pid}-${counter}`, playedAt);
}

/** What `bodyOf` gives, sent by the partners of these keys in turn. */
function sentInTurn(path: string, keys: readonly string[], bodyOf: () => object): Take {
  let next = 0;
  return () => {
    next += 1;
    return postOf(path, keys[next % keys.length] ?? '', bodyOf());
  };
}

/** Single matches. */
export const singlesOf = (turns: Turns, keys: readonly string[]): Take =>
  sentInTurn('/v1/matches', keys, () => turns.match());

/** Batches of so many. */
export const batchesOf = (turns: Turns, keys: readonly string[], size: number): Take =>
  sentInTurn('/v1/matches/batch', keys, () => ({ matches: Array.from({ length: size }, () => turns.match()) }));

/** Whole club nights, a batch each. */
export const nightsOf = (turns: Turns, keys: readonly string[]): Take =>
  sentInTurn('/v1/matches/batch', keys, () => ({ matches: turns.night() }));
