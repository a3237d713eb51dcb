import type { ErrorObject } from 'ajv';

/** A longer list of choices would bury the sentence; the documentation has it. */
const CHOICES_SHOWN_MAX = 20;

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const formNames: Readonly<Record<string, string>> = {
  'date-time': 'an RFC 3339 instant with a zone, such as 2026-05-01T19:10:00Z',
  uuid: 'a lower-case UUID',
  uri: 'an absolute URL',
};

interface Rule {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly 'x-form'?: string;
}

/** The rule that a place breaks, as a sentence of ours: the validator's own message is never shown. */
export function detailOf(error: Pick<ErrorObject, 'keyword' | 'params' | 'parentSchema'>): string {
  const rule = (error.parentSchema ?? {}) as Rule;
  const limit = (error.params as { limit?: number }).limit ?? 0;
  switch (error.keyword) {
    case 'required':
      return 'This field is required and must not be null.';
    case 'additionalProperties':
      return 'There is no such field here; names are compared exactly, case included.';
    case 'type':
      return `Must be ${[rule.type]
        .flat()
        .map((type) => typeNames[String(type)])
        .join(' or ')}.`;
    case 'minLength':
      return `Must have at least ${count(limit, 'character')}.`;
    case 'maxLength':
      return `Must have at most ${count(limit, 'character')}.`;
    case 'minItems':
      return `Must have ${rule.maxItems === limit ? 'exactly' : 'at least'} ${count(limit, 'entry', 'entries')}.`;
    case 'maxItems':
      return `Must have ${rule.minItems === limit ? 'exactly' : 'at most'} ${count(limit, 'entry', 'entries')}.`;
    case 'minimum':
      return `Must be at least ${limit}.`;
    case 'maximum':
      return `Must be at most ${limit}.`;
    case 'exclusiveMinimum':
      return `Must be more than ${limit}.`;
    case 'exclusiveMaximum':
      return `Must be less than ${limit}.`;
    case 'enum':
      return rule['x-form'] === undefined ? choices(rule.enum ?? []) : `Must be ${rule['x-form']}.`;
    case 'const':
      return choices([rule.const]);
    default:
      return `Must be ${rule['x-form'] ?? formNames[rule.format ?? ''] ?? 'of the form that the documentation gives'}.`;
  }
}

function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}

function choices(values: readonly unknown[]): string {
  const shown = values.filter((value) => value !== null).map(String);
  return shown.length > CHOICES_SHOWN_MAX
    ? 'Must be one of the values that the documentation lists.'
    : `Must be one of: ${shown.join(', ')}.`;
}
