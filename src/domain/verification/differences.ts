import type { ShownValue } from '../../store/engine/stored-column.ts';

/** A stored value that is not what the fold of the history gives. */
export interface Difference {
  /** Null for a difference in a player's present rating. */
  readonly match_id: string | null;
  /** Null for a difference in what is of no single player. */
  readonly player_id: string | null;
  /** The column; `ledger_row` and `rating_row` for a row that is there or is not. */
  readonly field: string;
  readonly stored: ShownValue['value'];
  readonly folded: ShownValue['value'];
  /** The bits of a double as 16 hex digits; null for what is none. */
  readonly stored_bits: string | null;
  readonly folded_bits: string | null;
}

const EXAMPLES_MAX = 20;

/** Where something differs. */
type Place = Pick<Difference, 'match_id' | 'player_id' | 'field'>;

/** Counts differences, and keeps the first of them as examples. */
export class Differences {
  readonly examples: Difference[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Notes that two values differ; nothing when `found` is null. */
  note(place: Place, found: { readonly stored: ShownValue; readonly wanted: ShownValue } | null): void {
    if (found === null) return;
    const { stored, wanted } = found;
    this.#add({
      ...place,
      stored: stored.value,
      folded: wanted.value,
      stored_bits: stored.bits,
      folded_bits: wanted.bits,
    });
  }

  /** Compares two texts, of which null is none. */
  compareText(place: Place, stored: string | null, folded: string | null): void {
    if (stored !== folded) this.#add({ ...place, stored, folded, stored_bits: null, folded_bits: null });
  }

  #add(difference: Difference): void {
    this.#count += 1;
    if (this.examples.length < EXAMPLES_MAX) this.examples.push(difference);
  }
}
