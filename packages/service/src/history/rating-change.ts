import { scoreOf } from '@bandeja/rating';
import type { PlayerRating } from './ratings-store.ts';

/** A change of one player's rating. */
export interface RatingChange {
  readonly player_id: string;
  /** The version of the rating after the change. */
  readonly sequence: number;
  readonly score_before: number;
  readonly score_after: number;
}

/** The rating changes that a change of the history causes. */
export interface RatingChanges {
  /**
   * By match id, in the order of the history. A player of several of these matches is listed under each of them if they were
   * appended, otherwise only under the latest.
   */
  readonly ofMatches: ReadonlyMap<string, readonly RatingChange[]>;
  /** Changes of players who played none of these matches. */
  readonly ofOthers: readonly RatingChange[];
}

type Shown = Parameters<typeof scoreOf>[0];

/** The change from a rating to its next version. */
export const ratingChange = (
  before: Pick<PlayerRating, 'player_id' | 'version'> & { readonly state: Shown },
  after: Shown,
): RatingChange => ({
  player_id: before.player_id,
  sequence: before.version + 1,
  score_before: scoreOf(before.state),
  score_after: scoreOf(after),
});
