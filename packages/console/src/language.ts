/** The texts of the console. Each page has its own, so that they load with the page. */

export const languages = { en: 'English', es: 'Español', pt: 'Português' } as const;
export type Language = keyof typeof languages;

const STORED = 'bandeja.language';

const isLanguage = (text: string | null | undefined): text is Language =>
  text != null && Object.hasOwn(languages, text);

/** Null if the browser stores nothing for this address. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function chooseLanguage(): Language {
  const stored = storage()?.getItem(STORED);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

/** Fixed until the page is loaded again. */
export const language = chooseLanguage();
/** In Portuguese as in Portugal, 0 takes the plural. */
export const locale = { en: 'en-GB', es: 'es-ES', pt: 'pt-PT' }[language];
document.documentElement.lang = language;

export function changeLanguage(to: string): void {
  storage()?.setItem(STORED, to);
  location.reload();
}

/** A text in every language. `{name}` is a value, `{name|one|many}` a word that agrees with a count. */
type Translations = readonly [en: string, es: string, pt: string];

const COLUMN = { en: 0, es: 1, pt: 2 } as const satisfies Record<Language, number>;

/** The texts of a page in the language of this browser. */
export function texts<const T extends Readonly<Record<string, Translations>>>(
  table: T,
): { readonly [K in keyof T]: string } {
  const entries = Object.entries(table).map(([key, row]) => [key, row[COLUMN[language]]]);
  return Object.fromEntries(entries) as { readonly [K in keyof T]: string };
}

const plurals = new Intl.PluralRules(locale);
const wholeNumbers = new Intl.NumberFormat(locale);

/** Puts values into a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_all, name: string, one?: string, many?: string) => {
    const value = values[name] ?? '';
    if (one !== undefined) return (plurals.select(Number(value)) === 'one' ? one : many) ?? '';
    return typeof value === 'number' ? wholeNumbers.format(value) : value;
  });
}
