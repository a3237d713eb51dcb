import { comparePlaces, earliestPlace, isAtOrAfter, type LedgerPlace, START_OF_HISTORY } from '../history/place.ts';
import type { LedgerConditions } from '../ledger/conditions-store.ts';

interface StoredMark extends LedgerPlace {
  readonly is_spread: boolean;
}

/** The part of the ledger that may be inexact when it is read. */
export class UnsettledPart {
  readonly #marks: ReadonlyMap<string, StoredMark>;
  /** Everything from here on counts as unsettled: the earliest guard, or the beginning during a rebuild. */
  readonly #from: LedgerPlace | null;
  readonly #isRebuilding: boolean;

  constructor(marks: ReadonlyMap<string, StoredMark>, { isRebuilding, guards }: LedgerConditions) {
    this.#marks = marks;
    this.#from = isRebuilding ? START_OF_HISTORY : (earliestPlace(guards) ?? null);
    this.#isRebuilding = isRebuilding;
  }

  includesMatch(match: LedgerPlace & { readonly player_ids: readonly string[] }): boolean {
    return this.#isCovered(match) || match.player_ids.some((id) => this.isMarked(id, match));
  }

  /** @param last the player's last rated match; null if there is none */
  includesPlayer(id: string, last: LedgerPlace | null): boolean {
    return this.isMarked(id) || (last !== null && this.#isCovered(last));
  }

  /** Whether a player is marked at or before a place; without one, at any place. */
  isMarked(id: string, place?: LedgerPlace): boolean {
    const mark = this.#marks.get(id);
    return mark !== undefined && (place === undefined || comparePlaces(mark, place) <= 0);
  }

  /** The players of a match that must be marked at or before it, because another one is marked there and spread, but are not. */
  unmarkedIn(match: LedgerPlace & { readonly player_ids: readonly string[] }): string[] {
    const marked = match.player_ids.filter((id) => this.isMarked(id, match));
    // A rebuild marks players one after the other, in no order of their matches.
    if (this.#isRebuilding || !marked.some((id) => this.#marks.get(id)?.is_spread)) return [];
    return match.player_ids.filter((id) => !marked.includes(id));
  }

  #isCovered(place: LedgerPlace): boolean {
    return this.#from !== null && isAtOrAfter(place, this.#from);
  }
}
