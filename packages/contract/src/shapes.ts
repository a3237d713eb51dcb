/**
 * The building blocks of request and answer shapes. They keep to the few JSON Schema keywords that have a fault code of
 * their own (see `packages/service/src/runtime/faults/validator.ts`), so that each broken rule is reported once, at its place, under its code. In
 * particular "or null" is a list of types and a choice is an `enum`, never an `anyOf`.
 */
import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';
import type { FaultCode } from './errors/fault-registry.ts';

/** What a shape may say beyond its rule. */
export interface ShapeNotes {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly deprecated?: boolean;
  /** The form that `pattern`, `format` or a long `enum` asks for, as the end of the sentence "Must be …". */
  readonly 'x-form'?: string;
  /** Special codes for bounds, by keyword: `{ maxItems: 'batch_too_large' }`. */
  readonly 'x-faults'?: Readonly<Record<string, FaultCode>>;
  /** Of `Fields`: what is said of fields that the thing has but that cannot be sent here, by name. */
  readonly 'x-fixed'?: Readonly<Record<string, string>>;
}

/** A JSON object without other fields than these: anything else in it is an `unknown_field`. */
export function Fields<P extends TProperties>(properties: P, notes: ShapeNotes = {}): TObject<P> {
  return Type.Object(properties, { ...notes, additionalProperties: false }) as TObject<P>;
}

/** A string of `minimum` to `maximum` characters (code points). */
export function Text(
  minimum: number,
  maximum: number,
  notes: ShapeNotes & { readonly pattern?: string; readonly 'x-excludes'?: readonly string[] } = {},
) {
  return Type.String({ minLength: minimum, maxLength: maximum, ...notes });
}

/** A text that people are shown, with a visible character: see `shown-text.ts`. */
export function ShownText(minimum: number, maximum: number, notes: ShapeNotes = {}) {
  return Type.String({ minLength: minimum, maxLength: maximum, format: 'shown-text', ...notes });
}

/** What people read, in the language of the request: see `packages/service/src/http/language.ts`. */
export function Words(notes: ShapeNotes) {
  return Type.String({ ...notes, 'x-words': true });
}

/** Beside a text of {@link Words}: every number and name that it shows, and the words by which it chooses what it says. */
export function MessageValues(examples: readonly Readonly<Record<string, string | number | null>>[]) {
  return Type.Unsafe<Readonly<Record<string, string | number | null>>>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'null'] },
    description:
      'The numbers and names that the text shows, and the words that it depends on; docs/messages.md lists them. Null for what ' +
      'this sentence does not hold but another one of the same code does.',
    examples,
  });
}

/** One of a closed list of strings; the list is also the TypeScript union. */
export function OneOf<const V extends readonly string[]>(values: V, notes: ShapeNotes = {}): TUnsafe<V[number]> {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...notes });
}

/** A lower-case UUID. No other spelling is an id: it would have to be changed on the way in. */
export function Uuid(notes: ShapeNotes = {}) {
  return Type.String({ format: 'uuid', ...notes });
}

/** An RFC 3339 instant as text; read it with `parseInstant`, write it with `formatInstant`. */
export function InstantText(notes: ShapeNotes = {}) {
  return Type.String({ format: 'date-time', ...notes });
}

/** A day of the calendar, such as 2026-05-01. */
export function DayText(notes: ShapeNotes = {}) {
  return Type.String({ format: 'date', ...notes });
}

/** A roster's name in paths. */
export const SlugText = (description: string) =>
  Text(1, 64, {
    pattern: '^[a-z0-9-]*$',
    'x-form': 'lower-case letters a–z, digits and hyphens',
    description,
    examples: ['club-night'],
  });

/** `shape` or null. */
export function Nullable<T extends TSchema>(shape: T): TUnsafe<Static<T> | null> {
  // A name goes along: OpenAPI then says "that component, or null".
  const { type, enum: choices, ...rest } = shape as TSchema & { type?: unknown; enum?: readonly unknown[] };
  if (typeof type !== 'string') throw new Error('only a shape with exactly one type can be made nullable');
  const withNull = choices === undefined ? {} : { enum: [...choices, null] };
  return Type.Unsafe<Static<T> | null>({ type: [type, 'null'], ...withNull, ...rest });
}

/** A body field that may be left out; null stands for "none" as well. */
export function Maybe<T extends TSchema>(shape: T) {
  return Type.Optional(Nullable(shape));
}

/** Gives a shape a name: OpenAPI lists it once under `components/schemas` and refers to it everywhere else. */
export function named<T extends TSchema>(name: string, shape: T): T {
  // The definition must stay the very object: TypeBox keeps its kind in properties that a spread would lose.
  Object.assign(shape, { 'x-component': name });
  return shape;
}

type DeepReadonly<T> = { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

/** What an answer of this shape is made of. */
export type Answer<Shape extends TSchema> = DeepReadonly<Static<Shape>>;
