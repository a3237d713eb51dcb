/** What `--names` prints about the names of a file, and the file of `--players-out`. */

import { countOf, grouped } from '@bandeja/importer/counts';
import { nameKey } from '@bandeja/importer/names/name-forms';
import type { DoubtfulLine, NamesImport, NewUsername, PeopleSummary } from '@bandeja/importer/names/names-import';
import type { Candidate, Doubt } from '@bandeja/importer/names/people';
import { unclearText } from '@bandeja/importer/names/read-names';
import type { Registrar } from '@bandeja/importer/registrar';
import { printable } from '../../terminal.ts';
import { type PlayersFile, type PlayersLine, PlayersOut, playersFileText, readPlayersFile } from './players-file.ts';

/** The options of names, checked. */
export interface NameOptions {
  /** The players file to read, null for none. */
  readonly players: string | null;
  /** Where to write one, null for nowhere. */
  readonly playersOut: string | null;
}

/** The players files of a run. */
export interface PlayersFiles {
  /** The one that was read. */
  readonly file: PlayersFile | null;
  readonly out: PlayersOut | null;
}

/**
 * Reads the players file. If the file to write is there already, it is read like a players file, so that nothing that was filled in is
 * lost.
 * @throws {CommandFailure} for a players file that cannot be read
 */
export async function readPlayersFiles({ players, playersOut }: NameOptions): Promise<PlayersFiles> {
  const out = playersOut === null ? null : await PlayersOut.at(playersOut);
  return { file: players === null ? (out?.before ?? null) : await readPlayersFile(players), out };
}

/** At most this many unclear names, and new usernames, are listed for people. */
const SHOWN_MAX = 20;

export class NamesOutput {
  readonly #names: NamesImport;
  readonly #file: PlayersFile | null;
  readonly #out: PlayersOut | null;
  #isReported = false;

  constructor(names: NamesImport, { file, out }: PlayersFiles) {
    this.#names = names;
    this.#file = file;
    this.#out = out;
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
    return this.#names.people.toSettle.map(({ name, meaning }): PlayersLine => {
      const given = this.#names.settled.get(name.key);
      if (meaning.kind === 'unclear') {
        const candidates = meaning.candidates.map((one) => this.#withUsername(one, registrar));
        const text = unclearText({ ...meaning, candidates });
        const note = withSuggestion(text, meaning.doubt, this.#names.people.suggestionFor(name.key));
        return { name: name.name, username: '', displayName: '', countryCode: '', note };
      }
      const username = registrar?.plannedUsername(meaning.username) ?? meaning.username;
      const { own, people } = this.#names;
      const shown = own.get(username) ?? people.newPersonAt(meaning.username)?.displayName;
      const displayName = given?.displayName ?? shown ?? name.name;
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
    return `${note}${peopleText(this.#names.summary, registers)}`;
  }

  /** With the username of a name of the file, which may have been registered by now. */
  #withUsername(candidate: Candidate, registrar: Registrar | null): Candidate {
    const meaning =
      candidate.username === null ? this.#names.people.meaningOf(nameKey(candidate.displayName)) : undefined;
    if (meaning === undefined || meaning.kind === 'unclear') return candidate;
    return { ...candidate, username: registrar?.plannedUsername(meaning.username) ?? meaning.username };
  }
}

/** A placeholder gets no username: a player of that name is what it must not become. */
const withSuggestion = (text: string, doubt: Doubt, username: string): string =>
  doubt === 'placeholder' ? text : `${text}; available username: ${username}`;

function peopleText(summary: PeopleSummary, registers: boolean): string {
  const { names, found, settled, new: fresh, new_usernames, unclear } = summary;
  const counts = [
    `${grouped(found)} found among your players`,
    ...(settled === 0 ? [] : [`${grouped(settled)} settled by the players file`]),
    ...(fresh === 0 && settled > 0
      ? []
      : [
          `${grouped(fresh)} ${settled === 0 ? '' : 'more '}${registers ? 'new' : 'not among your players (--register creates them)'}`,
        ]),
    ...(unclear.length === 0 ? [] : [`${grouped(unclear.length)} unclear, whose rows are rejected`]),
  ];
  const lines = [`${countOf(names, 'name')}: ${counts.join(', ')}.`];
  if (new_usernames.length > 0) lines.push(newUsernamesText(new_usernames, registers));
  for (const { name, rows, doubt, candidates, suggested_username } of unclear.slice(0, SHOWN_MAX)) {
    const people = candidates.map(({ username, display_name }) => ({ username, displayName: display_name }));
    const text = unclearText({ doubt, candidates: people });
    lines.push(`  “${name}” (${countOf(rows, 'row')}) ${withSuggestion(text, doubt, suggested_username)}`);
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

/** Why nothing is sent: usernames of the file that its players cannot have. */
export function clashesText(clashes: readonly string[]): string {
  const more = clashes.length - SHOWN_MAX;
  const lines = [...clashes.slice(0, SHOWN_MAX), ...(more > 0 ? [`… and ${grouped(more)} more.`] : [])];
  return [...lines, 'Nothing was sent.'].join('\n');
}

/** The lines of the players file to check, and what to do about them. */
export function doubtfulLinesText(lines: readonly DoubtfulLine[]): string {
  const more = lines.length - SHOWN_MAX;
  return [
    'In the players file, these usernames may be in the wrong line:',
    ...lines.slice(0, SHOWN_MAX).map(({ line, name, username, displayName }) => {
      const player = displayName === null ? 'a new player' : displayName;
      return `  line ${line}: ${name} → ${username} (${player})`;
    }),
    ...(more > 0 ? [`  … and ${grouped(more)} more`] : []),
    'If a line is right, write the player’s name as its display_name. If not, correct its username.',
  ]
    .map((text) => `${printable(text)}\n`)
    .join('');
}

/** The players of other partners that the rows use: username → display name. Empty if there are none. */
export function ofOthersText(ofOthers: ReadonlyMap<string, string>): string {
  const lines = [...ofOthers]
    .slice(0, SHOWN_MAX)
    .map(
      ([username, name]) =>
        `${username} is “${name}”, a player of another partner: the matches will count for this player.`,
    );
  if (ofOthers.size > SHOWN_MAX)
    lines.push(`… and ${grouped(ofOthers.size - SHOWN_MAX)} more players of other partners.`);
  return lines.map((text) => `${printable(text)}\n`).join('');
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
