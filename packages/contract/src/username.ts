/** Usernames are unique over all partners, compared without case, and stored in lower case. */

export const USERNAME_LENGTH_MIN = 2;
export const USERNAME_LENGTH_MAX = 40;

/** Reserved for the route `GET /v1/players/search`. */
const RESERVED = 'search';

/**
 * The characters of a username in a request, in either case. The pattern doesn't check the length, so that a text of the
 * wrong length breaks only one rule.
 */
export const usernamePattern = '^(?:[A-Za-z0-9](?:[A-Za-z0-9._\\-]*[A-Za-z0-9])?)?$';

/**
 * The stored form of a username. Only A–Z are converted: Unicode lower-casing would map other characters, such as the Kelvin
 * sign, to a–z.
 */
export function canonicalUsername(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const form = new RegExp(usernamePattern);

/** Whether a text, in either case, is a username that a player may have. */
export function isUsername(text: string): boolean {
  const { length } = text;
  return length >= USERNAME_LENGTH_MIN && length <= USERNAME_LENGTH_MAX && form.test(text) && !isReservedUsername(text);
}

/** True for a username that is reserved for a route. */
export function isReservedUsername(text: string): boolean {
  return text.length === RESERVED.length && canonicalUsername(text) === RESERVED;
}

/** The cursor position of a row in a list by username. */
export function placeByUsername({ username }: { readonly username: string }): { readonly username: string } {
  return { username };
}
