/** Wrong values of a schema of the OpenAPI document, each with the fault that it must be refused for. */
import { pointerTo } from '@bandeja/contract/pointer';
import type { Body, Schema } from './document.ts';

export interface WrongValue {
  readonly value: unknown;
  readonly code: string;
}

export interface BodyCase {
  readonly body: unknown;
  readonly pointer: string;
  readonly code: string;
}

/** One value of each JSON type. */
const samples: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 7,
  number: 7.5,
  boolean: true,
  array: [],
  object: {},
};

const typesOf = ({ type = [] }: Schema): readonly string[] => [type].flat();

/** Limits with their own fault codes, by the pointer of the list and its limits. */
const listCodes: Readonly<Record<string, { readonly short: string; readonly long: string }>> = {
  '/participants 4..4': { short: 'team_size', long: 'team_size' },
  '/matches 1..25': { short: 'batch_empty', long: 'batch_too_large' },
  '/players 1..100': { short: 'batch_empty', long: 'batch_too_large' },
  '/rows 1..25': { short: 'batch_empty', long: 'batch_too_large' },
  '/rows 0..25': { short: 'batch_empty', long: 'batch_too_large' },
  '/players 0..100': { short: 'batch_empty', long: 'batch_too_large' },
  '/players 4..64': { short: 'not_enough_players', long: 'out_of_range' },
};

/** The code of a list's limit. Entries of a batch have the codes of the single body. */
function listCode(pointer: string, limits: string, end: 'short' | 'long'): string {
  return listCodes[`${pointer.replace(/^\/(?:matches|players)\/0/, '')} ${limits}`]?.[end] ?? 'out_of_range';
}

/** Every way in which the value at a place of a valid body can break its schema alone. */
export function wrongValues(schema: Schema, right: unknown, pointer: string, isRequired = true): WrongValue[] {
  const types = typesOf(schema);
  if (types.length === 0) return [];
  const isAllowed = (type: string): boolean => types.includes(type) || (type === 'integer' && types.includes('number'));
  const wrong: WrongValue[] = Object.entries(samples)
    .filter(([type]) => !isAllowed(type))
    .map(([, value]) => ({ value, code: 'wrong_type' }));
  if (!types.includes('null')) wrong.push({ value: null, code: isRequired ? 'required' : 'wrong_type' });
  if (schema.enum !== undefined) wrong.push(...wrongChoices(schema.enum));
  else if (types.includes('string')) wrong.push(...wrongTexts(schema));
  if (types.includes('integer') || types.includes('number')) wrong.push(...wrongNumbers(schema));
  if (types.includes('array')) wrong.push(...wrongLists(schema, right, pointer));
  return wrong;
}

function wrongChoices(choices: readonly unknown[]): WrongValue[] {
  const [first] = choices;
  const values =
    typeof first === 'string' ? ['surprise', '', `${first} `, first.toLowerCase(), first.toUpperCase()] : [];
  return values.filter((value) => !choices.includes(value)).map((value) => ({ value, code: 'not_one_of' }));
}

const malformed: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['yesterday', '2026-05-01', '2026-05-01T19:10:00', '2026-02-29T19:10:00Z', '2026-05-01T24:00:00Z'],
  date: ['yesterday', '2026-02-29', '2026-5-1', '0000-01-01'],
  uuid: ['x', '019DE4F2-A340-8F34-A99B-71224F08972D', '019de4f2a3408f34a99b71224f08972d'],
  'shown-text': ['\u200b', ' '],
};

/** Texts that some pattern of the API refuses, and none accepts by chance: each is tried where it breaks the pattern. */
const oddTexts = ['a b', '.', '..', '-ana', 'ana.', 'jürgen', 'ana\n', '\u212Aai', 'ana@club', '%61na', 'Ñ', 'AB'];

function wrongTexts({ minLength = 0, maxLength, pattern, format }: Schema): WrongValue[] {
  // Such a text isn't the name of a time zone either, and a query has one fault for each parameter.
  const code = format === 'time-zone' ? 'not_one_of' : 'bad_format';
  const wrong: WrongValue[] = ['a\0a', 'a\ud83ca'].map((value) => ({ value, code }));
  for (const value of malformed[format ?? ''] ?? []) wrong.push({ value, code: 'bad_format' });
  if (format === 'time-zone')
    wrong.push(...['Mars/Base', '+02:00', ''].map((value) => ({ value, code: 'not_one_of' })));
  const isOdd = (text: string): boolean => pattern !== undefined && !new RegExp(pattern, 'u').test(text);
  for (const value of oddTexts.filter(isOdd)) wrong.push({ value, code: 'bad_format' });
  if (minLength > 0) wrong.push({ value: 'x'.repeat(minLength - 1), code: 'out_of_range' });
  if (maxLength !== undefined) wrong.push({ value: 'x'.repeat(maxLength + 1), code: 'out_of_range' });
  return wrong;
}

