/** Usernames: one key space for all partners, compared without case and kept in lower case. */

export const USERNAME_LENGTH_MIN = 2;
export const USERNAME_LENGTH_MAX = 40;

/** A word of the path space: `GET /v1/players/search` is a route of its own. */
const RESERVED = 'search';

/**
 * The characters of a username as a caller may send it, in either case. Its length is left to the bounds beside it, so
 * that a text that is only too short or too long breaks one rule.
 */
export const usernamePattern = '^(?:[A-Za-z0-9](?:[A-Za-z0-9._\\-]*[A-Za-z0-9])?)?$';

/**
 * The username as it is kept. Only A–Z are lowered: full Unicode lower-casing would turn other letters (the Kelvin sign)
 * into these.
 */
export function canonicalUsername(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** True for a username that no player can have because the routes need it. */
export function isReservedUsername(text: string): boolean {
  return text.length === RESERVED.length && canonicalUsername(text) === RESERVED;
}

/** The place of a row in a list by username. */
export function placeByUsername({ username }: { readonly username: string }): { readonly username: string } {
  return { username };
}
