import type { RatingState } from '@bandeja/rating';
import type { LedgerRow, RatedMatch } from '../history/ledger-store.ts';
import { comparePlaces, earliestPlace } from '../history/place.ts';
import { playerAt } from '../history/rated-match.ts';
import { type RatingChange, type RatingChanges, ratingChange } from '../history/rating-change.ts';
import { type LedgerRating, lastPlaceOf, type Mark, type PlayerRating } from '../history/ratings-store.ts';
import { rateForLedger } from '../history/states.ts';
import { four } from '../history/stored-states.ts';
import { BY_REBUILD, halfGuard, isCovered, type LedgerConditions } from './conditions-store.ts';

/** Matches that were rated from the current ratings of their players. */
export interface Rated {
  /** By match id. */
  readonly rows: Map<string, LedgerRow>;
  readonly changes: RatingChanges;
}

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

  has(playerId: string): boolean {
    return this.#ratings.has(playerId);
  }

  /** Whether all matches come after everything that their players have played. */
  canAppend(matches: readonly RatedMatch[]): boolean {
    return matches.every((match) =>
      match.player_ids.every((id) => {
        const last = lastPlaceOf(this.of(id));
        return last === null || comparePlaces(last, match) < 0;
      }),
    );
  }

  /** Replaces the state and the last match of a player. The version stays. */
  replace({ player_id, state, last_match_id }: LedgerRating): void {
    this.#ratings.set(player_id, { ...this.of(player_id), state, last_match_id });
  }

  /** Rates matches in the order of the history, and updates the ratings of their players. */
  rate(matches: readonly RatedMatch[]): Rated {
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

  /**
   * Rates matches that can be appended. If the state of one of the four players may be inexact, so are the four from this match on,
   * and they are marked.
   * @returns also the ids of the matches that are not settled yet
   */
  append(matches: readonly RatedMatch[], ledger: LedgerConditions): Rated & { readonly unsettled: Set<string> } {
    const rated = this.rate(matches);
    const unsettled = new Set<string>();
    for (const match of [...matches].sort(comparePlaces)) {
      const [first] = match.player_ids;
      const isMarked = this.#spreadMarks(match, ledger);
      if (isMarked || isCovered(ledger, this.of(first ?? '').region, match)) unsettled.add(match.match_id);
    }
    return { ...rated, unsettled };
  }

  #spreadMarks(match: RatedMatch, ledger: LedgerConditions): boolean {
    const ratings = match.player_ids.map((id) => this.of(id));
    const earliest = earliestPlace(ratings.flatMap(({ mark }) => mark ?? []));
    const regions = [...new Set(ratings.map(({ region }) => region))];
    const changed_by =
      earliest?.changed_by ??
      halfGuard(ledger, regions, match)?.changed_by ??
      (ledger.isRebuilding ? BY_REBUILD : null);
    if (changed_by === null) return false;
    const { played_at, match_id } = match;
    for (const rating of ratings) {
      const { mark: known } = rating;
      // A mark may be left behind the last match, if that was voided.
      if (known !== null && comparePlaces(known, match) <= 0) continue;
      const mark: Mark = { ...(known ?? { is_spread: true, guard: null, changed_by }), played_at, match_id };
      this.#ratings.set(rating.player_id, { ...rating, mark });
    }
    return true;
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
