/** Names of all scripts in Latin letters, for usernames. */
import { inLatin, nameWords } from '@bandeja/contract/name-words';

let transliterate: ((text: string) => string) | null = null;

const isOfOtherScript = (name: string): boolean => /[^\0-\x7f]/.test(nameWords(name).map(inLatin).join(''));

/** Loads the letters of these names that {@link inLatin} lacks, such as Chinese ones: 218 KB, compressed, which few clubs need. */
export async function loadLettersOf(names: readonly string[]): Promise<void> {
  if (transliterate === null && names.some(isOfOtherScript)) transliterate = (await import('any-ascii')).default;
}

/** The letters a–z and digits of a word in Latin letters; letters that are not loaded are left out. */
export function latinOf(word: string): string {
  const latin = inLatin(word);
  return (transliterate?.(latin) ?? latin).toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
