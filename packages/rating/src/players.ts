/** Rating states by player id. They are updated as the matches of a history are rated. */
import { rateBlock } from './block.ts';
import {
  createMatchColumns,
  createRatingColumns,
  growRatingColumns,
  type MatchRow,
  readState,
  readStateAfterMatch,
  writeMatch,
  writeState,
} from './columns.ts';
import type { Four, PlayerState, RatingState } from './state.ts';
import { NEW_POOL, type PoolCalibration } from './step.ts';

/** A match with player ids. */
export interface HistoryMatch extends Omit<MatchRow, 'players'> {
  /** Four different ids, winners first. In a draw, the pair with the lowest id comes first. */
  readonly players: Four<string>;
}

/** The states before and after a match, in the order of its players. */
export interface StatesAround {
  readonly before: Four<PlayerState>;
  readonly after: Four<RatingState>;
}

/** States are kept in the kernel's columns: a few dozen bytes per player, and no garbage. */
export class Players {
  #ratings = createRatingColumns(1024);
  #pool = NEW_POOL;
  readonly #indices = new Map<string, number>();
  /** Indices of deleted players, reused for new ones. */
  readonly #free: number[] = [];

  /** B and K_p after the last match. */
  get pool(): PoolCalibration {
    return this.#pool;
  }

  get ids(): Iterable<string> {
    return this.#indices.keys();
  }

  get size(): number {
    return this.#indices.size;
  }

  has(id: string): boolean {
    return this.#indices.has(id);
  }

  /** The state of a player; null without a match and a starting level. */
  get(id: string): PlayerState {
    const index = this.#indices.get(id);
    return index === undefined ? null : readState(this.#ratings, index);
  }

  set(id: string, state: PlayerState): void {
    const index = this.#indexOf(id);
    writeState(this.#ratings, index, state);
  }

  delete(id: string): void {
    const index = this.#indices.get(id);
    if (index === undefined) return;
    this.#indices.delete(id);
    this.#free.push(index);
  }

  clear(): void {
    this.#indices.clear();
    this.#free.length = 0;
  }

  /** Rates the next matches of the history. An unknown player is treated as new. */
  rate(matches: readonly HistoryMatch[]): StatesAround[] {
    const columns = createMatchColumns(matches.length);
    for (const [
      row,
      {
        players: [a, b, c, d],
        ...match
      },
    ] of matches.entries()) {
      const players = [this.#indexOf(a), this.#indexOf(b), this.#indexOf(c), this.#indexOf(d)] as const;
      writeMatch(columns, row, { ...match, players });
    }
    const before = createRatingColumns(4 * matches.length);
    const after = createRatingColumns(4 * matches.length);
    this.#pool = rateBlock(this.#ratings, columns, { pool: this.#pool, winProbability: null, before, after });
    return matches.map((_, row) => ({
      before: fourOf((slot) => readState(before, 4 * row + slot)),
      after: fourOf((slot) => readStateAfterMatch(after, 4 * row + slot)),
    }));
  }

  #indexOf(id: string): number {
    const known = this.#indices.get(id);
    if (known !== undefined) return known;
    const index = this.#free.pop() ?? this.#indices.size;
    if (index === this.#ratings.mean.length) this.#ratings = growRatingColumns(this.#ratings);
    writeState(this.#ratings, index, null);
    this.#indices.set(id, index);
    return index;
  }
}

const fourOf = <T>(valueAt: (slot: number) => T): Four<T> => [valueAt(0), valueAt(1), valueAt(2), valueAt(3)];
