/** What `--names` adds to an import: the meanings of names before a row is sent, and what to tell of them. */
import type { Client } from '../../api/client.ts';
import { countOf, grouped } from '../../print.ts';
import { printable } from '../../terminal.ts';
import type { PlayerProfile } from '../json-file.ts';
import type { PlayerReader } from '../participants.ts';
import type { Registrar } from '../registrar.ts';
import type { Source } from '../source.ts';
import { nameKey } from './name-forms.ts';
import { namesOf } from './names-of-file.ts';
import { readOwnPeople } from './own-people.ts';
import { type Candidate, type Doubt, type Meaning, People } from './people.ts';
import { type PlayersLine, readPlayersFile, type SettledName, writePlayersFile } from './players-file.ts';
import { nameReader, unclearText } from './read-names.ts';

/** The options of names, checked. */
export interface NameOptions {
  /** The players file to read, null for none. */
  readonly players: string | null;
  /** Where to write one, null for nowhere. */
  readonly playersOut: string | null;
}

/** What is told of the names of a file. */
export interface PeopleSummary {
  readonly names: number;
  /** Names of one of the club's own people. */
  readonly found: number;
  /** Names that the players file settles. */
  readonly settled: number;
  /** Names of new players. */
  readonly new: number;
  readonly unclear: readonly UnclearName[];
}

interface UnclearName {
  readonly name: string;
  readonly rows: number;
  readonly doubt: Doubt;
  readonly candidates: readonly { readonly username: string | null; readonly display_name: string }[];
  /** Free for a new player of this name. */
  readonly suggested_username: string;
}

/** At most this many unclear names are listed for people. */
const UNCLEAR_SHOWN_MAX = 20;

/** The names of a file with what they mean. */
export class NamesImport {
  readonly people: People;
  readonly reader: PlayerReader;
  /** For registrations, by username. */
  readonly profiles: ReadonlyMap<string, PlayerProfile>;
  readonly #settled: ReadonlyMap<string, SettledName>;
  readonly #own: ReadonlyMap<string, string>;

  private constructor(
    people: People,
    reader: PlayerReader,
    settled: ReadonlyMap<string, SettledName>,
    own: ReadonlyMap<string, string>,
  ) {
    this.people = people;
    this.reader = reader;
    this.profiles = profilesOf(settled);
    this.#settled = settled;
    this.#own = own;
  }

  /**
   * Reads the club's people, the players file, and all names of the results.
   * @param registers whether new players are registered
   * @throws {Refusal} when the key may not read players. @throws {CommandFailure} for a players file that cannot be read.
   */
  static async of(
    client: Client,
    source: Pick<Source, 'rows'>,
    playersFile: string | null,
    registers: boolean,
  ): Promise<NamesImport> {
    const settled: ReadonlyMap<string, SettledName> =
      playersFile === null ? new Map() : await readPlayersFile(playersFile);
    const own = await readOwnPeople(client);
    const usernames = new Set([...own, ...settled.values()].map(({ username }) => username));
    // A name has no such character, so a cell with one is meant as a username.
    const isKnownUsername = (text: string): boolean => /[\d._-]/.test(text) && usernames.has(text);
    const people = new People(await namesOf(source.rows(), isKnownUsername), { own, settled });
    const shown = new Map(own.map(({ username, displayName }) => [username, displayName]));
    return new NamesImport(people, nameReader(people, isKnownUsername, registers), settled, shown);
  }

  /** What to tell of the names. */
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
    return { names: all.length, found: count('found'), settled: count('settled'), new: count('new'), unclear };
  }

  /**
   * Writes the players file: names to settle first. A name of the players file that was read stays in it, also if these results do
   * not have it.
   * @param registrar knows the usernames that new players got
   */
  async write(path: string, registrar: Registrar | null): Promise<void> {
    const lines = this.people.all.map(({ name, meaning }): PlayersLine & { readonly isOpen: boolean } => {
      const given = this.#settled.get(name.key);
      if (meaning.kind === 'unclear') {
        const candidates = meaning.candidates.map((one) => this.#withUsername(one, registrar));
        const text = unclearText({ ...meaning, candidates });
        const note = `${text}; a new player may be ${this.people.suggestionFor(name.key)}`;
        return { name: name.name, username: '', displayName: '', countryCode: '', note, isOpen: true };
      }
      const username = registrar?.finalUsername(meaning.username) ?? meaning.username;
      const displayName = given?.displayName ?? this.#own.get(username) ?? name.name;
      const countryCode = given?.countryCode ?? '';
      return { name: name.name, username, displayName, countryCode, note: meaning.kind, isOpen: false };
    });
    const inFile = new Set(this.people.all.map(({ name }) => name.key));
    const others = [...this.#settled].filter(([key]) => !inFile.has(key)).map(([, given]) => lineOf(given));
    await writePlayersFile(path, [
      ...lines.filter(({ isOpen }) => isOpen),
      ...lines.filter(({ isOpen }) => !isOpen),
      ...others,
    ]);
  }

  /** With the username of a name of the file, which may have been registered by now. */
  #withUsername(candidate: Candidate, registrar: Registrar | null): Candidate {
    const meaning = candidate.username === null ? this.people.meaningOf(nameKey(candidate.displayName)) : undefined;
    if (meaning === undefined || meaning.kind === 'unclear') return candidate;
    return { ...candidate, username: registrar?.finalUsername(meaning.username) ?? meaning.username };
  }
}

function profilesOf(settled: ReadonlyMap<string, SettledName>): ReadonlyMap<string, PlayerProfile> {
  const profiles = new Map<string, PlayerProfile>();
  for (const { name, username, displayName, countryCode } of settled.values()) {
    const earlier = profiles.get(username);
    // Several names may mean one player, who is shown with the longest, unless the file says with which.
    const longest = [earlier?.display_name ?? '', name].reduce((one, other) =>
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

const lineOf = ({ name, username, displayName, countryCode }: SettledName): PlayersLine => ({
  name,
  username,
  displayName: displayName ?? '',
  countryCode: countryCode ?? '',
  note: 'not in these results',
});

/** What is told of the names before anything is sent. */
export function peopleText({ names, found, settled, new: fresh, unclear }: PeopleSummary, registers: boolean): string {
  const counts = [
    `${grouped(found)} found among your people`,
    ...(settled === 0 ? [] : [`${grouped(settled)} settled by the players file`]),
    `${grouped(fresh)} ${registers ? 'new' : 'not among your people (--register creates them)'}`,
    ...(unclear.length === 0 ? [] : [`${grouped(unclear.length)} unclear, whose rows are rejected`]),
  ];
  const lines = [`${countOf(names, 'name')}: ${counts.join(', ')}.`];
  for (const { name, rows, doubt, candidates, suggested_username } of unclear.slice(0, UNCLEAR_SHOWN_MAX)) {
    const people = candidates.map(({ username, display_name }) => ({ username, displayName: display_name }));
    const text = unclearText({ doubt, candidates: people });
    lines.push(`  “${name}” (${countOf(rows, 'row')}) ${text}; a new player may be ${suggested_username}`);
  }
  if (unclear.length > UNCLEAR_SHOWN_MAX) lines.push(`  … and ${grouped(unclear.length - UNCLEAR_SHOWN_MAX)} more.`);
  if (unclear.length > 0) {
    lines.push(
      'Say who they are in a players file, a name and a username in each row (--players FILE); ' +
        '--players-out FILE writes one to start from.',
    );
  }
  return `${lines.map(printable).join('\n')}\n`;
}
