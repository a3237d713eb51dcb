/** Usernames that look like typing errors. Pure. */

/**
 * Finds for each username a known one from which it differs by one letter, or by two that changed places. Digits do not count:
 * `marta.gil.2` is another Marta on purpose.
 */
export function lookAlikes(usernames: Iterable<string>, known: Iterable<string>): ReadonlyMap<string, string> {
  const byPart = new Map<string, string[]>();
  for (const username of known) {
    for (const part of partsOf(username)) byPart.set(part, [...(byPart.get(part) ?? []), username]);
  }
  const found = new Map<string, string>();
  for (const username of usernames) {
    const others = partsOf(username).flatMap((part) => byPart.get(part) ?? []);
    const [other] = others.filter((one) => lettersOf(one) !== lettersOf(username)).sort();
    if (other !== undefined) found.set(username, other);
  }
  return found;
}

/** The text, and the text without one of its characters: two texts that differ by one have one of these in common. */
const partsOf = (text: string): string[] => [
  text,
  ...Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1)),
];
const lettersOf = (username: string): string => username.replaceAll(/[^a-z]/g, '');
