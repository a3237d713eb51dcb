/**
 * Arrays in PostgreSQL's binary format, for statements that carry many values: blocks of the ledger, which a settlement
 * reads and writes and others read column by column, and the states before the matches of an analysis. Text costs three
 * times as much there, most of it for printing and reading doubles; binary carries their bits as they are.
 *
 * An array is the header (dimensions, whether there are nulls, type, length, lower bound) and then each element as its
 * length and its bytes. What is read has NaN for null.
 */

import { storableText } from './storable-text.ts';

const OID = { bool: 16, bytea: 17, int8: 20, int4: 23, text: 25, float8: 701, timestamptz: 1184, uuid: 2950 } as const;

const HEADER_BYTES = 20;
/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** Instants are written and read as two halves of an int64, so that no bigint is made for each. */
const TWO_POW_32 = 2 ** 32;

/** An array on its way to the database, already in its binary form. */
export class PackedArray {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** Packs values of one size; null is NULL. */
const packer =
  <Value>(oid: number, size: number, write: (bytes: Buffer, value: Value, at: number) => void) =>
  (values: ArrayLike<Value | null>): PackedArray => {
    const bytes = Buffer.allocUnsafe(HEADER_BYTES + values.length * (4 + size));
    let at = HEADER_BYTES;
    let hasNulls = false;
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index] as Value | null;
      if (value === null) {
        hasNulls = true;
        at = bytes.writeInt32BE(-1, at);
        continue;
      }
      at = bytes.writeInt32BE(size, at);
      write(bytes, value, at);
      at += size;
    }
    return finish(bytes, at, oid, values.length, hasNulls);
  };

/** Writes the header in front of the elements, which end at `end`. */
function finish(bytes: Buffer, end: number, oid: number, count: number, hasNulls: boolean): PackedArray {
  // An empty array has no dimension, and then no length and lower bound.
  bytes.writeInt32BE(count === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(hasNulls ? 1 : 0, 4);
  bytes.writeInt32BE(oid, 8);
  if (count === 0) return new PackedArray(bytes.subarray(0, 12));
  bytes.writeInt32BE(count, 12);
  bytes.writeInt32BE(1, 16);
  return new PackedArray(bytes.subarray(0, end));
}

/** Packs doubles as `float8[]`, with all their bits. */
export const packDoubles = packer<number>(OID.float8, 8, (bytes, value, at) => bytes.writeDoubleBE(value, at));

/** Packs whole numbers as `int4[]`. @throws {RangeError} for numbers outside its range. */
export const packIntegers = packer<number>(OID.int4, 4, (bytes, value, at) => bytes.writeInt32BE(value, at));

/** Packs whole numbers as `int8[]`. @throws {RangeError} for numbers with a fraction. */
export const packBigints = packer<number>(OID.int8, 8, (bytes, value, at) => bytes.writeBigInt64BE(BigInt(value), at));

/** Packs milliseconds since 1970 as `timestamptz[]`. @throws {RangeError} for parts of a millisecond. */
export const packInstants = packer<number>(OID.timestamptz, 8, (bytes, ms, at) =>
  writeInstant(bytes, ms - EPOCH_MS, at),
);

/** Packs truth values as `boolean[]`. */
export const packBooleans = packer<boolean>(OID.bool, 1, (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at));

/** Writes whole milliseconds as microseconds in eight bytes. A double holds those exactly until the year 2285. */
function writeInstant(bytes: Buffer, ms: number, at: number): void {
  if (!Number.isInteger(ms)) throw new RangeError(`${ms} is no whole millisecond`);
  const microseconds = ms * 1000;
  if (!Number.isSafeInteger(microseconds)) {
    bytes.writeBigInt64BE(BigInt(ms) * 1000n, at);
    return;
  }
  const upper = Math.floor(microseconds / TWO_POW_32);
  bytes.writeInt32BE(upper, at);
  bytes.writeUInt32BE(microseconds - upper * TWO_POW_32, at + 4);
}

/** Packs texts as `text[]`. @throws {RangeError} for text that cannot be stored as it is. */
export function packTexts(texts: readonly (string | null)[]): PackedArray {
  let length = HEADER_BYTES;
  for (const text of texts) length += 4 + (text === null ? 0 : Buffer.byteLength(storableText(text)));
  const bytes = Buffer.allocUnsafe(length);
  let at = HEADER_BYTES;
  for (const text of texts) {
    const size = text === null ? -1 : bytes.write(text, at + 4);
    at = bytes.writeInt32BE(size, at) + Math.max(size, 0);
  }
  return finish(bytes, at, OID.text, texts.length, texts.includes(null));
}

/** Packs byte strings as `bytea[]`. */
export function packBytes(values: readonly (Uint8Array | null)[]): PackedArray {
  let length = HEADER_BYTES;
  for (const value of values) length += 4 + (value?.length ?? 0);
  const bytes = Buffer.allocUnsafe(length);
  let at = HEADER_BYTES;
  for (const value of values) {
    at = bytes.writeInt32BE(value === null ? -1 : value.length, at);
    if (value === null) continue;
    bytes.set(value, at);
    at += value.length;
  }
  return finish(bytes, at, OID.bytea, values.length, values.includes(null));
}

/** Where in the text of a UUID the two digits of each of its bytes stand. */
const UUID_DIGITS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
/** What hexadecimal digits count, by their character codes; NaN for any other character. */
const DIGITS = Array.from({ length: 128 }, (_, code) => Number(`0x${String.fromCharCode(code)}`));

function digitAt(id: string, place: number): number {
  const digit = DIGITS[id.charCodeAt(place)] ?? Number.NaN;
  if (Number.isNaN(digit)) throw new RangeError(`${id} is no UUID`);
  return digit;
}

/** Packs ids as `uuid[]`. @throws {RangeError} for text that is no id. */
export const packUuids = packer<string>(OID.uuid, 16, (bytes, id, at) => {
  for (let byte = 0; byte < 16; byte += 1) {
    const place = UUID_DIGITS[byte] as number;
    bytes[at + byte] = 16 * digitAt(id, place) + digitAt(id, place + 1);
  }
});

/** Reads an array of any dimensions element by element, in storage order. */
class Elements {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Uint8Array, count: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const dimensions = this.#bytes.readInt32BE(0);
    let length = dimensions === 0 ? 0 : 1;
    for (let dimension = 0; dimension < dimensions; dimension += 1)
      length *= this.#bytes.readInt32BE(12 + dimension * 8);
    if (length !== count) throw new RangeError(`a packed array has ${length} elements, not ${count}`);
    this.#at = 12 + dimensions * 8;
  }

  /** Where the element ends that was read last. */
  get end(): number {
    return this.#at;
  }

  /** Where the next element begins, or -1 for null. */
  next(): number {
    const length = this.#bytes.readInt32BE(this.#at);
    const begin = this.#at + 4;
    this.#at = begin + Math.max(length, 0);
    return length < 0 ? -1 : begin;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }
}

