/**
 * The Ajv instances. They judge and never change anything: no coercion, no removal, no defaults.
 */
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import type { FaultCode } from '../errors/fault-registry.ts';
import { parseInstant } from '../instant.ts';
import { isShownText } from '../shown-text.ts';

export const ajvOptions = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  strict: true,
  allowUnionTypes: true,
} as const satisfies Options;

/** The code for a broken keyword. A shape may use these keywords and {@link annotations}, and no others. */
export const faultCodeByKeyword = {
  type: 'wrong_type',
  required: 'required',
  additionalProperties: 'unknown_field',
  minLength: 'out_of_range',
  maxLength: 'out_of_range',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  exclusiveMinimum: 'out_of_range',
  exclusiveMaximum: 'out_of_range',
  minItems: 'out_of_range',
  maxItems: 'out_of_range',
  pattern: 'bad_format',
  format: 'bad_format',
  enum: 'not_one_of',
  const: 'not_one_of',
} as const satisfies Record<string, FaultCode>;

const annotations = new Set(['properties', 'items', 'title', 'description', 'default', 'examples', 'deprecated']);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const openAjv = (options: Options): Ajv => {
  const ajv = new Ajv({ ...ajvOptions, ...options });
  ajv.addFormat('date-time', (text: string) => parseInstant(text) !== null);
  ajv.addFormat('date', (text: string) => !text.startsWith('0000') && parseInstant(`${text}T00:00:00Z`) !== null);
  ajv.addFormat('uuid', uuid);
  ajv.addFormat('uri', (text: string) => URL.canParse(text));
  ajv.addFormat('shown-text', isShownText);
  ajv.addVocabulary(['x-component', 'x-form', 'x-faults', 'x-fixed', 'x-excludes', 'x-cursor', 'x-read', 'x-words']);
  return ajv;
};

/** Stops at the first fault: a list of half a million of them would take seconds. */
const whole = openAjv({});
/** Every fault of one place, with the schema around it, from which its sentence is made. The fields are judged by themselves. */
const single = openAjv({ allErrors: true, verbose: true, strictRequired: false, meta: false, validateSchema: false });

const compiled = new WeakMap<TSchema, ValidateFunction>();
const compiledPlaces = new WeakMap<TSchema, ValidateFunction>();
const compiledAnswers = new WeakMap<TSchema, ValidateFunction>();

/**
 * Says whether a value is of a shape of requests. Compiles the shape once.
 * @throws if the shape uses a keyword without a fault code, or has a list of any length: that is a mistake of ours, to be seen when routes are registered.
 */
export function validatorOf(shape: TSchema): ValidateFunction {
  let validate = compiled.get(shape);
  if (validate === undefined) {
    assertReportable(shape);
    validate = whole.compile(shape);
    compiled.set(shape, validate);
  }
  return validate;
}

/** Finds all faults of a value, but none of what is in its fields and items. */
export function placeValidatorOf(shape: TSchema): ValidateFunction {
  let validate = compiledPlaces.get(shape);
  if (validate === undefined) {
    const {
      properties: _fields,
      items: _items,
      additionalProperties: _others,
      ...place
    } = shape as Record<string, unknown>;
    validate = single.compile(place);
    compiledPlaces.set(shape, validate);
  }
  return validate;
}

/** What is wrong with an answer of ours, for a developer to read; null if nothing is. */
export function answerFaults(shape: TSchema, answer: unknown): string | null {
  let validate = compiledAnswers.get(shape);
  if (validate === undefined) {
    validate = whole.compile(shape);
    compiledAnswers.set(shape, validate);
  }
  return validate(answer) ? null : whole.errorsText(validate.errors);
}

function assertReportable(shape: TSchema): void {
  for (const keyword of Object.keys(shape)) {
    if (keyword.startsWith('x-') || annotations.has(keyword) || Object.hasOwn(faultCodeByKeyword, keyword)) continue;
    throw new Error(
      `the keyword ${keyword} has no fault code; say the rule with another keyword or in a rules function`,
    );
  }
  const {
    properties = {},
    items,
    maxItems,
  } = shape as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    maxItems?: number;
  };
  if (items !== undefined && maxItems === undefined) throw new Error('a list of a request has no maxItems');
  for (const property of Object.values(properties)) assertReportable(property);
  if (items !== undefined) assertReportable(items);
}
