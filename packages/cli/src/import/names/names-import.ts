/** What `--names` adds to an import: the meanings of names before a row is sent, and the summary of them. */
import type { Bandeja } from '@bandeja/client';
import { countOf, grouped } from '../../print.ts';
import { printable } from '../../terminal.ts';
import type { PlayerProfile } from '../json-file.ts';
import type { PlayerReader } from '../participants.ts';
import type { Registrar } from '../registrar.ts';
import type { Source } from '../source.ts';
import { withFullNames } from './full-names.ts';
import { lookAlikes } from './look-alikes.ts';
import { madeUsername } from './made-usernames.ts';
import { nameKey } from './name-forms.ts';
import { namesOf } from './names-of-file.ts';
import { findOthers, readPublic, settleSuggestions } from './others.ts';
import { readOwnPeople } from './own-people.ts';
import { type Candidate, type Doubt, type Meaning, People } from './people.ts';
import {
  type PlayersFile,
  type PlayersLine,
  PlayersOut,
  playersFileText,
  readPlayersFile,
  type SettledName,
} from './players-file.ts';
import { nameReader, unclearText } from './read-names.ts';

/** The options of names, checked. */
export interface NameOptions {
  /** The players file to read, null for none. */
  readonly players: string | null;
  /** Where to write one, null for nowhere. */
  readonly playersOut: string | null;
}

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

interface NewUsername {
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

/** At most this many unclear names, and new usernames, are listed for people. */
const SHOWN_MAX = 20;

/** The names of a file with what they mean. */
export class NamesImport {
  readonly people: People;
  readonly reader: PlayerReader;
  /** For registrations, by username. */
  readonly profiles: ReadonlyMap<string, PlayerProfile>;
  readonly #settled: ReadonlyMap<string, SettledName>;
  /** Display names of the club's people, by username. */
  readonly #own: ReadonlyMap<string, string>;
  readonly #file: PlayersFile | null;
  readonly #out: PlayersOut | null;
  /** Players of other partners that the players file means: username → display name. */
  #others: ReadonlyMap<string, string> = new Map();
  #isReported = false;

  private constructor(
    people: People,
    reader: PlayerReader,
    settled: ReadonlyMap<string, SettledName>,
    own: ReadonlyMap<string, string>,
    [file, out]: readonly [PlayersFile | null, PlayersOut | null],
  ) {
    this.people = people;
    this.reader = reader;
    this.profiles = profilesOf(settled);
    this.#settled = settled;
    this.#own = own;
    this.#file = file;
    this.#out = out;
  }

