import type { ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import type { FaultCode } from '../errors/fault-registry.ts';
import type { Fault } from '../errors/problem.ts';
import { cutBack, FaultList } from './collect.ts';
import { detailOf, insteadOfNull } from './detail.ts';
import { pointerTo } from './pointer.ts';
import { isFarTooLong, isStorable, isUnstorable, UNSTORABLE } from './text.ts';
import { faultCodeByKeyword, placeValidatorOf, validatorOf } from './validator.ts';

/** Whether `value` is what `shape` asks for. */
export function isValid(shape: TSchema, value: unknown): boolean {
  return validatorOf(shape)(value) && isStorable(value, shape);
}

/**
 * Every way in which `value` breaks `shape`, each with a pointer that begins at `value` itself.
 *
 * - A required field that is missing or null is `required`, at its own place.
 * - A field that may be left out but not be null is told so: null is no way to leave it out.
 * - A place of the wrong type has that one fault: what else its rule says is about another type.
 * - A text that is more than twice as long as it may be has that one fault: its characters are not judged.
 * - What stands in a list that is too long, or in a field that there is not, is not judged: so the shape bounds the work.
 * - U+0000 and lone surrogates are `bad_format`, in keys as well.
 *
 * It never changes `value`. What is valid as a whole is passed over: to name each place in it would take most of the time.
 */
export function faultsOf(shape: TSchema, value: unknown): FaultList {
  const faults = new FaultList();
  // Nearly every value is valid, and this is much cheaper than to go through all places.
  if (!isValid(shape, value)) judge({ shape, value, pointer: '', need: null }, faults);
  return faults;
}

/** The part of Ajv's errors that faults are made of. */
type Rejection = Pick<ErrorObject, 'keyword' | 'params' | 'parentSchema'>;

interface Place {
  readonly shape: TSchema;
  readonly value: unknown;
  readonly pointer: string;
  /** Whether the object around the place asks for it; null for the items of a list, and for the whole value. */
  readonly need: 'required' | 'optional' | null;
}

/** Judges a place, then what is in it. It goes no deeper than the shape. */
function judge(place: Place, faults: FaultList): void {
  const { shape, value, pointer } = place;
  const tooLong = farTooLong(shape, value);
  if (tooLong !== null) {
    faults.add({ pointer, code: codeOf(tooLong), detail: detailOf(tooLong) });
    return;
  }
  const validate = placeValidatorOf(shape);
  const errors = validate(value) ? [] : (validate.errors ?? []);
  const mistyped = errors.find(({ keyword }) => keyword === 'type');
  if (mistyped !== undefined) {
    if (faults.isFull) faults.count();
    else faults.add({ pointer, ...typeFault(place, mistyped) });
  } else {
    judgeNames(place, faults);
    if (faults.isDone) return;
    for (const error of errors) faults.add(faultOf(pointer, error));
    if (!errors.some(({ keyword }) => keyword === 'maxItems')) judgeInside(place, faults);
  }
}

/** What is wrong with a text of more than twice its length. Patterns would take milliseconds for half a megabyte. */
function farTooLong(shape: TSchema, value: unknown): Rejection | null {
  const { maxLength } = shape as { maxLength?: number };
  if (typeof value !== 'string' || maxLength === undefined || !isFarTooLong(value, maxLength)) return null;
  return { keyword: 'maxLength', params: { limit: maxLength }, parentSchema: shape };
}

function judgeInside(place: Place, faults: FaultList): void {
  const { value, pointer } = place;
  if (typeof value === 'string' && isUnstorable(value)) faults.add({ pointer, ...UNSTORABLE });
  else if (Array.isArray(value)) judgeItems(place, value, faults);
  else if (typeof value === 'object' && value !== null) judgeFields(place, value as Fields, faults);
}

function judgeItems({ shape, pointer }: Place, items: readonly unknown[], faults: FaultList): void {
  const { items: itemShape } = shape as { items?: TSchema };
  if (itemShape === undefined) return;
  for (const [index, value] of items.entries()) {
    if (faults.isDone) return;
    if (isValid(itemShape, value)) continue;
    judge({ shape: itemShape, value, pointer: `${pointer}/${index}`, need: null }, faults);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function judgeFields({ shape, pointer }: Place, fields: Fields, faults: FaultList): void {
  const { properties, required = [] } = shape as { properties?: Record<string, TSchema>; required?: readonly string[] };
  if (properties === undefined) return;
  for (const [name, fieldShape] of Object.entries(properties)) {
    const value = fields[name];
    if (value === undefined || isValid(fieldShape, value)) continue;
    const need = required.includes(name) ? 'required' : 'optional';
    judge({ shape: fieldShape, value, pointer: pointer + pointerTo(name), need }, faults);
  }
}

/** Comes before all else of an object: the reader leaves out what follows after too many unknown fields. */
function judgeNames({ shape, value, pointer }: Place, faults: FaultList): void {
  const { properties } = shape as { properties?: Record<string, TSchema> };
  if (properties === undefined || typeof value !== 'object') return;
  for (const name in value) {
    if (faults.isDone) return;
    if (!Object.hasOwn(properties, name)) addUnknownField(shape, pointer, name, faults);
  }
}

function addUnknownField(shape: TSchema, around: string, name: string, faults: FaultList): void {
  if (faults.isFull) {
    faults.count();
    return;
  }
  const pointer = cutBack(around + pointerTo(name));
  if (isUnstorable(name)) faults.add({ pointer, ...UNSTORABLE });
  const error = { keyword: 'additionalProperties', params: { additionalProperty: name }, parentSchema: shape };
  faults.add({ pointer, code: 'unknown_field', detail: detailOf(error) });
}

function faultOf(pointer: string, error: ErrorObject): Fault {
  // A missing field's place is where it should stand.
  const { missingProperty } = error.params as { missingProperty?: string };
  const place = missingProperty === undefined ? pointer : pointer + pointerTo(missingProperty);
  return { pointer: place, code: codeOf(error), detail: detailOf(error) };
}

function typeFault({ shape, value, need }: Place, error: ErrorObject): Omit<Fault, 'pointer'> {
  if (value === null && need === 'required') {
    return { code: 'required', detail: detailOf({ ...error, keyword: 'required' }) };
  }
  if (value === null && need === 'optional') return { code: 'wrong_type', detail: insteadOfNull(shape) };
  // 1e400 is a number of JSON that no double can hold: too large rather than mistyped.
  if (typeof value === 'number' && !Number.isFinite(value) && takesNumbers(shape)) {
    return { code: 'out_of_range', detail: 'Must be a number that a 64-bit double can hold.' };
  }
  return { code: codeOf(error), detail: detailOf(error) };
}

function codeOf(error: Rejection): FaultCode {
  const special = (error.parentSchema as { 'x-faults'?: Record<string, FaultCode> })['x-faults']?.[error.keyword];
  const code = special ?? (faultCodeByKeyword as Record<string, FaultCode>)[error.keyword];
  if (code === undefined) throw new Error(`the keyword ${error.keyword} has no fault code`);
  return code;
}

function takesNumbers(shape: TSchema): boolean {
  return [(shape as { type?: string | string[] }).type].flat().some((type) => type === 'number' || type === 'integer');
}
