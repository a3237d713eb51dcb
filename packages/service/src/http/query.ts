/**
 * Parses queries strictly: unknown, repeated and malformed parameters are refused.
 *
 * A `+` is decoded as a space, as in HTML forms and URL libraries. So a UTC offset such as `+02:00` is sent as `%2B02:00`.
 */

import type { FaultCode } from '@bandeja/contract/errors/fault-registry';
import type { Fault } from '@bandeja/contract/errors/problem';
import { parseInstant } from '@bandeja/contract/instant';
import type { ShapeNotes } from '@bandeja/contract/shapes';
import { type Static, type TObject, type TSchema, type TUnsafe, Type } from 'typebox';
import { faultsOf, faultyRequest } from '../validation/faults-of.ts';
import { DecodedCursor, decodeCursor } from './lists.ts';
import { decodeEscapes } from './target.ts';

const canonicalInteger = /^(?:0|-?[1-9][0-9]*)$/;

/** An RFC 3339 instant in a query; the handler gets milliseconds since 1970. */
export function QueryInstant(notes: ShapeNotes = {}): TUnsafe<number> {
  return Type.Unsafe<number>({ type: 'string', format: 'date-time', 'x-read': 'instant', ...notes });
}

/** The keywords of a parameter's shape that the parser uses. */
interface ParameterShape {
  readonly type?: string;
  readonly default?: unknown;
  readonly 'x-read'?: 'instant' | 'cursor';
  /** The shape of the key that a cursor contains. */
  readonly 'x-cursor'?: TObject;
  /** Parameters that cannot be combined with this one. */
  readonly 'x-excludes'?: readonly string[];
}

const NOT_OF_THIS_LIST = 'Must be a `next_cursor` of this list, sent with the same path and filters.';

type ReadResult = { readonly value: unknown } | { readonly code: FaultCode; readonly detail: string };

/**
 * Parses a query by its shape: converts integers, booleans, instants and cursors, and fills in defaults.
 * @param listOf returns the id of the list that a cursor must belong to
 * @throws {Problem} `invalid_query` with one entry per parameter; `malformed_request` for a bad percent escape
 */
export function parseQuery<T extends TObject>(shape: T, text: string, listOf: (filters: object) => string): Static<T> {
  const given = pairsOf(text);
  const properties = shape.properties as Readonly<Record<string, TSchema>>;
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [parameter, texts] of given) {
    const result = readParameter(properties, parameter, texts, given);
    if ('code' in result) faults.push({ parameter: parameter.toWellFormed(), ...result });
    else values[parameter] = result.value;
  }
  for (const [parameter, property] of Object.entries(properties)) {
    if (given.has(parameter)) continue;
    const fallback = (property as ParameterShape).default;
    if (fallback !== undefined) values[parameter] = fallback;
    else if (isRequired(shape, parameter)) {
      faults.push({ parameter, code: 'required', detail: 'This parameter is required.' });
    }
  }
  // Cursors come last, since the id of the list depends on its filters.
  for (const [parameter, value] of faults.length === 0 ? Object.entries(values) : []) {
    if (!(value instanceof DecodedCursor)) continue;
    if (value.list === listOf(values)) values[parameter] = value.key;
    else faults.push({ parameter, code: 'bad_format', detail: NOT_OF_THIS_LIST });
  }
  if (faults.length > 0) throw faultyRequest('invalid_query', faults);
  return values as Static<T>;
}

/** The decoded values of each parameter, in the order sent. */
function pairsOf(text: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const mark = pair.indexOf('=');
    const name = decode(mark === -1 ? pair : pair.slice(0, mark));
    const value = mark === -1 ? '' : decode(pair.slice(mark + 1));
    const texts = pairs.get(name);
    if (texts === undefined) pairs.set(name, [value]);
    else texts.push(value);
  }
  return pairs;
}

function decode(text: string): string {
  return decodeEscapes(text.replaceAll('+', ' '));
}

function readParameter(
  properties: Readonly<Record<string, TSchema>>,
  parameter: string,
  texts: readonly string[],
  given: ReadonlyMap<string, unknown>,
): ReadResult {
  const property = Object.hasOwn(properties, parameter) ? properties[parameter] : undefined;
  if (property === undefined) {
    return { code: 'unknown_field', detail: unknownDetail(Object.keys(properties)) };
  }
  const [text] = texts;
  if (text === undefined || texts.length > 1) {
    return { code: 'repeated', detail: 'This parameter is given more than once.' };
  }
  const result = readValue(property, text);
  const excluded = excludedBy(properties, parameter).find((other) => given.has(other));
  if ('code' in result || excluded === undefined) return result;
  return { code: 'conflicting', detail: `This parameter cannot be combined with ${excluded}.` };
}

function unknownDetail(known: readonly string[]): string {
  if (known.length === 0) return 'This operation has no query parameters.';
  return `This parameter does not exist here. The parameters are: ${known.join(', ')}.`;
}

/** An exclusion is declared on one of two parameters and holds for both. */
function excludedBy(properties: Readonly<Record<string, TSchema>>, parameter: string): string[] {
  const excludes = (name: string): readonly string[] =>
    (properties[name] as ParameterShape | undefined)?.['x-excludes'] ?? [];
  return [...excludes(parameter), ...Object.keys(properties).filter((name) => excludes(name).includes(parameter))];
}

function readValue(property: TSchema, text: string): ReadResult {
  const shape = property as ParameterShape;
  if (shape['x-cursor'] !== undefined) {
    const cursor = decodeCursor(shape['x-cursor'], text);
    return cursor === null ? { code: 'bad_format', detail: NOT_OF_THIS_LIST } : { value: cursor };
  }
  const value = typedValue(shape.type, text);
  if (value === undefined) {
    const wanted = shape.type === 'boolean' ? 'true or false' : 'an integer in plain decimal digits';
    return { code: 'wrong_type', detail: `Must be ${wanted}.` };
  }
  const [fault] = faultsOf(property, value);
  if (fault !== undefined) return { code: fault.code, detail: fault.detail + plusHint(shape, text) };
  return { value: shape['x-read'] === 'instant' ? parseInstant(text) : value };
}

/** Converts a text to the JSON type; undefined if that is impossible. The bounds refuse integers above 2^53. */
function typedValue(type: string | undefined, text: string): string | number | boolean | undefined {
  if (type === 'integer') return canonicalInteger.test(text) ? Number(text) : undefined;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  return text;
}

function plusHint(shape: ParameterShape, text: string): string {
  return shape['x-read'] === 'instant' && text.includes(' ') ? ' In a query, write the plus sign as %2B.' : '';
}

function isRequired(shape: TObject, parameter: string): boolean {
  return ((shape.required ?? []) as readonly string[]).includes(parameter);
}