  /**
   * Reads the club's people, the players file, and all names of the results. If the file to write is there already, it is read like a
   * players file, so that nothing that was filled in is lost.
   * @param registers whether new players are registered
   * @throws {BandejaError} when the key may not read players. @throws {CommandFailure} for a players file that cannot be read.
   */
  static async of(
    client: Bandeja,
    source: Pick<Source, 'rows'>,
    { players, playersOut }: NameOptions,
    registers: boolean,
  ): Promise<NamesImport> {
    const out = playersOut === null ? null : await PlayersOut.at(playersOut);
    const file = players === null ? (out?.before ?? null) : await readPlayersFile(players);
    const given = file?.settled ?? new Map<string, SettledName>();
    const own = await readOwnPeople(client);
    const usernames = new Set([...own, ...given.values()].map(({ username }) => username));
    // `marta` may be a name typed in small letters. `marta.gil` is hardly one, and jean-luc is the only cost.
    const isKnownUsername = (text: string): boolean => /[\d._-]/.test(text) && usernames.has(text);
    const names = await namesOf(source.rows(), isKnownUsername);
    const settled = withFullNames(given, names, own);
    const people = new People(names, { own, settled });
    const shown = new Map(own.map(({ username, displayName }) => [username, displayName]));
    return new NamesImport(people, nameReader(people, isKnownUsername, registers), settled, shown, [file, out]);
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
    return clashes;
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
      settled.map(({ meaning }) => meaning.username).filter((one) => !this.#own.has(one) && !this.#others.has(one)),
    );
    // One that is made of a name of the player was not typed by hand.
    const made = new Set(settled.map(({ name }) => madeUsername(name.key, 0)));
    const typed = [...fresh].filter((username) => !made.has(username));
    const similar = lookAlikes(typed, new Set([...usernames, ...this.#own.keys()]));
    const doubtful = typed.filter((username) => similar.has(username));
    return [...new Set([...doubtful, ...fresh])].map((username) => ({
      username,
      similar_to: similar.get(username) ?? null,
    }));
  }

  /**
   * Writes the file of `--players-out`, if there is to be one: what the players file has stays, then come names to settle.
   * @param registrar knows the usernames that new players got
   * @returns a sentence for people; empty if it was given before
   */
  async write(registrar: Registrar | null): Promise<string> {
    if (this.#out === null) return '';
    const lines = this.#lines(registrar);
    const inTurn = [
      ...lines.filter(({ username }) => username === ''),
      ...lines.filter(({ username }) => username !== ''),
    ];
    const isWritten = await this.#out.write(playersFileText(this.#file?.table ?? null, inTurn));
    const path = printable(this.#out.path);
    if (!isWritten)
      return `${path} was changed in the meantime, so it is not changed. Run the command again to add to it.\n`;
    if (this.#isReported) return '';
    this.#isReported = true;
    const open = lines.filter(({ username }) => username === '').length;
    return `The names are written to ${path}${open === 0 ? '' : `; ${grouped(open)} of them without a username, for you to fill in`}.\n`;
  }

  /** A line for each name of the results. */
  #lines(registrar: Registrar | null): PlayersLine[] {
    return this.people.all.map(({ name, meaning }): PlayersLine => {
      const given = this.#settled.get(name.key);
      if (meaning.kind === 'unclear') {
        const candidates = meaning.candidates.map((one) => this.#withUsername(one, registrar));
        const text = unclearText({ ...meaning, candidates });
        const note = `${text}; available username: ${this.people.suggestionFor(name.key)}`;
        return { name: name.name, username: '', displayName: '', countryCode: '', note };
      }
      const username = registrar?.plannedUsername(meaning.username) ?? meaning.username;
      const displayName = given?.displayName ?? this.#own.get(username) ?? name.name;
      const countryCode = given?.countryCode ?? '';
      return { name: name.name, username, displayName, countryCode, note: meaning.kind };
    });
  }

  /** The summary for people, before anything is sent. */
  text(registers: boolean): string {
    const isAddedTo = this.#out?.before != null;
    const note = isAddedTo
      ? `${printable(this.#out?.path ?? '')} is there already: its content is kept, and new names are added to it.\n`
      : '';
    return `${note}${peopleText(this.summary, registers)}`;
  }

  /** With the username of a name of the file, which may have been registered by now. */
  #withUsername(candidate: Candidate, registrar: Registrar | null): Candidate {
    const meaning = candidate.username === null ? this.people.meaningOf(nameKey(candidate.displayName)) : undefined;
    if (meaning === undefined || meaning.kind === 'unclear') return candidate;
    return { ...candidate, username: registrar?.plannedUsername(meaning.username) ?? meaning.username };
  }
}

function profilesOf(settled: ReadonlyMap<string, SettledName>): ReadonlyMap<string, PlayerProfile> {
  const profiles = new Map<string, PlayerProfile>();
  for (const { name, username, displayName, countryCode } of settled.values()) {
    const earlier = profiles.get(username);
    // Several names may mean one player, who is shown with the longest, unless the file gives a display name.
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

function peopleText(summary: PeopleSummary, registers: boolean): string {
  const { names, found, settled, new: fresh, new_usernames, of_other_partners, unclear } = summary;
  const counts = [
    `${grouped(found)} found among your players`,
    ...(settled === 0 ? [] : [`${grouped(settled)} settled by the players file`]),
    `${grouped(fresh)} ${settled === 0 ? '' : 'others '}${registers ? 'new' : 'not among your players (--register creates them)'}`,
    ...(unclear.length === 0 ? [] : [`${grouped(unclear.length)} unclear, whose rows are rejected`]),
  ];
  const lines = [`${countOf(names, 'name')}: ${counts.join(', ')}.`];
  if (new_usernames.length > 0) lines.push(newUsernamesText(new_usernames, registers));
  for (const { username, display_name } of of_other_partners.slice(0, SHOWN_MAX))
    lines.push(
      `  ${username} is “${display_name}”, a player of another partner: the matches will count for this player.`,
    );
  for (const { name, rows, doubt, candidates, suggested_username } of unclear.slice(0, SHOWN_MAX)) {
    const people = candidates.map(({ username, display_name }) => ({ username, displayName: display_name }));
    const text = unclearText({ doubt, candidates: people });
    lines.push(`  “${name}” (${countOf(rows, 'row')}) ${text}; available username: ${suggested_username}`);
  }
  if (unclear.length > SHOWN_MAX) lines.push(`  … and ${grouped(unclear.length - SHOWN_MAX)} more.`);
  if (unclear.length > 0) {
    lines.push(
      'Settle them with a players file that has a username for each name (--players FILE). ' +
        '--players-out FILE writes one to start from.',
    );
  }
  return `${lines.map(printable).join('\n')}\n`;
}

/** Says which players the players file names for the first time: a typing error in it would be one of them. */
function newUsernamesText(usernames: readonly NewUsername[], registers: boolean): string {
  const shown = usernames
    .slice(0, SHOWN_MAX)
    .map(({ username, similar_to }) => (similar_to === null ? username : `${username} (or is it ${similar_to}?)`));
  if (usernames.length > shown.length) shown.push(`and ${grouped(usernames.length - shown.length)} more`);
  const what = registers ? 'new, and will be registered' : 'not among your players (--register creates them)';
  const are = usernames.length === 1 ? 'is' : 'are';
  return `${countOf(usernames.length, 'username')} of the players file ${are} ${what}: ${shown.join(', ')}`;
}
