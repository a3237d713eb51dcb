/** What a person checks about the names of a file before they are sent. */
import { madeUsername } from './made-usernames.ts';
import { nameKey, withoutDoubt } from './name-forms.ts';
import type { Names } from './names.ts';
import type { FileName } from './names-of-file.ts';
import { NearNames } from './near-names.ts';
import { spelledOut } from './nicknames.ts';
import type { Meaning, People } from './people.ts';
import { SimilarNames } from './similar-names.ts';

export type PeopleSummary = ReturnType<typeof summaryOf>;
export type NewUsername = PeopleSummary['new_usernames'][number];

/** A line of the players file that may have the username of another line. */
export interface DoubtfulLine {
  readonly line: number;
  readonly name: string;
  readonly username: string;
  /** The name of the player; null for a new player. */
  readonly displayName: string | null;
}

export function summaryOf({ people, own, meant }: Names) {
  const { all } = people;
  const count = (kind: Meaning['kind']): number => all.filter(({ meaning }) => meaning.kind === kind).length;
  return {
    ...{ names: all.length, found: count('found'), settled: count('settled'), new: count('new') },
    new_usernames: newUsernames(people, own, meant),
    of_other_partners: [...meant].map(([username, display_name]) => ({ username, display_name })),
    unclear: all.flatMap(({ name: { name, key, rows }, meaning }) => {
      if (meaning.kind !== 'unclear') return [];
      const candidates = meaning.candidates.map(({ username, displayName: display_name }) => ({
        username,
        display_name,
      }));
      return [{ name, rows, doubt: meaning.doubt, candidates, suggested_username: people.suggestionFor(key) }];
    }),
  };
}

/** Usernames of the players file that none of the club's people has, and a known one that is nearly the same; such ones are first. */
function newUsernames(people: People, own: Names['own'], meant: Names['meant']) {
  const usernames = people.all.flatMap(({ meaning }) => (meaning.kind === 'unclear' ? [] : [meaning.username]));
  const settled = people.all.flatMap(({ name, meaning }) => (meaning.kind === 'settled' ? [{ name, meaning }] : []));
  const fresh = new Set(
    settled.map(({ meaning }) => meaning.username).filter((one) => !own.has(one) && !meant.has(one)),
  );
  // One that is made of a name of the player was not typed by hand.
  const made = new Set(settled.map(({ name }) => madeUsername(name.key, 0)));
  const known = [...new Set([...usernames, ...own.keys()])].sort();
  const near = new NearNames(known.map(wordsOfUsername));
  const found = [...fresh].map((username) => {
    const [other] = made.has(username) ? [] : near.of(wordsOfUsername(username));
    return { username, similar_to: known.find((one) => wordsOfUsername(one) === other) ?? null };
  });
  return [
    ...found.filter(({ similar_to }) => similar_to !== null),
    ...found.filter(({ similar_to }) => similar_to === null),
  ];
}

const wordsOfUsername = (username: string): string => username.replaceAll(/[^a-z0-9]+/g, ' ').trim();

/**
 * Lines of the players file without a display name whose player has another name, as if the usernames have moved by a row. If the line
 * has candidates in its note, one of them is the player.
 */
export function doubtfulLines({ people, settled, own }: Names): readonly DoubtfulLine[] {
  const lines = people.all.flatMap(({ name, meaning }): DoubtfulLine[] => {
    const given = settled.get(name.key);
    if (meaning.kind !== 'settled' || given?.line === undefined || given.displayName !== null) return [];
    const { username, line, note = '' } = given;
    const shown = own.get(username) ?? people.newPersonAt(username)?.displayName ?? name.name;
    const isNamed = shown !== username && nameKey(shown) !== nameKey(given.name);
    if (isNamed ? resemble(name.name, shown) : mayBeNew(people, username, name)) return [];
    if (note.split(/[\s;]+/).includes(username)) return [];
    return [{ line, name: name.name, username, displayName: isNamed ? shown : null }];
  });
  return lines.toSorted((one, other) => one.line - other.line);
}

/** Whether a new player of this name may have the username, which is not made of another name of the file. */
function mayBeNew(people: People, username: string, { key, name }: FileName): boolean {
  if (isMadeOf(username, key)) return true;
  const others = people.all.filter((other) => isMadeOf(username, other.name.key));
  return others.every((other) => resemble(other.name.name, name)) && isUsernameOf(username, name);
}

/** Whether one name may be another form of the other, or a typing error. */
function resemble(one: string, other: string): boolean {
  const [key, otherKey] = [withoutDoubt(nameKey(one)), withoutDoubt(nameKey(other))];
  return key === otherKey || mayMean(key, otherKey) || mayMean(otherKey, key);
}

function mayMean(key: string, known: string): boolean {
  const near = new NearNames([known]);
  const similar = new SimilarNames([known], new Set([known]));
  return similar.of(key).length > 0 || [key, ...spelledOut(key)].some((form) => near.of(form).length > 0);
}

/** Letters of a word that may be an abbreviation in a username. */
const WORD_MIN = 3;

/** Whether someone may have made the username from the name: `marta.gil`, `norte.gil` and `mgil` from Marta Gil. */
function isUsernameOf(username: string, name: string): boolean {
  const words = madeUsername(withoutDoubt(nameKey(name)), 0).split('.');
  const letters = username.replaceAll(/[^a-z]/g, '');
  if (words.some((word) => word.length >= WORD_MIN && letters.includes(word))) return true;
  return resemble(username.replaceAll(/[^a-z]+/g, ' ').trim(), name);
}

/** Whether the username is the one that an import makes of the name, or the next one: `marta.gil.2`. */
const isMadeOf = (username: string, key: string): boolean =>
  username.replace(/\.\d$/, '') === madeUsername(withoutDoubt(key), 0);