function wrongNumbers({ minimum, maximum, exclusiveMinimum }: Schema): WrongValue[] {
  const values = [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ];
  return values.map((value) => ({ value, code: 'out_of_range' }));
}

function wrongLists({ minItems = 0, maxItems }: Schema, right: unknown, pointer: string): WrongValue[] {
  const [item = 'x'] = Array.isArray(right) ? right : [];
  const of = (count: number) => Array.from({ length: count }, () => item);
  const limits = `${minItems}..${maxItems}`;
  return [
    ...(minItems > 0 ? [{ value: of(minItems - 1), code: listCode(pointer, limits, 'short') }] : []),
    ...(maxItems === undefined ? [] : [{ value: of(maxItems + 1), code: listCode(pointer, limits, 'long') }]),
  ];
}

/** Values at the limits of a schema, which are inside. Of many choices the first and the last. */
function limitValues({ minLength, maxLength, minimum, maximum, enum: choices, format, type = [] }: Schema): unknown[] {
  const none = [type].flat().includes('null') ? [null] : [];
  if (choices !== undefined) {
    const words = choices.filter((choice) => choice !== null);
    return [...none, ...(words.length > 10 ? [words[0], words.at(-1)] : words)];
  }
  const lengths = [minLength, maxLength].filter((length) => length !== undefined);
  const longest = maxLength === undefined || format !== undefined ? [] : ['🎾'.repeat(maxLength)];
  const numbers = [minimum, maximum].filter((number) => number !== undefined);
  return [...none, ...lengths.map((length) => 'x'.repeat(length)), ...longest, ...numbers];
}

/** A place of a body: its schema, its value, and how to replace the value. */
interface Place {
  readonly pointer: string;
  readonly schema: Schema;
  readonly right: unknown;
  readonly isRequired: boolean;
  /** @returns the whole body; without a value if it is undefined */
  readonly withValue: (value: unknown) => unknown;
}

/** All places of a body, the first of each list. An optional object or list of the example may be missing: then it is not entered. */
function* placesOf(place: Place): Generator<Place> {
  yield place;
  const { schema, right, pointer, withValue } = place;
  if (Array.isArray(right) && schema.items !== undefined && right.length > 0) {
    const [first, ...rest] = right as readonly unknown[];
    const withItem = (value: unknown) => withValue([value, ...rest]);
    yield* placesOf({
      pointer: `${pointer}/0`,
      schema: schema.items,
      right: first,
      isRequired: false,
      withValue: withItem,
    });
  } else if (typeof right === 'object' && right !== null) {
    const fields = right as Readonly<Record<string, unknown>>;
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const isRequired = schema.required?.includes(name) === true;
      const withField = (value: unknown) => withValue({ ...fields, [name]: value });
      yield* placesOf({
        pointer: pointer + pointerTo(name),
        schema: field,
        right: fields[name],
        isRequired,
        withValue: withField,
      });
    }
  }
}

function allPlaces({ schema, example }: Body): Place[] {
  return [...placesOf({ pointer: '', schema, right: example, isRequired: false, withValue: (value) => value })];
}

/** Bodies that break one rule of their schema at one place. */
export function wrongBodies(body: Body): BodyCase[] {
  return allPlaces(body).flatMap(({ pointer, schema, right, isRequired, withValue }): BodyCase[] => {
    const cases = wrongValues(schema, right, pointer, isRequired).map(
      ({ value, code }): BodyCase => ({ body: withValue(value), pointer, code }),
    );
    if (isRequired) cases.push({ body: withValue(undefined), pointer, code: 'required' });
    if (schema.properties !== undefined && typeof right === 'object') {
      for (const name of ['surprise', 'Surprise', 'a/b~']) {
        cases.push({
          body: withValue({ ...right, [name]: 1 }),
          pointer: pointer + pointerTo(name),
          code: 'unknown_field',
        });
      }
    }
    return cases;
  });
}

/** Bodies with a value at its limit. An unknown field beside it makes each of them be refused: nothing is stored. */
export function bodiesAtLimits(body: Body): { readonly body: unknown; readonly pointer: string }[] {
  return allPlaces(body).flatMap(({ pointer, schema, isRequired, withValue }) =>
    limitValues(isRequired ? { ...schema, type: typesOf(schema).filter((type) => type !== 'null') } : schema).map(
      (value) => ({ body: { ...(withValue(value) as object), surprise: 1 }, pointer }),
    ),
  );
}
