import type { FaultCode } from '@bandeja/contract/errors/fault-registry';
import { parseInstant } from '@bandeja/contract/instant';
import { isShownText } from '@bandeja/contract/shown-text';
import { isTimeZone } from '@bandeja/contract/time-zones';
import { Ajv, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';

/** The fault code of each keyword. Shapes of requests may use only these keywords and {@link annotations}. */
export const faultCodeByKeyword: Readonly<Record<string, FaultCode>> = {
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
  'x-storable': 'bad_format',
  enum: 'not_one_of',
  const: 'not_one_of',
};

const annotations = new Set(['properties', 'items', 'title', 'description', 'default', 'examples', 'deprecated']);

/** The form of ids. */
export const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Never changes the value. `verbose` adds schema and value to each error, which the fault needs. */
const ajv = new Ajv({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });
ajv.addFormat('date-time', (text: string) => parseInstant(text) !== null);
ajv.addFormat('date', (text: string) => !text.startsWith('0000') && parseInstant(`${text}T00:00:00Z`) !== null);
ajv.addFormat('uuid', uuidForm);
ajv.addFormat('uri', (text: string) => URL.canParse(text));
ajv.addFormat('shown-text', isShownText);
ajv.addFormat('time-zone', isTimeZone);
ajv.addKeyword({ keyword: 'x-storable', type: 'string', validate: (_: true, text: string) => isStorable(text) });
ajv.addVocabulary(['x-component', 'x-form', 'x-faults', 'x-fixed', 'x-excludes', 'x-cursor', 'x-read', 'x-words']);
ajv.addVocabulary(['x-need']);

const validators = new WeakMap<TSchema, ValidateFunction>();
/** By the text of the shape: many operations have the same parameters. */
const compiled = new Map<string, ValidateFunction>();
const answerValidators = new WeakMap<TSchema, ValidateFunction>();

/**
 * The validator of a request shape; equal shapes have the same one. It is compiled when it is first needed: all of them take a second.
 * @throws for a keyword without a fault code, or a list without `maxItems`
 */
export function validatorOf(shape: TSchema): ValidateFunction {
  const known = validators.get(shape);
  if (known !== undefined) return known;
  const text = JSON.stringify(shape);
  let validate = compiled.get(text);
  if (validate === undefined) {
    requireFaultCodes(shape);
    validate = ajv.compile(schemaOf(shape));
  }
  compiled.set(text, validate);
  validators.set(shape, validate);
  return validate;
}

/** Describes the faults of a response for developers; null if it is valid. */
export function answerFaults(shape: TSchema, answer: unknown): string | null {
  const validate = answerValidators.get(shape) ?? ajv.compile(shape);
  answerValidators.set(shape, validate);
  return validate(answer) ? null : ajv.errorsText(validate.errors);
}

/** False for text that PostgreSQL or UTF-8 cannot represent: U+0000, or half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly maxItems?: number;
}

/** Converts a shape for Ajv: texts must be storable, and `x-need` records whether a field is required. */
function schemaOf(shape: Shape, need?: 'required' | 'optional'): object {
  const { properties, items, ...own } = shape;
  const fieldOf = ([name, field]: [string, Shape]) =>
    [name, schemaOf(field, own.required?.includes(name) ? 'required' : 'optional')] as const;
  return {
    ...own,
    ...(need && { 'x-need': need }),
    ...([own.type].flat().includes('string') && { 'x-storable': true }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(fieldOf)) }),
    // Without the condition, a body with 60,000 items where 15 are allowed blocks the event loop for 100 ms.
    ...(items && { if: { minItems: Number(own.maxItems) + 1 }, else: { items: schemaOf(items) } }),
  };
}

/** @throws for a keyword without a fault code, or a list without `maxItems` */
export function requireFaultCodes(shape: Shape): void {
  for (const keyword of Object.keys(shape)) {
    if (keyword.startsWith('x-') || annotations.has(keyword) || Object.hasOwn(faultCodeByKeyword, keyword)) continue;
    throw new Error(`the keyword ${keyword} has no fault code; use another keyword or bodyRules`);
  }
  if (shape.items !== undefined && shape.maxItems === undefined)
    throw new Error('a list in a request shape has no maxItems');
  for (const part of [...Object.values(shape.properties ?? {}), shape.items]) {
    if (part !== undefined) requireFaultCodes(part);
  }
}
