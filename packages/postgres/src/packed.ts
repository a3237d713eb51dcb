/**
 * Arrays in PostgreSQL's binary format, for statements with many values, such as blocks of the ledger and the states before
 * the matches of an analysis. Text costs three times as much there, mostly to print and parse doubles. The binary format
 * contains their bits.
 *
 * An array is a header (dimensions, null flag, type, length, lower bound), then each element as its length and its bytes.
 */

import { storableText } from './storable-text.ts';

const OID = { bool: 16, bytea: 17, int8: 20, int4: 23, text: 25, float8: 701, timestamptz: 1184, uuid: 2950 } as const;

const HEADER_BYTES = 20;
/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** Timestamps are written and read as two halves of an int64, which avoids a bigint for each. */
const TWO_POW_32 = 2 ** 32;

/** A parameter: an array in binary format. */
export class PackedArray {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** Packs values of a fixed size; null becomes NULL. */
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

/** Writes the header. The elements end at `end`. */
function finish(bytes: Buffer, end: number, oid: number, count: number, hasNulls: boolean): PackedArray {
  // An empty array has no dimensions, so no length and lower bound.
  bytes.writeInt32BE(count === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(hasNulls ? 1 : 0, 4);
  bytes.writeInt32BE(oid, 8);
  if (count === 0) return new PackedArray(bytes.subarray(0, 12));
  bytes.writeInt32BE(count, 12);
  bytes.writeInt32BE(1, 16);
  return new PackedArray(bytes.subarray(0, end));
}

/** Packs doubles as `float8[]`, bit for bit. */
export const packDoubles = packer<number>(OID.float8, 8, (bytes, value, at) => bytes.writeDoubleBE(value, at));

/** Packs integers as `int4[]`. @throws {RangeError} for numbers outside its range. */
export const packIntegers = packer<number>(OID.int4, 4, (bytes, value, at) => bytes.writeInt32BE(value, at));

/** Packs integers as `int8[]`. @throws {RangeError} for fractions. */
export const packBigints = packer<number>(OID.int8, 8, (bytes, value, at) => bytes.writeBigInt64BE(BigInt(value), at));

/** Packs milliseconds since 1970 as `timestamptz[]`. @throws {RangeError} for fractions of a millisecond. */
export const packInstants = packer<number>(OID.timestamptz, 8, (bytes, ms, at) =>
  writeInstant(bytes, ms - EPOCH_MS, at),
);

export const packBooleans = packer<boolean>(OID.bool, 1, (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at));

/** Writes whole milliseconds as microseconds in eight bytes. A double represents them exactly until the year 2285. */
function writeInstant(bytes: Buffer, ms: number, at: number): void {
  if (!Number.isInteger(ms)) throw new RangeError(`${ms} is not a whole number of milliseconds`);
  const microseconds = ms * 1000;
  if (!Number.isSafeInteger(microseconds)) {
    bytes.writeBigInt64BE(BigInt(ms) * 1000n, at);
    return;
  }
  const upper = Math.floor(microseconds / TWO_POW_32);
  bytes.writeInt32BE(upper, at);
  bytes.writeUInt32BE(microseconds - upper * TWO_POW_32, at + 4);
}

/** Packs texts as `text[]`. @throws {RangeError} for text that cannot be stored unchanged. */
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

/** The position of each byte's two digits in the text of a UUID. */
const UUID_DIGITS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
/** The values of hexadecimal digits by character code; NaN for any other character. */
const DIGITS = Array.from({ length: 128 }, (_, code) => Number(`0x${String.fromCharCode(code)}`));

function digitAt(id: string, position: number): number {
  const digit = DIGITS[id.charCodeAt(position)] ?? Number.NaN;
  if (Number.isNaN(digit)) throw new RangeError(`${id} is not a UUID`);
  return digit;
}

/** Packs ids as `uuid[]`. @throws {RangeError} for text that isn't a UUID. */
export const packUuids = packer<string>(OID.uuid, 16, (bytes, id, at) => {
  for (let byte = 0; byte < 16; byte += 1) {
    const position = UUID_DIGITS[byte] as number;
    bytes[at + byte] = 16 * digitAt(id, position) + digitAt(id, position + 1);
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
    if (length !== count) throw new RangeError(`the packed array has ${length} elements, not ${count}`);
    this.#at = 12 + dimensions * 8;
  }

  /** The end of the last element read. */
  get end(): number {
    return this.#at;
  }

  /** The start of the next element; -1 for NULL. */
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

type Read<Value> = (bytes: Buffer, at: number, end: number) => Value;

/** Reads the result of `array_send`, element by element. */
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

/** @returns microseconds since 2000; null if a double cannot represent them exactly */
function readMicros(bytes: Buffer, at: number): number | null {
  const micros = bytes.readInt32BE(at) * TWO_POW_32 + bytes.readUInt32BE(at + 4);
  return Number.isSafeInteger(micros) ? micros : null;
}

const readInstant: Read<number> = (bytes, at) => {
  const micros = readMicros(bytes, at);
  return micros === null ? Number(bytes.readBigInt64BE(at) / 1000n) + EPOCH_MS : Math.floor(micros / 1000) + EPOCH_MS;
};

/** Readers by element type. NULL becomes null; timestamps are truncated to milliseconds. */
export const unpack = {
  uuid: unpacker(readUuid),
  text: unpacker((bytes, at, end) => bytes.toString('utf8', at, end)),
  bytea: unpacker((bytes, at, end) => new Uint8Array(bytes.subarray(at, end))),
  boolean: unpacker((bytes, at) => bytes[at] === 1),
  integer: unpacker((bytes, at) => bytes.readInt32BE(at)),
  bigint: unpacker((bytes, at) => Number(bytes.readBigInt64BE(at))),
  double: unpacker((bytes, at) => bytes.readDoubleBE(at)),
  timestamptz: unpacker(readInstant),
  /** With fractions of a millisecond. */
  exactTimestamptz: unpacker((bytes, at) => {
    const micros = readMicros(bytes, at);
    return micros === null ? readInstant(bytes, at, at) : micros / 1000 + EPOCH_MS;
  }),
} as const;

/** Reads the result of `encode(array_send(…), 'hex')` for a short `float8[]` without nulls. The result keeps no buffer alive. */
export function unpackHexDoubles(hex: string, count: number): number[] {
  const { buffer, byteOffset, length } = Buffer.from(hex, 'hex');
  if (length !== HEADER_BYTES + 12 * count)
    throw new RangeError(`the packed array has ${length} bytes, which is not the size of ${count} numbers`);
  const view = new DataView(buffer, byteOffset, length);
  const values = new Array<number>(count);
  for (let index = 0; index < count; index += 1) values[index] = view.getFloat64(HEADER_BYTES + 12 * index + 4);
  return values;
}
