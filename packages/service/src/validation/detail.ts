import type { FaultCode } from '@bandeja/contract/errors/fault-registry';

/** Longer lists would bury the sentence; the documentation contains them. */
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
  'date-time':
    'a date and time that exist, with T between them and with Z or an offset: 2026-05-01T19:10:00Z or 2026-05-01T21:10:00+02:00',
  uuid: 'a lower-case UUID',
  uri: 'an absolute URL',
  'shown-text':
    'a text with at least one visible character, and without U+202A–U+202E and U+2066–U+2069, which change the direction of text',
};

/** The parts of the schema around a broken keyword that the sentences use. */
export interface Rule {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Rule>>;
  readonly const?: unknown;
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly 'x-form'?: string;
  readonly 'x-faults'?: Readonly<Record<string, FaultCode>>;
  readonly 'x-fixed'?: Readonly<Record<string, string>>;
  /** For a field: whether its object requires it. */
  readonly 'x-need'?: 'required' | 'optional';
}

/** The sentence for a broken keyword. */
export function detailOf(keyword: string, limit: number, rule: Rule): string {
  switch (keyword) {
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
    case 'x-storable':
      return 'Must not contain U+0000 or half of a surrogate pair.';
    default:
      return `Must be ${wantedForm(rule) ?? 'of the documented form'}.`;
  }
}

export function unknownFieldDetail({ 'x-fixed': fixed = {} }: Rule, name: string): string {
  const own = Object.hasOwn(fixed, name) ? fixed[name] : undefined;
  return own ?? 'This field does not exist here. Names are case-sensitive.';
}

export function typeDetail(rule: Rule, value: unknown): string {
  // Only amendments have optional fields that must not be null.
  if (value === null && rule['x-need'] === 'optional') {
    const wanted = wantedForm(rule) ?? (rule.enum === undefined ? typesOf(rule) : choices(rule.enum));
    return `Must be ${wanted}. To keep the current value, leave the field out.`;
  }
  return `Must be ${typesOf(rule)}, not ${nameOf(value)}.`;
}

function typesOf(rule: Rule): string {
  const { type = '' } = rule;
  return typeof type === 'string' ? String(typeNames[type]) : type.map((one) => typeNames[one]).join(' or ');
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a string';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function wantedForm(rule: Rule): string | undefined {
  return rule['x-form'] ?? formNames[rule.format ?? ''];
}

/** “1 court”, “3 courts”. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}

function choices(values: readonly unknown[]): string {
  const shown = values.map(String);
  return shown.length > CHOICES_SHOWN_MAX ? 'one of the documented values' : `one of: ${shown.join(', ')}`;
}
