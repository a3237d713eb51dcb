import { createRatingColumns, growRatingColumns, type RatingColumns } from '../../rating/index.ts';
import type { LedgerInputs, PlayerStatesBlock } from '../../store/ledger-arrays.ts';

/** The states of all players who have been met in a fold from nothing, and each one's last match. */
export class LedgerFold {
  /** By index; they move along with the matches that are rated with them. */
  ratings: RatingColumns = createRatingColumns(4096);
  readonly #indices = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #lastMatches: string[] = [];

  /** How many players have been met. */
  get size(): number {
    return this.#ids.length;
  }

  /** The indices of the players of these matches, four a row; whoever is new gets one. */
  take({ player_ids: ids, match_ids: matches }: LedgerInputs): Int32Array {
    const indices = new Int32Array(ids.length);
    for (const [place, id] of ids.entries()) {
      let index = this.#indices.get(id);
      if (index === undefined) {
        index = this.#ids.length;
        this.#indices.set(id, index);
        this.#ids.push(id);
      }
      indices[place] = index;
      this.#lastMatches[index] = matches[place >> 2] ?? '';
    }
    while (this.ratings.mean.length < this.#ids.length) this.ratings = growRatingColumns(this.ratings);
    return indices;
  }

  /** All players with their present states, so many at a time. */
  *players(count: number): Generator<PlayerStatesBlock> {
    const { mean, variance, shown, at, played } = this.ratings;
    for (let from = 0; from < this.#ids.length; from += count) {
      const to = Math.min(from + count, this.#ids.length);
      yield {
        player_ids: this.#ids.slice(from, to),
        last_match_ids: this.#lastMatches.slice(from, to),
        mean: mean.subarray(from, to),
        variance: variance.subarray(from, to),
        shown: shown.subarray(from, to),
        last_played_at: at.subarray(from, to),
        matches_played: played.subarray(from, to),
      };
    }
  }
}
