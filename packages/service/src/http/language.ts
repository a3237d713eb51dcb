/**
 * The language of text for players and coaches: the preferred one of `Accept-Language` (RFC 9110, section 12.5.4) that the service
 * has. The keyword `x-words` marks shapes with such text.
 */

import type { RouteOptions } from 'fastify';
import Negotiator from 'negotiator';
import { DEFAULT_LANGUAGE, type Language, languages } from '../messages/languages.ts';

/** No browser sends a longer list. */
const HEADER_LENGTH_MAX = 1000;

/** The best match for a caller; the default language if none matches. */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined || acceptLanguage === '*' || acceptLanguage.length > HEADER_LENGTH_MAX) {
    return DEFAULT_LANGUAGE;
  }
  const wanted = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).language([...languages]);
  return (wanted as Language | undefined) ?? DEFAULT_LANGUAGE;
}

/** Whether a route's responses contain text in the caller's language. */
export function hasWords({ schema, config }: Pick<RouteOptions, 'schema' | 'config'>): boolean {
  const { response } = (schema ?? {}) as { readonly response?: unknown };
  return containsWords(response) || containsWords(config?.alternative?.shape);
}

function containsWords(shape: unknown): boolean {
  if (typeof shape !== 'object' || shape === null) return false;
  return 'x-words' in shape || Object.values(shape).some(containsWords);
}
