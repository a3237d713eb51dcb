import type { ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import type { Fault, FaultCode } from '../errors/index.ts';
import { detailOf, insteadOfNull } from './detail.ts';
import { pointerTo, segmentsOf } from './pointer.ts';
import { textFaults } from './text.ts';
import { faultCodeByKeyword, validatorOf } from './validator.ts';

/**
 * Every way in which `value` breaks `shape`, each with a pointer that begins at `value` itself.
 *
 * - A required field that is missing or null is `required`, at its own place.
 * - A field that may be left out but not be null is told so: null is no way to leave it out.
 * - A place of the wrong type has that one fault: what else its rule says is about another type.
 * - U+0000 and lone surrogates are `bad_format`, in keys as well.
 *
 * Pure, and it never changes `value`. The list is neither cut nor ordered: see `collectFaults`.
 */
export function faultsOf(shape: TSchema, value: unknown): Fault[] {
  const validate = validatorOf(shape);
  const faults = textFaults(shape, value);
  if (validate(value)) return faults;
  const errors = validate.errors ?? [];
  const mistyped = new Set(errors.filter((error) => error.keyword === 'type').map((error) => error.instancePath));
  for (const error of errors) {
    if (error.keyword !== 'type' && mistyped.has(error.instancePath)) continue;
    faults.push(faultOf(error, shape));
  }
  return faults;
}

function faultOf(error: ErrorObject, shape: TSchema): Fault {
  const pointer = placeOf(error);
  if (error.keyword === 'type') {
    if (error.data === null && isField(shape, segmentsOf(pointer))) {
      return isRequired(shape, segmentsOf(pointer))
        ? { pointer, code: 'required', detail: detailOf({ ...error, keyword: 'required' }) }
        : { pointer, code: 'wrong_type', detail: insteadOfNull(error.parentSchema) };
    }
    // 1e400 is a number of JSON that no double can hold: too large rather than mistyped.
    if (typeof error.data === 'number' && !Number.isFinite(error.data) && takesNumbers(error)) {
      return { pointer, code: 'out_of_range', detail: 'Must be a number that a 64-bit double can hold.' };
    }
  }
  return { pointer, code: codeOf(error), detail: detailOf(error) };
}

/** Where the fault is: a missing field's place is where it should stand, an unknown field's is its own. */
function placeOf(error: ErrorObject): string {
  const { missingProperty, additionalProperty } = error.params as {
    missingProperty?: string;
    additionalProperty?: string;
  };
  const child = missingProperty ?? additionalProperty;
  return child === undefined ? error.instancePath : error.instancePath + pointerTo(child);
}

function codeOf(error: ErrorObject): FaultCode {
  const special = (error.parentSchema as { 'x-faults'?: Record<string, FaultCode> })['x-faults']?.[error.keyword];
  const code = special ?? (faultCodeByKeyword as Record<string, FaultCode>)[error.keyword];
  if (code === undefined) throw new Error(`the keyword ${error.keyword} has no fault code`);
  return code;
}

function takesNumbers(error: ErrorObject): boolean {
  return [(error.parentSchema as { type?: string | string[] }).type]
    .flat()
    .some((type) => type === 'number' || type === 'integer');
}

interface Around {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly required?: readonly string[];
}

/** The shape of the object or list that a place lies in. */
function aroundOf(shape: TSchema, segments: readonly string[]): Around {
  let around: Around = shape;
  for (const segment of segments.slice(0, -1)) around = around.properties?.[segment] ?? around.items ?? {};
  return around;
}

/** Whether the place is a field of an object; the items of a list, and the whole body, are none. */
function isField(shape: TSchema, segments: readonly string[]): boolean {
  const last = segments.at(-1);
  return last !== undefined && aroundOf(shape, segments).properties?.[last] !== undefined;
}

/** Whether the object around the place asks for it. */
function isRequired(shape: TSchema, segments: readonly string[]): boolean {
  const last = segments.at(-1);
  return last !== undefined && (aroundOf(shape, segments).required ?? []).includes(last);
}
