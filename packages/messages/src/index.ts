/** The texts for Node. The console has its own loader. */
import { languagesIn, textsOf } from './catalogue.ts';
import { formatterOf, type Text, type ValuesByName } from './format.ts';
import { chooseLanguage } from './languages.ts';
import type { Format as AnyFormat } from './message.ts';
import { parseText } from './parse.ts';

export type { KeyOf, MessageCode, Table, Texts, Values, ValuesOf } from './message.ts';

/** Formats any text, and knows which texts there are. */
export interface Format extends AnyFormat {
  readonly has: (code: string) => boolean;
}

/** Texts in the language of a tag such as `es-AR`, in English if there is no such language. */
export function loadMessages(tag: string): Format {
  const texts = textsOf(chooseLanguage([tag], languagesIn()));
  const format = formatterOf(texts['language.formats'] ?? tag);
  const parsed = new Map<string, Text>();
  const formatCode: AnyFormat = (code, ...values: readonly [values?: ValuesByName]) => {
    const text = parsed.get(code) ?? parseText(texts[code] ?? code);
    parsed.set(code, text);
    return format(text, values[0]);
  };
  return Object.assign(formatCode, { has: (code: string) => Object.hasOwn(texts, code) });
}
