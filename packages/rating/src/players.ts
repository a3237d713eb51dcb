/** Players by id, whose states move along with the matches of a history. */
import { rateBlock } from './block.ts';
import {
  createMatchColumns,
  createRatingColumns,
  growRatingColumns,
  type MatchRow,
  readState,
  writeMatch,
  writeState,
} from './columns.ts';
import type { Four, RatingState } from './state.ts';
import { NEW_POOL, type PoolCalibration } from './step.ts';

/** A match over player ids. */
export interface HistoryMatch extends Omit<MatchRow, 'players'> {
  /** Four different ids, winners first; of a draw the pair that has the lowest id. */
  readonly players: Four<string>;
}

/** The states around a match, in the order of its players; null for a player without an earlier match. */
export interface StatesAround {
  readonly before: Four<RatingState | null>;
  readonly after: Four<RatingState>;
}

/** It keeps states in the kernel's columns: millions of them take a few dozen bytes each and leave no garbage behind. */
export class Players {
  #ratings = createRatingColumns(1024);
  #pool = NEW_POOL;
  readonly #places = new Map<string, number>();
  /** Places of deleted players, to be used again. */
  readonly #free: number[] = [];

  /** B and K_p after the last match. */
  get pool(): PoolCalibration {
    return this.#pool;
  }

  get ids(): Iterable<string> {
    return this.#places.keys();
  }

  get size(): number {
    return this.#places.size;
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  /** The state of a player; null without a match. */
  get(id: string): RatingState | null {
    const place = this.#places.get(id);
    return place === undefined ? null : readState(this.#ratings, place);
  }

  set(id: string, state: RatingState | null): void {
    const place = this.#placeOf(id);
    writeState(this.#ratings, place, state);
  }

  delete(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    this.#free.push(place);
  }

  clear(): void {
    this.#places.clear();
    this.#free.length = 0;
  }

  /** Rates the next matches of the history. A player that is not known yet has no earlier match. */
  rate(matches: readonly HistoryMatch[]): StatesAround[] {
    const columns = createMatchColumns(matches.length);
    for (const [
      row,
      {
        players: [a, b, c, d],
        ...match
      },
    ] of matches.entries()) {
      const players = [this.#placeOf(a), this.#placeOf(b), this.#placeOf(c), this.#placeOf(d)] as const;
      writeMatch(columns, row, { ...match, players });
    }
    const before = createRatingColumns(4 * matches.length);
    const after = createRatingColumns(4 * matches.length);
    this.#pool = rateBlock(this.#ratings, columns, { pool: this.#pool, winProbability: null, before, after });
    return matches.map((_, row) => ({
      before: fourOf((slot) => readState(before, 4 * row + slot)),
      after: fourOf((slot) => played(readState(after, 4 * row + slot))),
    }));
  }

  #placeOf(id: string): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place = this.#free.pop() ?? this.#places.size;
    if (place === this.#ratings.mean.length) this.#ratings = growRatingColumns(this.#ratings);
    writeState(this.#ratings, place, null);
    this.#places.set(id, place);
    return place;
  }
}

const fourOf = <T>(of: (slot: number) => T): Four<T> => [of(0), of(1), of(2), of(3)];

function played(state: RatingState | null): RatingState {
  if (state === null) throw new RangeError('A variance is not above 0: the match or a state is not a possible one.');
  return state;
}
