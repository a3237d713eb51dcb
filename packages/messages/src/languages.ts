/** Which language a person gets, and where its missing texts come from. */

/** A file of `locales` without its ending, such as `en` or `pt-BR`. */
export type Language = string;

export const DEFAULT_LANGUAGE = 'en';

/** The file of a language whose files all name a region. Portuguese of other countries follows Portugal. */
const OF_BARE_LANGUAGE: Readonly<Record<string, Language>> = { pt: 'pt-PT' };

const bareLanguage = (tag: string): string => tag.replace(/-.*/, '').toLowerCase();

/** The language of a tag such as `pt-AO`: by the whole tag, then by its first part. Null if there is none. */
export function languageOf(tag: string, available: readonly Language[]): Language | null {
  const bare = bareLanguage(tag);
  const wanted = [tag.toLowerCase(), bare, OF_BARE_LANGUAGE[bare]?.toLowerCase()];
  for (const name of wanted) {
    const found = available.find((language) => language.toLowerCase() === name);
    if (found !== undefined) return found;
  }
  return available.find((language) => bareLanguage(language) === bare) ?? null;
}

/** The first of these tags that has texts, such as those of `navigator.languages`. */
export function chooseLanguage(tags: readonly string[], available: readonly Language[]): Language {
  for (const tag of tags) {
    const found = languageOf(tag, available);
    if (found !== null) return found;
  }
  return DEFAULT_LANGUAGE;
}

/** Where a text is looked for, key by key: `pt-BR`, `pt-PT`, `en`. */
export function fallbacksOf(language: Language, available: readonly Language[]): Language[] {
  const related = languageOf(bareLanguage(language), available) ?? language;
  return [...new Set([language, related, DEFAULT_LANGUAGE])];
}
