/**
 * A column of many rows as it stands in the database, for comparing to the last bit: what `packed.ts` unpacks has lost the
 * difference between null and a stored NaN, and what an instant has below the millisecond.
 */

/** A value for people, and the bits of a double, which its decimals hide from them. */
export interface ShownValue {
  /** A number, an instant as text, or null; null also for a NaN or an infinity, which JSON cannot write. */
  readonly value: number | string | null;
  /** The 64 bits of a double as 16 hex digits; null for what is no double. */
  readonly bits: string | null;
}

export type ColumnKind = 'double' | 'integer' | 'instant';

/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
/** The last millisecond that a `Date` can be, and minus the first. */
const DATE_MS_MAX = 8_640_000_000_000_000;
const NULL_CELL = -1;

const scratch = Buffer.alloc(8);

export class StoredColumn {
  readonly #kind: ColumnKind;
  readonly #bytes: Buffer;
  /** Where each cell begins, or `NULL_CELL`. */
  readonly #cells: Int32Array;

  /**
   * @param packed what `array_send` made of an array of any dimensions; its elements are read in storage order.
   * @throws {RangeError} when there are not so many.
   */
  constructor(kind: ColumnKind, packed: Uint8Array, count: number) {
    this.#kind = kind;
    this.#bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
    this.#cells = cellsOf(this.#bytes, count);
  }

  /**
   * Compares a cell with the value that it ought to hold.
   * @param value of an instant ms since 1970; NaN for null.
   * @returns null when it holds just that, else what it holds and what it ought to.
   */
  compare(index: number, value: number): { readonly stored: ShownValue; readonly wanted: ShownValue } | null {
    if (this.#holds(index, value)) return null;
    return { stored: this.#show(this.#cells[index] ?? NULL_CELL), wanted: showWanted(this.#kind, value) };
  }

  #holds(index: number, value: number): boolean {
    const at = this.#cells[index] ?? NULL_CELL;
    if (at === NULL_CELL || Number.isNaN(value)) return at === NULL_CELL && Number.isNaN(value);
    switch (this.#kind) {
      case 'integer':
        return this.#bytes.readInt32BE(at) === value;
      case 'double':
        scratch.writeDoubleBE(value);
        return (
          this.#bytes.readInt32BE(at) === scratch.readInt32BE(0) &&
          this.#bytes.readInt32BE(at + 4) === scratch.readInt32BE(4)
        );
      case 'instant':
        return this.#bytes.readBigInt64BE(at) === BigInt(value - EPOCH_MS) * 1000n;
    }
  }

  #show(at: number): ShownValue {
    if (at === NULL_CELL) return NOTHING;
    switch (this.#kind) {
      case 'integer':
        return { value: this.#bytes.readInt32BE(at), bits: null };
      case 'double':
        return showDouble(this.#bytes.readDoubleBE(at), this.#bytes.toString('hex', at, at + 8));
      case 'instant':
        return { value: instantText(this.#bytes.readBigInt64BE(at)), bits: null };
    }
  }
}

const NOTHING: ShownValue = { value: null, bits: null };

function cellsOf(bytes: Buffer, count: number): Int32Array {
  const dimensions = bytes.readInt32BE(0);
  const cells = new Int32Array(count);
  let at = 12 + 8 * dimensions;
  for (let index = 0; index < count; index += 1) {
    if (at >= bytes.length) throw new RangeError(`a packed column has ${index} cells, not ${count}`);
    const length = bytes.readInt32BE(at);
    cells[index] = length < 0 ? NULL_CELL : at + 4;
    at += 4 + Math.max(length, 0);
  }
  if (at !== bytes.length) throw new RangeError(`a packed column has more cells than ${count}`);
  return cells;
}

function showWanted(kind: ColumnKind, value: number): ShownValue {
  if (Number.isNaN(value)) return NOTHING;
  if (kind === 'instant') return { value: new Date(value).toISOString(), bits: null };
  if (kind === 'integer') return { value, bits: null };
  scratch.writeDoubleBE(value);
  return showDouble(value, scratch.toString('hex'));
}

const showDouble = (value: number, bits: string): ShownValue => ({
  value: Number.isFinite(value) ? value : null,
  bits,
});

/** RFC 3339 with as many decimals as the instant has, at least the three that all of ours have. */
function instantText(micros: bigint): string {
  const ms = Number(micros / 1000n) + EPOCH_MS;
  const rest = Number(micros % 1000n);
  // Beyond what a date can be there is only `infinity`, which nothing of the service writes.
  if (Math.abs(ms) >= DATE_MS_MAX) return micros > 0n ? 'infinity' : '-infinity';
  const whole = new Date(rest < 0 ? ms - 1 : ms).toISOString();
  return rest === 0 ? whole : whole.replace('Z', `${String(rest < 0 ? rest + 1000 : rest).padStart(3, '0')}Z`);
}
