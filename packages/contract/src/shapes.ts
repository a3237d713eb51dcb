/**
 * The building blocks of request and response schemas. They use only JSON Schema keywords with a fault code (see
 * `packages/service/src/validation/validator.ts`), so that each broken rule is reported once, with its pointer and code.
 * So "or null" is a list of types and a choice is an `enum`, never an `anyOf`.
 */
import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';
import type { FaultCode } from './errors/fault-registry.ts';

/** Annotations of a schema. */
export interface ShapeNotes {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly deprecated?: boolean;
  /** Describes `pattern`, `format` or a long `enum`, as the end of the sentence "Must be …". */
  readonly 'x-form'?: string;
  /** Fault codes for limits, by keyword: `{ maxItems: 'batch_too_large' }`. */
  readonly 'x-faults'?: Readonly<Record<string, FaultCode>>;
  /** For `Fields`: error messages for known fields that cannot be sent here, by name. */
  readonly 'x-fixed'?: Readonly<Record<string, string>>;
}

/** A JSON object with only these fields. Any other field is an `unknown_field`. */
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

/** A text that people see. It must have a visible character: see `shown-text.ts`. */
export function ShownText(minimum: number, maximum: number, notes: ShapeNotes & { readonly pattern?: string } = {}) {
  return Type.String({ minLength: minimum, maxLength: maximum, format: 'shown-text', ...notes });
}

/** A text in the language of the request: see `packages/service/src/http/language.ts`. */
export function Localized(notes: ShapeNotes) {
  return Type.String({ ...notes, 'x-words': true });
}

/** The values of a {@link Localized} text: every number and name in it, and the options that select its wording. */
export function MessageValues(examples: readonly Readonly<Record<string, string | number | null>>[]) {
  return Type.Unsafe<Readonly<Record<string, string | number | null>>>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'null'] },
    description:
      'The numbers and names in the text, and the options that select its wording; docs/messages.csv lists them. Null for ' +
      'values that only other sentences of the same code contain.',
    examples,
  });
}

/** One of these strings; the type is their union. */
export function OneOf<const V extends readonly string[]>(values: V, notes: ShapeNotes = {}): TUnsafe<V[number]> {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...notes });
}

/** A lower-case UUID. Other spellings are rejected, so ids need no normalization. */
export function Uuid(notes: ShapeNotes = {}) {
  return Type.String({ format: 'uuid', ...notes });
}

/** An RFC 3339 timestamp as text. Use `parseInstant` and `formatInstant`. */
export function InstantText(notes: ShapeNotes = {}) {
  return Type.String({ format: 'date-time', ...notes });
}

/** A date, such as 2026-05-01. */
export function DayText(notes: ShapeNotes = {}) {
  return Type.String({ format: 'date', ...notes });
}

/** A name of a time zone. */
export function TimeZoneName(notes: ShapeNotes = {}) {
  return Type.String({
    format: 'time-zone',
    'x-faults': { format: 'not_one_of' },
    'x-form': 'the name of a time zone, such as Europe/Madrid or UTC',
    ...notes,
  });
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
  // The component name is kept: OpenAPI then has "that component, or null".
  const { type, enum: choices, ...rest } = shape as TSchema & { type?: unknown; enum?: readonly unknown[] };
  if (typeof type !== 'string') throw new Error('only a schema with exactly one type can be nullable');
  const withNull = choices === undefined ? {} : { enum: [...choices, null] };
  return Type.Unsafe<Static<T> | null>({ type: [type, 'null'], ...withNull, ...rest });
}

/** An optional field of a body. Null means the same as omitted. */
export function Maybe<T extends TSchema>(shape: T) {
  return Type.Optional(Nullable(shape));
}

/** Names a schema. OpenAPI lists it once under `components/schemas` and references it elsewhere. */
export function named<T extends TSchema>(name: string, shape: T): T {
  // Not a copy: TypeBox stores the kind in properties that a spread loses.
  Object.assign(shape, { 'x-component': name });
  return shape;
}

type DeepReadonly<T> = unknown extends T ? T : { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

/** The read-only type of a response with this schema. */
export type Answer<Shape extends TSchema> = DeepReadonly<Static<Shape>>;