/** Reads one element; null is NULL. */
type Read<Value> = (bytes: Buffer, at: number, end: number) => Value;

/** Reads what `array_send` made of an array, element by element. */
const unpacker =
  <Value>(read: Read<Value>) =>
  (packed: Uint8Array, count: number): (Value | null)[] => {
    const elements = new Elements(packed, count);
    const values = new Array<Value | null>(count);
    for (let index = 0; index < count; index += 1) {
      const at = elements.next();
      values[index] = at < 0 ? null : read(elements.bytes, at, elements.end);
    }
    return values;
  };

const readUuid: Read<string> = (bytes, at) => {
  const hex = bytes.toString('hex', at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** @returns microseconds since 2000 if a double can hold them, else null */
function readMicros(bytes: Buffer, at: number): number | null {
  const micros = bytes.readInt32BE(at) * TWO_POW_32 + bytes.readUInt32BE(at + 4);
  return Number.isSafeInteger(micros) ? micros : null;
}

const readInstant: Read<number> = (bytes, at) => {
  const micros = readMicros(bytes, at);
  return micros === null ? Number(bytes.readBigInt64BE(at) / 1000n) + EPOCH_MS : Math.floor(micros / 1000) + EPOCH_MS;
};

/** How elements of each type are read: null is NULL, instants are cut to milliseconds. */
export const unpack = {
  uuid: unpacker(readUuid),
  text: unpacker((bytes, at, end) => bytes.toString('utf8', at, end)),
  bytea: unpacker((bytes, at, end) => new Uint8Array(bytes.subarray(at, end))),
  boolean: unpacker((bytes, at) => bytes[at] === 1),
  integer: unpacker((bytes, at) => bytes.readInt32BE(at)),
  bigint: unpacker((bytes, at) => Number(bytes.readBigInt64BE(at))),
  double: unpacker((bytes, at) => bytes.readDoubleBE(at)),
  timestamptz: unpacker(readInstant),
  /** With parts of a millisecond. */
  exactTimestamptz: unpacker((bytes, at) => {
    const micros = readMicros(bytes, at);
    return micros === null ? readInstant(bytes, at, at) : micros / 1000 + EPOCH_MS;
  }),
} as const;

/** Reads what `array_send` made of `float8[]`; null becomes NaN. */
export function unpackDoubles(packed: Uint8Array, count: number): Float64Array {
  const elements = new Elements(packed, count);
  const values = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    const at = elements.next();
    values[index] = at < 0 ? Number.NaN : elements.bytes.readDoubleBE(at);
  }
  return values;
}

/** Reads what `encode(array_send(…), 'hex')` made of a `float8[]` without nulls. For short arrays: it keeps no buffer. */
export function unpackHexDoubles(hex: string, count: number): number[] {
  const { buffer, byteOffset, length } = Buffer.from(hex, 'hex');
  if (length !== HEADER_BYTES + 12 * count)
    throw new RangeError(`a packed array of ${length} bytes has not ${count} numbers`);
  const view = new DataView(buffer, byteOffset, length);
  const values = new Array<number>(count);
  for (let index = 0; index < count; index += 1) values[index] = view.getFloat64(HEADER_BYTES + 12 * index + 4);
  return values;
}

/** A number that was read from a packed array. */
export const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** Reads what `array_send` made of `int4[]`; null becomes NaN. */
export function unpackDoublesOfIntegers(packed: Uint8Array, count: number): Float64Array {
  const elements = new Elements(packed, count);
  const values = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    const at = elements.next();
    values[index] = at < 0 ? Number.NaN : elements.bytes.readInt32BE(at);
  }
  return values;
}

/** Reads what `array_send` made of `timestamptz[]` as milliseconds since 1970; null becomes NaN. */
export function unpackInstants(packed: Uint8Array, count: number): Float64Array {
  const elements = new Elements(packed, count);
  const values = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    const at = elements.next();
    values[index] = at < 0 ? Number.NaN : readInstant(elements.bytes, at, at);
  }
  return values;
}
