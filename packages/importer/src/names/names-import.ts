/** What `--names` adds to an import: the meanings of names before a row is sent, and the summary of them. */
import type { Bandeja } from '@bandeja/client';
import type { PlayerProfile } from '../json-file.ts';
import type { PlayerReader } from '../participants.ts';
import type { Registrar } from '../registrar.ts';
import type { Source } from '../source.ts';
import { withFullNames } from './full-names.ts';
import { loadLettersOf } from './latin.ts';
import { lookAlikes } from './look-alikes.ts';
import { madeUsername } from './made-usernames.ts';
import { nameKey, unmarked } from './name-forms.ts';
import { type FileName, namesOf } from './names-of-file.ts';
import { findOthers, readPublic, settleSuggestions } from './others.ts';
import { readOwnPeople } from './own-people.ts';
import { type Candidate, type Doubt, type Meaning, People, type SettledName } from './people.ts';
import { nameReader } from './read-names.ts';
import { isMadeOf, isUsernameOf, resemble } from './resemblance.ts';

/** What the summary says about the names of a file. */
export interface PeopleSummary {
  readonly names: number;
  /** Names of one of the club's own people. */
  readonly found: number;
  /** Names that the players file settles. */
  readonly settled: number;
  /** Names of new players. */
  readonly new: number;
  /** Usernames of the players file that none of the club's people has. */
  readonly new_usernames: readonly NewUsername[];
  /** Usernames of the players file that are of players of other partners, who are meant. */
  readonly of_other_partners: readonly { readonly username: string; readonly display_name: string }[];
  readonly unclear: readonly UnclearName[];
}

export interface NewUsername {
  readonly username: string;
  /** A known username from which it differs by a letter; null for none. */
  readonly similar_to: string | null;
}

interface UnclearName {
  readonly name: string;
  readonly rows: number;
  readonly doubt: Doubt;
  readonly candidates: readonly { readonly username: string | null; readonly display_name: string }[];
  /** Free for a new player of this name. */
  readonly suggested_username: string;
}

/** A line of the players file that may have the username of another line. */
export interface DoubtfulLine {
  readonly line: number;
  readonly name: string;
  readonly username: string;
  /** The name of the player; null for a new player. */
  readonly displayName: string | null;
}

/** The names of a file with what they mean. */
export class NamesImport {
  readonly people: People;
  readonly reader: PlayerReader;
  /** For registrations, by username. */
  readonly profiles: ReadonlyMap<string, PlayerProfile>;
  /** By the key of the name. */
  readonly settled: ReadonlyMap<string, SettledName>;
  /** Display names of the club's people, by username. */
  readonly own: ReadonlyMap<string, string>;
  /** Players of other partners that the settled names mean: username → display name. */
  #others: ReadonlyMap<string, string> = new Map();

  private constructor(
    people: People,
    reader: PlayerReader,
    settled: ReadonlyMap<string, SettledName>,
    own: ReadonlyMap<string, string>,
  ) {
    this.people = people;
    this.reader = reader;
    this.profiles = profilesOf(settled);
    this.settled = settled;
    this.own = own;
  }

  /**
   * Reads the club's people, and all names of the results.
   * @param given the names that a person has settled, by key
   * @param registers whether new players are registered
   * @throws {BandejaError} when the key may not read players.
   */
  static async of(
    client: Bandeja,
    source: Pick<Source, 'rows'>,
    given: ReadonlyMap<string, SettledName>,
    registers: boolean,
  ): Promise<NamesImport> {
    const own = await readOwnPeople(client);
    const usernames = new Set([...own, ...given.values()].map(({ username }) => username));
    // `marta` may be a name typed in small letters. `marta.gil` is hardly one, and jean-luc is the only cost.
    const isKnownUsername = (text: string): boolean => /[\d._-]/.test(text) && usernames.has(text);
    const { names, keyOf } = await namesOf(source.rows(), isKnownUsername);
    await loadLettersOf([...own.map(({ displayName }) => displayName), ...names.keys()]);
    const settled = withFullNames(given, names, own);
    const people = new People(names, { own, settled });
    const shown = new Map(own.map(({ username, displayName }) => [username, displayName]));
    return new NamesImport(people, nameReader(people, isKnownUsername, keyOf, registers), settled, shown);
  }

