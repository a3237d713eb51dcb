/** What `--names` prints about the names of a file, and the file of `--players-out`. */
import {
  type Candidate,
  type Clash,
  type Doubt,
  type DoubtfulLine,
  type Names,
  nameKey,
  summaryOf,
  textOf,
  unclearFault,
} from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import { printable } from '../../terminal.ts';
import { line } from '../groups.ts';
import type { GivenOptions } from '../import-options.ts';
import { remedyOf } from '../texts.ts';
import {
  type PlayersFile,
  type PlayersLine,
  type PlayersOut,
  playersFileText,
  playersOutAt,
  readPlayersFile,
  writePlayersFile,
} from './players-file.ts';

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
export async function readPlayersFiles({ players, playersOut }: GivenOptions): Promise<PlayersFiles> {
  const out = playersOut === undefined ? null : await playersOutAt(playersOut);
  return { file: players === undefined ? (out?.before ?? null) : await readPlayersFile(players), out };
}

/** At most this many unclear names, and new usernames, are listed for people. */
const SHOWN_MAX = 20;

/**
 * Writes the file of `--players-out`, if there is to be one: what the players file has stays, then come names to settle.
 * @returns a sentence for people
 */
export async function writeNames(names: Names, { file, out }: PlayersFiles, format: Format): Promise<string> {
  if (out === null) return '';
  const lines = linesOf(names, format);
  const open = lines.filter(({ username }) => username === '');
  const inTurn = [...open, ...lines.filter(({ username }) => username !== '')];
  const { path } = out;
  const isWritten = await writePlayersFile(out, playersFileText(file?.table ?? null, inTurn));
  return line(
    isWritten ? format('summary.written', { path, open: open.length }) : format('summary.changed_meanwhile', { path }),
  );
}

/** A line for each name of the results. */
function linesOf({ people, own, settled, planned }: Names, format: Format): PlayersLine[] {
  /** With the username of a name of the file. */
  const withUsername = (candidate: Candidate): Candidate => {
    const meaning = candidate.username === null ? people.meaningOf(nameKey(candidate.displayName)) : undefined;
    if (meaning === undefined || meaning.kind === 'unclear') return candidate;
    return { ...candidate, username: planned(meaning.username) };
  };
  return people.toSettle.map(({ name, meaning }): PlayersLine => {
    if (meaning.kind === 'unclear') {
      const text = unclearText(name.name, meaning.doubt, meaning.candidates.map(withUsername), format);
      const note = withSuggestion(text, meaning.doubt, people.suggestionFor(name.key), format);
      return { name: name.name, username: '', display_name: '', country_code: '', note };
    }
    const given = settled.get(name.key);
    const username = planned(meaning.username);
    const shown = own.get(username) ?? people.newPersonAt(meaning.username)?.displayName;
    const display_name = given?.displayName ?? shown ?? name.name;
    return { name: name.name, username, display_name, country_code: given?.countryCode ?? '', note: meaning.kind };
  });
}

/** The summary for people, before anything is sent. */
export function namesText(names: Names, { out }: PlayersFiles, registers: boolean, format: Format): string {
  const note = out?.before == null ? '' : line(format('summary.added_to', { path: out.path }));
  return `${note}${peopleText(names, registers, format)}`;
}

const unclearText = (text: string, doubt: Doubt, candidates: readonly Candidate[], format: Format): string =>
  textOf(format, unclearFault(text, doubt, candidates).fault);

/** A placeholder gets no username: a player of that name is what it must not become. */
const withSuggestion = (text: string, doubt: Doubt, username: string, format: Format): string =>
  doubt === 'placeholder' ? text : `${text}; ${format('summary.available', { username })}`;

function peopleText(all: Names, registers: boolean, format: Format): string {
  const { names, found, settled, new: fresh, new_usernames, unclear } = summaryOf(all);
  // Only names that a players file settles have a line.
  const isOfFile = [...all.settled.values()].every(({ line: number }) => number !== undefined);
  const lines = [format('summary.names', { names, found, settled, fresh, unclear: unclear.length })];
  if (fresh > 0 && !registers) lines.push(format('summary.not_registered'));
  if (new_usernames.length > 0) {
    const list = new_usernames
      .slice(0, SHOWN_MAX)
      .map(({ username, similar_to: other }) =>
        other === null ? username : format('summary.or_is_it', { username, other }),
      );
    const shown = [...list, ...more(new_usernames.length, format)].join(', ');
    lines.push(
      format('summary.new_usernames', {
        count: new_usernames.length,
        registers: registers ? 'yes' : 'other',
        origin: isOfFile ? 'file' : 'other',
        list: shown,
      }),
    );
  }
  for (const { name, rows, doubt, candidates, suggested_username } of unclear.slice(0, SHOWN_MAX)) {
    const people = candidates.map(({ username, display_name }) => ({ username, displayName: display_name }));
    const text = unclearText(name, doubt, people, format);
    lines.push(
      `  ${format('summary.unclear_name', { text: withSuggestion(text, doubt, suggested_username, format), rows })}`,
    );
  }
  lines.push(...more(unclear.length, format).map((text) => `  ${text}`));
  if (unclear.length > 0) lines.push(format('summary.settle'));
  return `${lines.map(printable).join('\n')}\n`;
}

const more = (count: number, format: Format): string[] =>
  count > SHOWN_MAX ? [format('summary.more', { count: count - SHOWN_MAX })] : [];

/** Why nothing is sent: usernames of the file that its players cannot have. */
export function clashesText(clashes: readonly Clash[], format: Format): string {
  const lines = clashes.slice(0, SHOWN_MAX).map(({ text, stored, isNew }) => {
    const remedy = stored === null ? '' : remedyOf(format, 'same_person', { stored, note: isNew ? 'new' : 'other' });
    return [textOf(format, text), remedy].filter((part) => part !== '').join(' ');
  });
  return [...lines, ...more(clashes.length, format), format('summary.nothing_sent')].join('\n');
}

/** The lines of the players file to check, and what to do about them. */
export function doubtfulLinesText(lines: readonly DoubtfulLine[], format: Format): string {
  const shown = lines.slice(0, SHOWN_MAX).map(({ line: number, name, username, displayName }) => {
    const player = displayName ?? format('summary.new_player');
    return `  ${format('summary.wrong_line', { line: String(number), name, username, player })}`;
  });
  return [
    format('summary.wrong_lines'),
    ...shown,
    ...more(lines.length, format).map((text) => `  ${text}`),
    format('summary.right_lines'),
  ]
    .map(line)
    .join('');
}

/** The players of other partners that the rows use: username → display name. Empty if there are none. */
export function ofOthersText(ofOthers: ReadonlyMap<string, string>, format: Format): string {
  const lines = [...ofOthers]
    .slice(0, SHOWN_MAX)
    .map(([username, name]) => format('summary.of_another_club', { username, name }));
  return [...lines, ...more(ofOthers.size, format)].map(line).join('');
}
