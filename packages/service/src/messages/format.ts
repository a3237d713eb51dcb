import { roundTo } from '@bandeja/contract/rounding';
import { type Formatters, IntlMessageFormat } from 'intl-messageformat';
import { catalog } from './catalog/catalog.ts';
import { type Language, locales } from './languages.ts';
import type { Message, ValuesOf } from './message.ts';
import { type NumberStyle, numberFormatter, numberStyles } from './numbers.ts';

export type MessageCode = keyof typeof catalog;
export type MessageValues<Code extends MessageCode> = ValuesOf<(typeof catalog)[Code]['values']>;

/** A sentence with the values that it contains, as responses show it. */
export interface FormattedMessage<Values = FormattedValues> {
  readonly text: string;
  readonly values: Values;
}
type FormattedValues = Readonly<Record<string, string | number | null>>;

// The library passes the object that is registered for a style to `getNumberFormat`, so the object identifies the style.
const styleNames = Object.keys(numberStyles) as NumberStyle[];
const styleObjects = Object.fromEntries(styleNames.map((name) => [name, {}])) as Record<NumberStyle, object>;
const styleOf = new Map(styleNames.map((name): [object, NumberStyle] => [styleObjects[name], name]));

const pluralRules = new Map<string, Intl.PluralRules>();

const formatters: Formatters = {
  getNumberFormat: (locale, style) =>
    numberFormatter(String(locale), style && styleOf.get(style)) as unknown as Intl.NumberFormat,
  getPluralRules: (locale) => {
    const rules = pluralRules.get(String(locale)) ?? new Intl.PluralRules(String(locale));
    pluralRules.set(String(locale), rules);
    return rules;
  },
  getDateTimeFormat: () => {
    throw new Error('messages cannot format dates: pass the date as a text');
  },
};

const compiled = new Map<string, IntlMessageFormat>();

/** A parsed text. It is parsed on first use: most processes never use most sentences. */
export function compiledText(code: MessageCode, language: Language): IntlMessageFormat {
  const key = `${language} ${code}`;
  const cached = compiled.get(key);
  if (cached !== undefined) return cached;
  const { texts } = catalog[code] as Message;
  const parsed = new IntlMessageFormat(
    texts[language],
    locales[language],
    { number: styleObjects },
    { formatters, ignoreTag: true },
  );
  compiled.set(key, parsed);
  return parsed;
}

/** A sentence in a language. */
export function formatText<Code extends MessageCode>(
  language: Language,
  code: Code,
  values: MessageValues<Code>,
): string {
  return compiledText(code, language).format(values as Readonly<Record<string, string | number>>) as string;
}

/** A sentence and its values, which are rounded like all numbers of responses. */
export function formatMessage<Code extends MessageCode>(
  language: Language,
  code: Code,
  values: MessageValues<Code>,
): FormattedMessage<MessageValues<Code> & FormattedValues> {
  const rounded = roundedValues(code, values) as MessageValues<Code> & FormattedValues;
  return { text: formatText(language, code, rounded), values: rounded };
}

/**
 * Adds null for the values that only other sentences with the same code contain, so that `values` has one shape per code.
 * @param absent the names of these values
 */
export function withNulls({ text, values }: FormattedMessage, ...absent: readonly string[]): FormattedMessage {
  return { text, values: { ...values, ...Object.fromEntries(absent.map((name) => [name, null])) } };
}

const DECIMALS = { decimal: 2, share: 4 } as const;

function roundedValues<Code extends MessageCode>(code: Code, values: MessageValues<Code>): MessageValues<Code> {
  const kinds = (catalog[code] as Message).values;
  const entries = Object.entries(values as Readonly<Record<string, string | number>>).map(
    ([name, value]): [string, string | number] => {
      const kind = kinds[name];
      return [name, kind === 'decimal' || kind === 'share' ? roundTo(Number(value), DECIMALS[kind]) : value];
    },
  );
  return Object.fromEntries(entries) as MessageValues<Code>;
}
