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
  date: 'a day, such as 2026-05-01',
  'date-time': 'an RFC 3339 instant with a zone, such as 2026-05-01T19:10:00Z',
  uuid: 'a lower-case UUID',
  uri: 'an absolute URL',
  'shown-text':
    'a text with a visible character, without U+202A–U+202E and U+2066–U+2069, which change the direction of text',
};

interface Rule {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly 'x-form'?: string;
  readonly 'x-fixed'?: Readonly<Record<string, string>>;
}

/** The rule that a place breaks, as a sentence of ours: the validator's own message is never shown. */
export function detailOf(error: Pick<ErrorObject, 'keyword' | 'params' | 'parentSchema'>): string {
  const rule = (error.parentSchema ?? {}) as Rule;
  const { limit = 0, additionalProperty = '' } = error.params as { limit?: number; additionalProperty?: string };
  switch (error.keyword) {
    case 'required':
      return 'This field is required and must not be null.';
    case 'additionalProperties':
      return (
        fixedDetail(rule, additionalProperty) ??
        'There is no such field here; names are compared exactly, case included.'
      );
    case 'type':
      return `Must be ${typesOf(rule)}.`;
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
      return `Must be ${rule['x-form'] ?? choices(rule.enum ?? [])}.`;
    case 'const':
      return `Must be ${choices([rule.const])}.`;
    default:
      return `Must be ${wantedForm(rule) ?? 'of the form that the documentation gives'}.`;
  }
}

/** What to send in place of a null that a field may not be, though it may be left out: only amendments have such fields. */
export function insteadOfNull(schema: unknown): string {
  const rule = (schema ?? {}) as Rule;
  const wanted = wantedForm(rule) ?? (rule.enum === undefined ? typesOf(rule) : choices(rule.enum));
  return `Must be ${wanted}; leave the field out to keep what is there.`;
}

/** What is said of a field that there is, but not here. */
function fixedDetail(rule: Rule, field: string): string | undefined {
  const fixed = rule['x-fixed'] ?? {};
  return Object.hasOwn(fixed, field) ? fixed[field] : undefined;
}

function typesOf(rule: Rule): string {
  return [rule.type]
    .flat()
    .map((type) => typeNames[String(type)])
    .join(' or ');
}

function wantedForm(rule: Rule): string | undefined {
  return rule['x-form'] ?? formNames[rule.format ?? ''];
}

function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}

function choices(values: readonly unknown[]): string {
  const shown = values.filter((value) => value !== null).map(String);
  return shown.length > CHOICES_SHOWN_MAX
    ? 'one of the values that the documentation lists'
    : `one of: ${shown.join(', ')}`;
}
