/** The reasons of rows in the language of the person. The sentences are written in English where they arise. */
import { translations as own, type Translations } from './translations.ts';

export const importLanguages = ['en', 'es', 'pt'] as const;
export type ImportLanguage = (typeof importLanguages)[number];

/** Translates a text. One that the table lacks stays English. */
export type Translate = (text: string) => string;

interface Template {
  readonly pattern: RegExp;
  readonly target: string;
}

/**
 * @param others texts beside those of the reader
 * @returns the same text for English
 */
export function translator(language: ImportLanguage, others: Translations = {}): Translate {
  if (language === 'en') return (text) => text;
  const translations = { ...others, ...own };
  const place = language === 'es' ? 0 : 1;
  const templates = Object.entries(translations).map(
    ([english, targets]): Template => ({ pattern: patternOf(english), target: targets[place] }),
  );
  const translate: Translate = (text) => {
    const whole = Object.hasOwn(translations, text) ? translations[text] : undefined;
    if (whole !== undefined) return whole[place];
    for (const { pattern, target } of templates) {
      const values = pattern.exec(text)?.slice(1);
      // A value may be a text of the table, too, such as “3 rows”.
      if (values !== undefined) return filled(target, values.map(translate));
    }
    return text;
  };
  return translate;
}

/** `{}` is any text; `#` is a count. */
function patternOf(english: string): RegExp {
  const escaped = english.replaceAll(/[.*+?^$|()[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('{}', '(.+?)').replaceAll('#', String.raw`([\d,]+)`)}$`, 's');
}

function filled(target: string, values: readonly string[]): string {
  let next = 0;
  return target.replaceAll(/\{\}|#/g, () => values[next++] ?? '');
}
