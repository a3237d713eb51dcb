import { comparePlaces, isAtOrAfter, type LedgerPlace } from '../history/place.ts';

/** The part of the ledger that may be inexact when it is read. */
export class UnsettledPart {
  readonly #marks: ReadonlyMap<string, LedgerPlace>;
  /** Everything from here on counts as unsettled: the earliest guard, or the beginning during a rebuild. */
  readonly #from: LedgerPlace | null;

  constructor(marks: ReadonlyMap<string, LedgerPlace>, from: LedgerPlace | null) {
    this.#marks = marks;
    this.#from = from;
  }

  includesMatch(match: LedgerPlace & { readonly player_ids: readonly string[] }): boolean {
    return this.#isCovered(match) || match.player_ids.some((id) => this.#isMarked(id, match));
  }

  /** @param last the player's last rated match; null if there is none */
  includesPlayer(id: string, last: LedgerPlace | null): boolean {
    return this.#marks.has(id) || (last !== null && this.#isCovered(last));
  }

  #isMarked(id: string, place: LedgerPlace): boolean {
    const mark = this.#marks.get(id);
    return mark !== undefined && comparePlaces(mark, place) <= 0;
  }

  #isCovered(place: LedgerPlace): boolean {
    return this.#from !== null && isAtOrAfter(place, this.#from);
  }
}
