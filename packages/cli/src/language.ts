import { InvalidArgumentError } from 'commander';

/** A language tag such as `es` or `pt-BR`. */
const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;
const DEFAULT = 'en';

/** The language of a terminal, from the variables that POSIX names for it: `es_ES.UTF-8` is `es-ES`. */
export function terminalLanguage(variables: NodeJS.ProcessEnv): string {
  const locale = variables['LC_ALL'] || variables['LC_MESSAGES'] || variables['LANG'] || '';
  const tag = locale.replace(/[.@].*$/, '').replaceAll('_', '-');
  return TAG.test(tag) ? tag : DEFAULT;
}

/** The languages that the service has sentences in. */
export const LANGUAGES = ['en', 'es', 'pt'];
const SPOKEN = new RegExp(`^(?:${LANGUAGES.join('|')})(?:-|$)`, 'i');

/** Reads an option's value as one of the service's languages. The service would answer any other in English. */
export function languageTag(text: string): string {
  if (TAG.test(text) && SPOKEN.test(text)) return text;
  throw new InvalidArgumentError('The service has no sentences in this language. Must be en, es or pt.');
}
