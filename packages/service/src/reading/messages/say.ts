import { roundTo } from '@bandeja/contract/rounding';
import { type Formatters, IntlMessageFormat } from 'intl-messageformat';
import { catalog } from './catalog/catalog.ts';
import { type Language, locales } from './languages.ts';
import type { Message, ValuesOf } from './message.ts';
import { type NumberStyle, numberStyles, numberWriter } from './numbers.ts';

export type MessageCode = keyof typeof catalog;
export type MessageValues<Code extends MessageCode> = ValuesOf<(typeof catalog)[Code]['values']>;

/** A sentence with the values that it holds, as answers give it. */
export interface Told<Values = ToldValues> {
  readonly text: string;
  readonly values: Values;
}
type ToldValues = Readonly<Record<string, string | number | null>>;

// The library hands the object that stands here for a style to `getNumberFormat`, so the object stands for its style.
const styleNames = Object.keys(numberStyles) as NumberStyle[];
const styleObjects = Object.fromEntries(styleNames.map((name) => [name, {}])) as Record<NumberStyle, object>;
const styleOf = new Map(styleNames.map((name): [object, NumberStyle] => [styleObjects[name], name]));

const pluralRules = new Map<string, Intl.PluralRules>();

const formatters: Formatters = {
  getNumberFormat: (locale, style) =>
    numberWriter(String(locale), style && styleOf.get(style)) as unknown as Intl.NumberFormat,
  getPluralRules: (locale) => {
    const known = pluralRules.get(String(locale)) ?? new Intl.PluralRules(String(locale));
    pluralRules.set(String(locale), known);
    return known;
  },
  getDateTimeFormat: () => {
    throw new Error('dates are not written by messages');
  },
};

const compiled = new Map<string, IntlMessageFormat>();

/** A text as a program, made when it is first said: most processes never say most sentences. */
export function compiledText(code: MessageCode, language: Language): IntlMessageFormat {
  const key = `${language} ${code}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const { texts } = catalog[code] as Message;
  const made = new IntlMessageFormat(
    texts[language],
    locales[language],
    { number: styleObjects },
    { formatters, ignoreTag: true },
  );
  compiled.set(key, made);
  return made;
}

/** A sentence in a language. */
export function say<Code extends MessageCode>(language: Language, code: Code, values: MessageValues<Code>): string {
  return compiledText(code, language).format(values as Readonly<Record<string, string | number>>) as string;
}

/** A sentence with its values beside it, rounded as all numbers of answers. */
export function tell<Code extends MessageCode>(
  language: Language,
  code: Code,
  values: MessageValues<Code>,
): Told<MessageValues<Code> & ToldValues> {
  const rounded = roundedValues(code, values) as MessageValues<Code> & ToldValues;
  return { text: say(language, code, rounded), values: rounded };
}

/**
 * The same with null for values that only other sentences of an answer's code hold, so that `values` has one shape per code.
 * @param absent their names
 */
export function withNulls({ text, values }: Told, ...absent: readonly string[]): Told {
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
