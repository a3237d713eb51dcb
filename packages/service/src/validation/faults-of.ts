import { type Fault, Problem } from '@bandeja/contract/errors/problem';
import { pointerTo } from '@bandeja/contract/pointer';
import type { ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import { detailOf, type Rule, typeDetail, unknownFieldDetail } from './detail.ts';
import { faultCodeByKeyword, isStorable, validatorOf } from './validator.ts';

/** A response lists this many faults, then an entry `more` with the number of the others. */
export const FAULTS_LISTED_MAX = 100;
/** Above this number of others, `more` is not exact. */
export const OTHERS_COUNTED_MAX = 100;
/** A location has at most three errors per fault, so this is enough for all faults that are counted. */
const ERRORS_READ_MAX = 3 * (FAULTS_LISTED_MAX + OTHERS_COUNTED_MAX);

const requiredDetail = (field: Rule): string =>
  [field.type].flat().includes('null') ? 'This field is required.' : 'This field is required and must not be null.';

export function isValid(shape: TSchema, value: unknown): boolean {
  return validatorOf(shape)(value);
}

/**
 * Validates a JSON value. Pointers start at the value.
 *
 * - A required field that is missing or null is `required`, at its own pointer.
 * - A value of the wrong type has only that fault.
 * - The items of a list that is too long are not checked, and neither is the content of an unknown field.
 * - U+0000 and lone surrogates are `bad_format`, in field names too.
 */
export function faultsOf(shape: TSchema, value: unknown): Fault[] {
  const validate = validatorOf(shape);
  if (validate(value)) return [];
  // A batch of 128 KiB can have 120,000 errors. Converting all of them takes 100 ms.
  const errors = (validate.errors ?? []).slice(0, ERRORS_READ_MAX);
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  return errors
    .filter(({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath))
    .flatMap(faultsOfError);
}

/** `invalid_body` with these faults. */
export function invalidBody(faults: readonly Fault[]): Problem {
  return faultyRequest('invalid_body', faults);
}

/** An error with these faults. Its detail is the first one, and how many more there are. */
export function faultyRequest(
  code: 'invalid_body' | 'invalid_query' | 'participant_not_eligible',
  all: readonly Fault[],
): Problem {
  const faults = listed(all);
  const [first, ...others] = faults;
  if (first === undefined) throw new Error('an error without faults');
  const place = first.parameter ?? (first.pointer === '' ? 'The body' : first.pointer);
  const more = others.length === 0 ? '' : ` \`errors\` has ${others.length === 1 ? 'one' : others.length} more.`;
  return new Problem(code, `${place}: ${first.detail}${more}`, { faults });
}

/** The faults to list in a response: one per location and code, at most {@link FAULTS_LISTED_MAX}. */
export function listed(faults: readonly Fault[]): Fault[] {
  const distinct = new Map<string, Fault>();
  for (const fault of faults) {
    const rule = `${fault.code} ${fault.parameter ?? fault.pointer}`;
    if (!distinct.has(rule)) distinct.set(rule, fault);
  }
  const others = distinct.size - FAULTS_LISTED_MAX;
  if (others <= 0) return [...distinct.values()];
  const whole = faults[0]?.parameter === undefined ? { pointer: '' } : { parameter: '' };
  return [...distinct.values().take(FAULTS_LISTED_MAX), { ...whole, code: 'more', detail: moreDetail(others) }];
}

function moreDetail(others: number): string {
  if (others >= OTHERS_COUNTED_MAX) return `At least ${OTHERS_COUNTED_MAX} more faults were found.`;
  return others === 1 ? 'One more fault was found.' : `${others} more faults were found.`;
}

function faultsOfError({ keyword, instancePath: pointer, params, parentSchema, data }: ErrorObject): Fault[] {
  const rule = parentSchema as Rule;
  switch (keyword) {
    case 'if':
      // The errors of the items come separately.
      return [];
    case 'required': {
      const name: string = params['missingProperty'];
      const detail = requiredDetail(rule.properties?.[name] ?? {});
      return [{ pointer: pointer + pointerTo(name), code: 'required', detail }];
    }
    case 'additionalProperties':
      return unknownFieldFaults(pointer, params['additionalProperty'], rule);
    case 'type':
      return [{ pointer, ...typeFault(rule, data) }];
    default: {
      const code = rule['x-faults']?.[keyword] ?? faultCodeByKeyword[keyword];
      if (code === undefined) throw new Error(`the keyword ${keyword} has no fault code`);
      return [{ pointer, code, detail: detailOf(keyword, params['limit'], rule) }];
    }
  }
}

function unknownFieldFaults(around: string, name: string, rule: Rule): Fault[] {
  const pointer = around + pointerTo(name);
  const unknown: Fault = { pointer, code: 'unknown_field', detail: unknownFieldDetail(rule, name) };
  if (isStorable(name)) return [unknown];
  return [{ pointer, code: 'bad_format', detail: detailOf('x-storable', 0, rule) }, unknown];
}

function typeFault(rule: Rule, value: unknown): Omit<Fault, 'pointer'> {
  if (value === null && rule['x-need'] === 'required') return { code: 'required', detail: requiredDetail(rule) };
  // JSON allows numbers outside the range of a double, such as 1e400.
  if (typeof value === 'number' && !Number.isFinite(value) && takesNumbers(rule)) {
    return { code: 'out_of_range', detail: 'Must be a number in the range of a 64-bit double.' };
  }
  return { code: 'wrong_type', detail: typeDetail(rule, value) };
}

function takesNumbers({ type }: Rule): boolean {
  return [type].flat().some((one) => one === 'number' || one === 'integer');
}
