import type { SqlScalar, SqlValue } from './database.ts';
import { PackedArray } from './packed.ts';
import { storableText } from './storable-text.ts';

/**
 * Converts between JavaScript values and PostgreSQL's text format, for both engines. The table of types is in `database.ts`.
 *
 * The text format is exact for doubles: with `extra_float_digits ≥ 1`, PostgreSQL prints the shortest digits that parse to the
 * same bits. It is unambiguous for timestamps with `TimeZone=UTC, DateStyle=ISO`. `session.ts` sets these on every connection.
 */

/** The first and last timestamp for which PostgreSQL and JavaScript both write a four-digit year. */
const INSTANT_MIN_MS = Date.UTC(100, 0, 1);
const INSTANT_MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Encodes a parameter.
 * @returns text format; for a packed array its bytes, in binary format; null for SQL NULL.
 * @throws {RangeError} for values that cannot be stored unchanged: text with NUL or a lone surrogate; a timestamp outside the
 *   years 100 to 9999, or with a fraction of a millisecond.
 */
export function encodeValue(value: SqlValue): string | Buffer | null {
  if (value instanceof PackedArray) return value.bytes;
  return Array.isArray(value) ? encodeArray(value) : encodeScalar(value as SqlScalar);
}

function encodeScalar(value: SqlScalar): string | null {
  if (value === null) return null;
  switch (typeof value) {
    case 'string':
      return storableText(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'boolean':
      return value ? 't' : 'f';
    case 'object':
      if (value instanceof Uint8Array)
        return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
      if (typeof value.instantMs === 'number') return encodeInstant(value.instantMs);
      break;
  }
  throw new TypeError(value === undefined ? 'a parameter is undefined' : `a ${typeof value} cannot be a parameter`);
}

function encodeInstant(ms: number): string {
  if (ms === Number.POSITIVE_INFINITY) return 'infinity';
  if (ms === Number.NEGATIVE_INFINITY) return '-infinity';
  if (!Number.isInteger(ms) || ms < INSTANT_MIN_MS || ms > INSTANT_MAX_MS) {
    throw new RangeError(
      `${ms} is not a valid timestamp: pass whole milliseconds since 1970, in the years 100 to 9999`,
    );
  }
  return new Date(ms).toISOString();
}

/** An array literal of any element type. */
export function encodeArray(values: readonly SqlScalar[]): string {
  let literal = '{';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) literal += ',';
    literal += encodeElement(values[index] as SqlScalar);
  }
  return `${literal}}`;
}

/** Text is always quoted: unquoted, NULL, braces, commas and spaces have another meaning. */
function encodeElement(value: SqlScalar): string {
  const text = encodeScalar(value);
  if (text === null) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return text;
  return `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`;
}

/** Converts a column's text to a JavaScript value. */
export type Decoder = (text: string) => unknown;

const decodeText: Decoder = (text) => text;
const decodeNumber: Decoder = Number;
const decodeBoolean: Decoder = (text) => text === 't';
const decodeJson: Decoder = (text) => JSON.parse(text);
const decodeNothing: Decoder = () => null;

