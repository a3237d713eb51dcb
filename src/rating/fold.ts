/** A replay over players with names: for histories that fit in memory as objects. */
import { createMatchColumns, createRatingColumns, readState, writeMatch, writeState } from './columns.ts';
import { replay } from './replay.ts';
import type { Units } from './scoreline.ts';
import type { Four, RatingState } from './state.ts';

/** A match over player ids. */
export interface FoldableMatch {
  /** Four different player ids: winner, winner, loser, loser. */
  readonly players: Four<string>;
  /** Ms when it was played. */
  readonly at: number;
  /** Null without a scoreline. */
  readonly units: Units | null;
  /** ω, above 0, at most 1. */
  readonly weight: number;
  /** ℓ, above 0, at most 1. */
  readonly length: number;
}

/** Where a fold begins. */
export interface FoldOptions {
  /** States by player id; players who are not in it are new. By default all are. Not changed. */
  readonly states?: ReadonlyMap<string, RatingState> | undefined;
  /** B, 1 by default. */
  readonly steepness?: number | undefined;
}

/** Where a fold ends. */
export interface FoldResult {
  /** The state of every player who was there at the beginning or played, in that order. */
  readonly states: Map<string, RatingState>;
  /** B after the last match. */
  readonly steepness: number;
}

/**
 * Folds matches into ratings, in the order given, which should be that of `(played_at, id)`.
 *
 * @throws RangeError when a match names a player twice
 */
export function foldMatches(matches: Iterable<FoldableMatch>, options: FoldOptions = {}): FoldResult {
  const history = [...matches];
  const ids = new Set(options.states?.keys());
  for (const match of history) for (const id of match.players) ids.add(id);
  const indices = new Map([...ids].map((id, index) => [id, index]));
  const indexOf = (id: string): number => indices.get(id) ?? -1;

  const from = createRatingColumns(ids.size);
  for (const [id, state] of options.states ?? []) writeState(from, indexOf(id), state);
  const columns = createMatchColumns(history.length);
  for (const [
    row,
    {
      players: [w0, w1, l0, l1],
      ...match
    },
  ] of history.entries()) {
    writeMatch(columns, row, { ...match, players: [indexOf(w0), indexOf(w1), indexOf(l0), indexOf(l1)] });
  }

  const { ratings, steepness } = replay(columns, { from, steepness: options.steepness });
  const states = new Map<string, RatingState>();
  for (const [id, index] of indices) {
    const state = readState(ratings, index);
    if (state !== null) states.set(id, state);
  }
  return { states, steepness };
}
