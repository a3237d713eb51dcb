import type { TSchema } from 'typebox';
import { FAULTS_COUNTED_MAX, POINTER_LENGTH_MAX } from './collect.ts';
import {
  COLON,
  COMMA,
  endOf,
  endOfFields,
  endOfScalar,
  endOfSpace,
  endOfString,
  endOfValue,
  LIST_CLOSE,
  LIST_OPEN,
  noJson,
  OBJECT_CLOSE,
  OBJECT_OPEN,
  plainTextAt,
  QUOTE,
  textOfString,
} from './json-text.ts';
import { isFarTooLong, lengthJudged } from './text.ts';

/** What a shape says of what is in a value. */
interface Inside {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Inside>>;
  readonly items?: Inside;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/**
 * Reads JSON as far as the shape knows it. `JSON.parse` makes everything that a text holds, and half a megabyte of empty lists
 * or of objects with keys of their own takes it 50 ms. This takes a few milliseconds for any text. Where the shape
 * judges nothing, the value is not that of `JSON.parse`:
 *
 * - Unknown fields are null. If one object has as many of them as faults are counted, what follows in it is left out.
 * - A list that is too long has one item more than it may have.
 * - A text that is far too long has one character more than is judged.
 * - A list or object in the place of something else is empty.
 *
 * So it has the same faults at the same places.
 * @throws {SyntaxError} for a text for which `JSON.parse` does
 */
export function readJson(text: string, shape: TSchema): unknown {
  const reader = new JsonReader(text);
  const value = reader.readValue(shape as Inside);
  reader.expectEnd();
  return value;
}

/** Pointers to longer names may be cut back, and then many of them have one fault together. */
const COUNTED_NAME_LENGTH_MAX = POINTER_LENGTH_MAX / 4;

/** Shared: a new one for each of 250,000 places would take milliseconds. */
const EMPTY_LIST = Object.freeze([]);
const EMPTY_OBJECT = Object.freeze({});

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes as deep as the shape, and not as deep as the text. */
  readValue(shape: Inside): unknown {
    this.#at = endOfSpace(this.#text, this.#at);
    const code = this.#text.charCodeAt(this.#at);
    if (code === OBJECT_OPEN && shape.properties !== undefined) return this.#readObject(shape.properties);
    if (code === LIST_OPEN && shape.items !== undefined) return this.#readList(shape.items, shape.maxItems);
    if (code !== OBJECT_OPEN && code !== LIST_OPEN) {
      return code === QUOTE ? cutToLength(this.#readString(), shape.maxLength) : scalarOf(this.#take(endOfScalar));
    }
    // The shape leaves it open what stands here.
    if (shape.type === undefined) return JSON.parse(this.#take(endOfValue));
    this.#at = endOfValue(this.#text, this.#at);
    return code === LIST_OPEN ? EMPTY_LIST : EMPTY_OBJECT;
  }

  expectEnd(): void {
    this.#at = endOfSpace(this.#text, this.#at);
    if (this.#at < this.#text.length) throw noJson(this.#at);
  }

  #readObject(properties: Readonly<Record<string, Inside>>): object {
    const fields: Record<string, unknown> = {};
    const known = fieldsOf(properties);
    let unknown = 0;
    if (this.#takesFirst(OBJECT_CLOSE)) return fields;
    do {
      if (unknown === FAULTS_COUNTED_MAX) {
        this.#at = endOfFields(this.#text, this.#at);
        break;
      }
      this.#at = endOfSpace(this.#text, this.#at);
      const name = this.#readString();
      this.#at = endOf(COLON, this.#text, this.#at);
      const field = known.get(name);
      if (field !== undefined) {
        fields[name] = this.readValue(field);
        continue;
      }
      this.#at = endOfValue(this.#text, this.#at);
      if (Object.hasOwn(fields, name)) continue;
      if (name.length <= COUNTED_NAME_LENGTH_MAX) unknown += 1;
      setUnknown(fields, name);
    } while (this.#takesComma(OBJECT_CLOSE));
    return fields;
  }

  #readList(shape: Inside, maxItems = Number.POSITIVE_INFINITY): unknown[] {
    const items: unknown[] = [];
    if (this.#takesFirst(LIST_CLOSE)) return items;
    do {
      if (items.length < maxItems) {
        items.push(this.readValue(shape));
        continue;
      }
      this.#at = endOfValue(this.#text, this.#at);
      if (items.length === maxItems) items.push(null);
    } while (this.#takesComma(LIST_CLOSE));
    return items;
  }

  /** Takes the opening of a list or object. @returns whether it is closed at once */
  #takesFirst(closing: number): boolean {
    this.#at = endOfSpace(this.#text, this.#at + 1);
    if (this.#text.charCodeAt(this.#at) !== closing) return false;
    this.#at += 1;
    return true;
  }

  /** Whether a comma comes next, and so another item or field; otherwise takes the closing. */
  #takesComma(closing: number): boolean {
    this.#at = endOfSpace(this.#text, this.#at);
    const code = this.#text.charCodeAt(this.#at);
    if (code !== COMMA && code !== closing) throw noJson(this.#at);
    this.#at += 1;
    return code === COMMA;
  }

  #readString(): string {
    if (this.#text.charCodeAt(this.#at) !== QUOTE) throw noJson(this.#at);
    const plain = plainTextAt(this.#text, this.#at);
    if (plain === null) return textOfString(this.#take(endOfString));
    this.#at += plain.length + 2;
    return plain;
  }

  #take(end: (text: string, start: number) => number): string {
    const start = this.#at;
    this.#at = end(this.#text, start);
    return this.#text.slice(start, this.#at);
  }
}

const fieldMaps = new WeakMap<object, ReadonlyMap<string, Inside>>();

/** The fields of a shape as a map: to look a name up in an object, V8 keeps the name for good. */
function fieldsOf(properties: Readonly<Record<string, Inside>>): ReadonlyMap<string, Inside> {
  let fields = fieldMaps.get(properties);
  if (fields === undefined) {
    fields = new Map(Object.entries(properties));
    fieldMaps.set(properties, fields);
  }
  return fields;
}

function setUnknown(fields: Record<string, unknown>, name: string): void {
  // An assignment would set the prototype.
  if (name === '__proto__') Object.defineProperty(fields, name, { ...asAssigned, value: null });
  else fields[name] = null;
}

const asAssigned = { configurable: true, enumerable: true, writable: true };

function cutToLength(text: string, maxLength: number | undefined): string {
  if (maxLength === undefined || !isFarTooLong(text, maxLength)) return text;
  return text.slice(0, lengthJudged(maxLength) + 1);
}

function scalarOf(piece: string): unknown {
  switch (piece[0]) {
    case 'n':
      return null;
    case 't':
    case 'f':
      return piece === 'true';
    default:
      return Number(piece);
  }
}
