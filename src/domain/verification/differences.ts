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
/** The last millisecond that a `Date` can be. */
const DATE_MS_MAX = 8_640_000_000_000_000;

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

  /** Adds two numbers of the ledger's states that differ; NaN is none. */
  addNumbers(place: Place, stored: number, folded: number): void {
    const show = (number: number): number | string | null => {
      if (!Number.isFinite(number)) return null;
      return place.field.startsWith('last_played_at') ? instantText(number) : number;
    };
    const [stored_bits, folded_bits] = [bitsOf(stored), bitsOf(folded)];
    this.#add({ ...place, stored: show(stored), folded: show(folded), stored_bits, folded_bits });
  }

  #add(difference: Difference): void {
    this.#count += 1;
    if (this.examples.length < EXAMPLES_MAX) this.examples.push(difference);
  }
}

function bitsOf(number: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number);
  return bytes.toString('hex');
}

/** RFC 3339 with microseconds where the instant has them. @param ms since 1970 */
function instantText(ms: number): string {
  if (Math.abs(ms) > DATE_MS_MAX) return String(ms);
  const whole = Math.floor(ms);
  const micros = Math.round((ms - whole) * 1000);
  const text = new Date(whole).toISOString();
  return micros === 0 ? text : text.replace('Z', `${String(micros).padStart(3, '0')}Z`);
}
