/** Full names of players that a players file has in a short form only. Pure. */
import { madeUsername } from './made-usernames.ts';
import { nameKey } from './name-forms.ts';
import type { FileName } from './names-of-file.ts';
import type { OwnPerson } from './own-people.ts';
import type { SettledName } from './people.ts';
import { isShortFor } from './similar-names.ts';

/**
 * Adds to the names that a players file settles the full names that it leaves out. If “Marta G.” is `marta.gil` there, and
 * “Marta Gil” would get that username, both are one player: every name that is known of `marta.gil` is a short form of the full one.
 */
export function withFullNames(
  settled: ReadonlyMap<string, SettledName>,
  names: ReadonlyMap<string, FileName>,
  own: readonly OwnPerson[],
): ReadonlyMap<string, SettledName> {
  const keysOf = new Map<string, Set<string>>();
  const note = (username: string, name: string): unknown =>
    keysOf.set(username, (keysOf.get(username) ?? new Set()).add(nameKey(name)));
  for (const { username, name, displayName } of settled.values()) {
    note(username, name);
    if (displayName !== null) note(username, displayName);
  }
  for (const { username, displayName } of own) if (keysOf.has(username)) note(username, displayName);
  const ownKeys = new Set(own.map(({ displayName }) => nameKey(displayName)));
  const all = new Map(settled);
  for (const { key, name } of names.values()) {
    const username = madeUsername(key, 0);
    const known = keysOf.get(username);
    if (known === undefined || all.has(key) || ownKeys.has(key)) continue;
    if ([...known].every((other) => other === key || isShortFor(other, key)))
      all.set(key, { name, username, displayName: null, countryCode: null, isNew: false });
  }
  return all;
}
