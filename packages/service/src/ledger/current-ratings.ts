import type { RatingState } from '@bandeja/rating';
import type { LedgerRow, RatedMatch } from '../history/ledger-store.ts';
import { comparePlaces } from '../history/place.ts';
import { playerAt } from '../history/rated-match.ts';
import { type RatingChange, ratingChange } from '../history/rating-change.ts';
import { type LedgerRating, lastPlaceOf, type PlayerRating } from '../history/ratings-store.ts';
import { rateForLedger } from '../history/states.ts';
import { four } from '../history/stored-states.ts';
import type { HistoryChange, RatedChange } from './history-change.ts';

/**
 * The current ratings of some players. They are all it takes to rate a match that comes after everything its players have
 * played: such a match changes no other state.
 */
export class CurrentRatings {
  readonly #ratings: Map<string, PlayerRating>;

  constructor(ratings: readonly PlayerRating[]) {
    this.#ratings = new Map(ratings.map((rating) => [rating.player_id, rating]));
  }

  /** @throws if the rating is not one of those given. */
  of(playerId: string): PlayerRating {
    const rating = this.#ratings.get(playerId);
    if (rating === undefined) throw new Error(`the rating of player ${playerId} was not read`);
    return rating;
  }

  /** Whether all matches of a change come after everything that their players have played. */
  canAppend({ inserted, removed }: HistoryChange): boolean {
    const isNext = (match: RatedMatch, id: string): boolean => {
      const last = lastPlaceOf(this.of(id));
      return last === null || comparePlaces(last, match) < 0;
    };
    return removed.length === 0 && inserted.every((match) => match.player_ids.every((id) => isNext(match, id)));
  }

  /** Replaces the state and the last match of a player. The version stays. */
  replace(rating: LedgerRating): void {
    this.#ratings.set(rating.player_id, { ...rating, version: this.of(rating.player_id).version });
  }

  /** Rates matches in the order of the history, and updates the ratings of their players. */
  rate(matches: readonly RatedMatch[]): Pick<RatedChange, 'rows' | 'changes'> {
    const rows = new Map<string, LedgerRow>();
    const ofMatches = new Map<string, readonly RatingChange[]>();
    for (const match of [...matches].sort(comparePlaces)) {
      const ratings = four((slot) => this.of(playerAt(match, slot)));
      const before = four((slot) => ratings[slot].state);
      const row = rateForLedger(match, before);
      rows.set(match.match_id, row);
      const changes = four((slot) => this.#move(ratings[slot], row, row.after[slot]));
      ofMatches.set(match.match_id, changes);
    }
    return { rows, changes: { ofMatches, ofOthers: [] } };
  }

  /** Updates the rating of one player of a rated match. */
  #move(rating: PlayerRating, row: LedgerRow, state: RatingState): RatingChange {
    const last = lastPlaceOf(rating);
    const isLater = last === null || comparePlaces(last, row) < 0;
    const moved = { ...rating, state, last_match_id: isLater ? row.match_id : rating.last_match_id };
    this.#ratings.set(rating.player_id, { ...moved, version: rating.version + 1 });
    return ratingChange(rating, state);
  }
}
