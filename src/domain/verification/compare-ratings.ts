import { MODEL_VERSION } from '../../rating/index.ts';
import type { LedgerState } from '../../store/ledger/ledger-state.ts';
import type { StoredRatings } from '../../store/ledger/verification.ts';
import { type FoldedPlayer, type HistoryFold, settledPart } from '../rated-history/index.ts';
import type { Differences } from './differences.ts';

/**
 * Compares present ratings, part by part, with where the fold has brought their players; those of players whose last match is
 * not settled yet are left out.
 */
export class RatingsComparison {
  readonly #fold: HistoryFold;
  readonly #isSettled: ReturnType<typeof settledPart>;
  readonly #differences: Differences;
  readonly #unseen: Set<string>;
  #players = 0;
  #unsettled = 0;

  constructor(fold: HistoryFold, ledgerState: LedgerState, differences: Differences) {
    this.#fold = fold;
    this.#isSettled = settledPart(ledgerState);
    this.#differences = differences;
    this.#unseen = new Set(fold.playerIds);
  }

  add(part: StoredRatings): void {
    this.#players += part.count;
    for (const [row, id] of part.player_ids.entries()) {
      this.#unseen.delete(id);
      const folded = this.#fold.playerOf(id);
      if (folded !== undefined && !this.#isSettled({ played_at: folded.state.at, match_id: folded.lastMatchId })) {
        this.#unsettled += 1;
        continue;
      }
      if (part.has_row[row] === true) compareRating(this.#differences, part, row, folded);
      else noteAbsent(this.#differences, id);
    }
  }

  /** To be called once all were added. @returns how many players there are, and how many of them were left out. */
  finish(): { readonly players: number; readonly unsettled: number } {
    for (const id of this.#unseen) noteAbsent(this.#differences, id);
    return { players: this.#players, unsettled: this.#unsettled };
  }
}

function noteAbsent(differences: Differences, playerId: string): void {
  differences.compareText({ match_id: null, player_id: playerId, field: 'rating_row' }, 'absent', 'present');
}

function compareRating(
  differences: Differences,
  ratings: StoredRatings,
  row: number,
  folded: FoldedPlayer | undefined,
): void {
  const place = (field: string) => ({ match_id: null, player_id: ratings.player_ids[row] ?? null, field });
  const { mean, variance, shown, at, played } = folded?.state ?? NEVER_PLAYED;
  const cells = { mean, variance, shown, last_played_at: at, matches_played: played };
  for (const [field, column] of Object.entries(ratings.states)) {
    differences.note(place(field), column.compare(row, cells[field as keyof typeof cells]));
  }
  const version = folded === undefined ? null : MODEL_VERSION;
  differences.compareText(place('last_match_id'), ratings.last_match_ids[row] ?? null, folded?.lastMatchId ?? null);
  differences.compareText(place('model_version'), ratings.model_versions[row] ?? null, version);
}

/** All null but for the count. */
const NEVER_PLAYED = { mean: Number.NaN, variance: Number.NaN, shown: Number.NaN, at: Number.NaN, played: 0 } as const;
