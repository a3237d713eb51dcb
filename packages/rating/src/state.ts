/** A player's state in the model (docs/rating.md, section 2), and the tuple types that every function uses. */

/** A player after at least one rated match. A player without one is `null` everywhere. */
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

/** A value for each of two teammates; their order never matters. */
export type Pair<T> = readonly [T, T];

/** A value for each of four players: first winner, second winner, first loser, second loser. */
export type Four<T> = readonly [T, T, T, T];