  /**
   * Finds players of other partners with usernames of the file, and usernames that are free for unclear names.
   * @param registrar null if no players are registered
   * @returns a sentence for each username that its player cannot have
   */
  async checkOthers(client: Bandeja, registrar: Registrar | null): Promise<readonly string[]> {
    const { clashes, meant } = await (registrar?.tryAll() ?? findOthers(client, this.people));
    this.#others = meant;
    await settleSuggestions(this.people, async (usernames) =>
      registrar === null ? new Set((await readPublic(client, usernames)).keys()) : await registrar.taken(usernames),
    );
    return [...clashes, ...this.#differences()];
  }

  /** Lines of the players file that give a username to someone of another name. A line without a display name gives it on purpose. */
  #differences(): readonly string[] {
    return this.people.all.flatMap(({ name, meaning }): string[] => {
      const given = this.settled.get(name.key);
      if (meaning.kind !== 'settled' || given?.displayName == null) return [];
      const { username, displayName, line } = given;
      const own = this.own.get(username);
      const shown = own ?? this.people.newPersonAt(username)?.displayName ?? displayName;
      // A player that was registered without a name is shown with the username.
      if (nameKey(shown) === nameKey(displayName) || own === username) return [];
      const where = line === undefined ? 'The players file' : `Line ${line} of the players file`;
      const who = own === undefined ? `another line calls that player “${shown}”` : `that is your player “${shown}”`;
      return [
        `${where} gives “${name.name}” the username ${username} and the display name “${displayName}”, but ${who}. ` +
          'Correct the username or the display_name.',
      ];
    });
  }

  /**
   * Lines of the players file without a display name whose player has another name, as if the usernames have moved by a row. If the line
   * has candidates in its note, one of them is the player.
   */
  get doubtfulLines(): readonly DoubtfulLine[] {
    const lines = this.people.all.flatMap(({ name, meaning }): DoubtfulLine[] => {
      const given = this.settled.get(name.key);
      if (meaning.kind !== 'settled' || given?.line === undefined || given.displayName !== null) return [];
      const { username, line, note = '' } = given;
      const shown = this.own.get(username) ?? this.people.newPersonAt(username)?.displayName ?? name.name;
      const isNamed = shown !== username && nameKey(shown) !== nameKey(given.name);
      if (isNamed ? resemble(name.name, shown) : this.#mayBeNew(username, name)) return [];
      return note.split(/[\s;]+/).includes(username)
        ? []
        : [{ line, name: name.name, username, displayName: isNamed ? shown : null }];
    });
    return lines.toSorted((one, other) => one.line - other.line);
  }

  /** Whether a new player of this name may have the username, which is not made of another name of the file. */
  #mayBeNew(username: string, { key, name }: FileName): boolean {
    if (isMadeOf(username, key)) return true;
    const others = this.people.all.filter((other) => isMadeOf(username, other.name.key));
    return others.every((other) => resemble(other.name.name, name)) && isUsernameOf(username, name);
  }

  /** The counts, and the names that are open. */
  get summary(): PeopleSummary {
    const { all } = this.people;
    const unclear = all.flatMap(({ name, meaning }): UnclearName[] => {
      if (meaning.kind !== 'unclear') return [];
      const { doubt, candidates } = meaning;
      const suggested_username = this.people.suggestionFor(name.key);
      return [
        { name: name.name, rows: name.rows, doubt, candidates: candidates.map(wireCandidate), suggested_username },
      ];
    });
    const count = (kind: Meaning['kind']): number => all.filter(({ meaning }) => meaning.kind === kind).length;
    const new_usernames = this.#newUsernames();
    return {
      names: all.length,
      found: count('found'),
      settled: count('settled'),
      new: count('new'),
      new_usernames,
      of_other_partners: [...this.#others].map(([username, display_name]) => ({ username, display_name })),
      unclear,
    };
  }

  /** What the players file gives to new players; first those that may be typing errors. */
  #newUsernames(): readonly NewUsername[] {
    const { all } = this.people;
    const usernames = new Set(all.flatMap(({ meaning }) => (meaning.kind === 'unclear' ? [] : [meaning.username])));
    const settled = all.flatMap(({ name, meaning }) => (meaning.kind === 'settled' ? [{ name, meaning }] : []));
    const fresh = new Set(
      settled.map(({ meaning }) => meaning.username).filter((one) => !this.own.has(one) && !this.#others.has(one)),
    );
    // One that is made of a name of the player was not typed by hand.
    const made = new Set(settled.map(({ name }) => madeUsername(name.key, 0)));
    const typed = [...fresh].filter((username) => !made.has(username));
    const similar = lookAlikes(typed, new Set([...usernames, ...this.own.keys()]));
    const doubtful = typed.filter((username) => similar.has(username));
    return [...new Set([...doubtful, ...fresh])].map((username) => ({
      username,
      similar_to: similar.get(username) ?? null,
    }));
  }
}

function profilesOf(settled: ReadonlyMap<string, SettledName>): ReadonlyMap<string, PlayerProfile> {
  const profiles = new Map<string, PlayerProfile>();
  for (const { name, username, displayName, countryCode } of settled.values()) {
    const earlier = profiles.get(username);
    // Several names may mean one player, who is shown with the longest, unless the file gives a display name.
    const longest = [earlier?.display_name ?? '', unmarked(name)].reduce((one, other) =>
      other.length > one.length ? other : one,
    );
    const country_code = countryCode ?? earlier?.country_code;
    profiles.set(username, {
      display_name: displayName ?? longest,
      ...(country_code === undefined ? {} : { country_code }),
    });
  }
  return profiles;
}

const wireCandidate = ({ username, displayName }: Candidate) => ({ username, display_name: displayName });