/** Throws for integers past 2^53, which would be rounded silently. */
function decodeBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the bigint ${text} is outside ±(2^53 − 1)`);
  return value;
}

function decodeBytes(text: string): Uint8Array {
  if (!text.startsWith('\\x')) throw new TypeError('bytea is in the escape format: bytea_output must be hex');
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}

const INSTANT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/** The value of two digits. Regular expression groups would take four times as long. */
const twoDigits = (text: string, at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;

/** Microseconds (of SQL's `now()`) are truncated to milliseconds, towards the past. */
function decodeInstant(text: string): number {
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  if (text === '-infinity') return Number.NEGATIVE_INFINITY;
  if (!INSTANT.test(text)) throw new RangeError(`the timestamp ${text} is outside the years 100 to 9999 or not in UTC`);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const ms = text.charAt(19) === '.' ? Number(text.slice(20, -3).padEnd(3, '0').slice(0, 3)) : 0;
  return Date.UTC(
    year,
    twoDigits(text, 5) - 1,
    twoDigits(text, 8),
    twoDigits(text, 11),
    twoDigits(text, 14),
    twoDigits(text, 17),
    ms,
  );
}

/**
 * Parses an array literal of any depth. `decode` is applied to every element that is not NULL.
 */
function decodeArray(text: string, decode: Decoder): unknown[] {
  // If the lower bound isn't 1, the literal starts with the bounds, as in '[0:1]={…}'.
  const from = text.startsWith('[') ? text.indexOf('=') + 1 : 0;
  if (text.includes('"') || text.indexOf('{', from + 1) !== -1) return readList(text, from, decode).items;
  if (text.length === from + 2) return [];
  const items: unknown[] = text.slice(from + 1, -1).split(',');
  for (let index = 0; index < items.length; index += 1) {
    items[index] = items[index] === 'NULL' ? null : decode(items[index] as string);
  }
  return items;
}

/** Parses the list that starts with the brace at `at`. */
function readList(text: string, at: number, decode: Decoder): { readonly items: unknown[]; readonly end: number } {
  const items: unknown[] = [];
  let next = at + 1;
  if (text[next] === '}') return { items, end: next + 1 };
  for (;;) {
    if (text[next] === '{') {
      const list = readList(text, next, decode);
      items.push(list.items);
      next = list.end;
    } else if (text[next] === '"') {
      const end = endOfQuoted(text, next + 1);
      const raw = text.slice(next + 1, end);
      items.push(decode(raw.includes('\\') ? raw.replaceAll(/\\(.)/gsu, '$1') : raw));
      next = end + 1;
    } else {
      const end = endOfPlain(text, next);
      const item = text.slice(next, end);
      items.push(item === 'NULL' ? null : decode(item));
      next = end;
    }
    next += 1;
    if (text[next - 1] === '}') return { items, end: next };
  }
}

/** The end of the unquoted element that starts at `from`. */
function endOfPlain(text: string, from: number): number {
  let at = from;
  while (text[at] !== ',' && text[at] !== '}') at += 1;
  return at;
}

/** The position of the first unescaped quote from `from` on. */
function endOfQuoted(text: string, from: number): number {
  let at = from;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** OIDs of the types and of their array types (`select oid, typarray from pg_type`). Those of built-in types never change. */
const DECODERS: readonly (readonly [oid: number, arrayOid: number, decode: Decoder])[] = [
  [16, 1000, decodeBoolean], // boolean
  [17, 1001, decodeBytes], // bytea
  [18, 1002, decodeText], // "char"
  [19, 1003, decodeText], // name
  [20, 1016, decodeBigint], // int8
  [21, 1005, decodeNumber], // int2
  [23, 1007, decodeNumber], // int4
  [25, 1009, decodeText], // text
  [26, 1028, decodeNumber], // oid
  [114, 199, decodeJson], // json
  [700, 1021, decodeNumber], // float4
  [701, 1022, decodeNumber], // float8
  [1042, 1014, decodeText], // char(n)
  [1043, 1015, decodeText], // varchar
  [1082, 1182, decodeText], // date, as YYYY-MM-DD
  [1184, 1185, decodeInstant], // timestamptz
  [2950, 2951, decodeText], // uuid
  [3802, 3807, decodeJson], // jsonb
];

const decoders = new Map<number, Decoder>([[2278, decodeNothing]]); // void
for (const [oid, arrayOid, decode] of DECODERS) {
  decoders.set(oid, decode);
  decoders.set(arrayOid, (text) => decodeArray(text, decode));
}

/**
 * The decoder of a type, by its OID.
 *
 * The decoder of any other type throws. `numeric` (of `sum(bigint)` and `avg`), `timestamp` and `interval` have no unique
 * JavaScript equivalent, so cast them in the SQL.
 */
export function decoderOf(typeOid: number): Decoder {
  return (
    decoders.get(typeOid) ??
    (() => {
      throw new TypeError(`a column has the type with OID ${typeOid}, which has no decoder: cast it in the SQL`);
    })
  );
}
