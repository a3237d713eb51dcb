const USERNAME = /^[a-z0-9](?:[a-z0-9._-]{0,38}[a-z0-9])$/;
/** Taken by a path of the API. */
const RESERVED = 'search';

/** Whether lower-cased text has the form of a username: 2–40 of a–z, 0–9, `.`, `_`, `-`, a letter or digit at both ends. */
export function isUsername(text: string): boolean {
  return USERNAME.test(text) && text !== RESERVED;
}
