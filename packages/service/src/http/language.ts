/**
 * In which language an answer speaks to players and coaches: the one of `Accept-Language` (RFC 9110, section 12.5.4) that comes
 * first among those that the service knows. Which answers have such words, their shapes tell.
 */

import type { RouteOptions } from 'fastify';
import Negotiator from 'negotiator';
import { DEFAULT_LANGUAGE, type Language, languages } from '../reading/messages/languages.ts';

/** Longer lists are those of no person. */
const HEADER_LENGTH_MAX = 1000;

/** The language that a caller wants; the default one if it wants none of ours. */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined || acceptLanguage === '*' || acceptLanguage.length > HEADER_LENGTH_MAX) {
    return DEFAULT_LANGUAGE;
  }
  const wanted = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).language([...languages]);
  return (wanted as Language | undefined) ?? DEFAULT_LANGUAGE;
}

/** Whether a route's answers have words in the caller's language. */
export function hasWords({ schema }: Pick<RouteOptions, 'schema'>): boolean {
  return containsWords((schema as { readonly response?: unknown } | undefined)?.response);
}

function containsWords(shape: unknown): boolean {
  if (typeof shape !== 'object' || shape === null) return false;
  return 'x-words' in shape || Object.values(shape).some(containsWords);
}
