/** A player's state in the model (docs/rating.md, section 2), and the tuple types that every function uses. */

/** A player after at least one rated match. A player without one is a {@link NewPlayer}. */
export interface RatingState {
  /** Expected skill in logits. */
  readonly mean: number;
  /** Variance of the skill in logits², above 0, as of the last match. */
  readonly variance: number;
  /** The displayed mean in logits: a win never lowers it, and a loss never raises it. */
  readonly shown: number;
  /** Instant of the last match in milliseconds since 1970. */
  readonly at: number;
  /** Rated matches so far. */
  readonly played: number;
}

/**
 * A player without a rated match: null or, if a level of the player was stated, its points. The statement counts
 * for this player only; the other three players of the first match see any newcomer.
 */
export type NewPlayer = StatedLevel | null;

/** A starting level. */
export interface StatedLevel {
  /** The stated score: whole points from 0 to 3000. */
  readonly points: number;
}

/** Any player: new, or known from rated matches. */
export type PlayerState = RatingState | NewPlayer;

/** The state of a known player; null for a new one. */
export function knownState<Known extends object>(state: Known | NewPlayer): Known | null {
  return isStated(state) ? null : state;
}

/** Whether it is a new player with a starting level. */
export const isStated = (state: object | null): state is StatedLevel => state !== null && 'points' in state;

/** A value for each of two teammates; their order never matters. */
export type Pair<T> = readonly [T, T];

/** A value for each of four players: first winner, second winner, first loser, second loser. */
export type Four<T> = readonly [T, T, T, T];
