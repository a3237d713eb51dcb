/** A preview of a file, for a person to check before anything is sent. */
import { type Import, type Note, type Row, type RowName, textOf } from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import { printable } from '../terminal.ts';
import { columnLabel, remedyOf } from './texts.ts';

/** How many matches the preview shows in words. */
const MATCHES_SHOWN = 3;

/** What the columns were taken for, how the file is read, and its first matches in words. */
export function previewText(importing: Import, format: Format): string {
  const lines = [
    format('summary.file', { name: importing.file.name, rows: importing.rows.length }),
    ...columnLines(importing, format),
    ...noteLines(importing, format),
    ...matchLines(importing.rows, importing.file.rowName, format),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

function columnLines({ plan }: Import, format: Format): string[] {
  if (plan === null) return [];
  const { places, names, ignored } = plan;
  const pairs = [...places].map(([column, place]): [string, string] => [
    columnLabel(column, format),
    nameAt(names, place, format),
  ]);
  if (ignored.length > 0) pairs.push([format('summary.not_used'), ignored.join(', ')]);
  const width = Math.max(...pairs.map(([column]) => column.length));
  return pairs.map(([column, name]) => `  ${column.padEnd(width)}  ${name}`);
}

const nameAt = (names: readonly string[], place: number, format: Format): string =>
  names[place] || format('summary.column_number', { number: place + 1 });

/** How the file is read, in sentences. */
export function noteLines({ notes }: Import, format: Format): string[] {
  return notes.map((note) => noteText(note, format));
}

/** Notes with an option of the command that changes them. */
const REMEDIED: readonly string[] = ['rounds', 'no_sessions', 'numbers'];

function noteText(note: Note, format: Format): string {
  const name = note.code.slice('note.'.length);
  const remedy = REMEDIED.includes(name) ? [remedyOf(format, name)] : [];
  return [textOf(format, note), ...remedy].join(' ');
}

/** The columns in one sentence each, for a log. Nothing if the file has none, or uses our own names only. */
export function columnsSentences({ plan }: Import, format: Format): string[] {
  if (plan === null) return [];
  const { places, names, ignored, isGuessed } = plan;
  const pairs = [...places].map(
    ([column, place]) => `${columnLabel(column, format)} “${nameAt(names, place, format)}”`,
  );
  const unused = ignored.length === 0 ? [] : [format('note.unused_columns', { columns: ignored.join(', ') })];
  return [...(isGuessed ? [format('summary.columns', { columns: pairs.join(', ') })] : []), ...unused];
}

function matchLines(rows: readonly Row[], rowName: RowName, format: Format): string[] {
  const shown = rows
    .filter(({ faults, participants }) => faults.length === 0 && participants === null)
    .slice(0, MATCHES_SHOWN);
  if (shown.length === 0)
    return rows.every(({ participants }) => participants === null) ? [format('summary.no_matches')] : [];
  const named = (values: readonly (string | null | undefined)[]): string =>
    [...new Set(values)].map((value) => (value == null ? format('summary.none') : `“${value}”`)).join(', ');
  return [
    format('summary.first_matches'),
    ...shown.map((row) => {
      const text = inWords(row, format);
      return `  ${format('summary.example', { row_name: rowName, line: String(row.line), text })}`;
    }),
    `  ${format('summary.places', {
      sessions: named(shown.map(({ match }) => match.session_external_ref)),
      venues: named(shown.map(({ match }) => match.venue_label)),
    })}`,
  ];
}

/** `Sat 25 April 2026, 21:30 +02:00: Ana Ruiz and Marta Gil beat Eva Sol and Rui Paz 6-4 6-3`, winners first. */
function inWords({ players, match }: Row, format: Format): string {
  const { played_at: at = '', winning_team: winner = null, set_scores: sets, outcome } = match;
  const pair = (one = '', other = ''): string => format('summary.pair', { one, other });
  const teams = [pair(players[0], players[1]), pair(players[2], players[3])];
  const [winners = '', losers = ''] = winner === 'B' ? teams.toReversed() : teams;
  const score = (sets ?? []).map(({ team_a_games: a, team_b_games: b }) =>
    winner === 'B' ? `${b}-${a}` : `${a}-${b}`,
  );
  const what = format('summary.match', { winners, losers, result: winner === null ? 'other' : 'won' });
  const end = outcome == null || outcome === 'played' ? '' : ` (${outcome})`;
  return `${momentInWords(at, format('language.formats'))}: ${[what, ...score].join(' ')}${end}`;
}

const DAY: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
};

/** With the month as a word, so that a wrong order of day and month shows. */
function momentInWords(instant: string, locale: string): string {
  const day = new Date(`${instant.slice(0, 10)}T00:00:00Z`).toLocaleDateString(locale, DAY);
  const zone = instant.slice(19).replace(/^\.\d+/, '');
  return `${day}, ${instant.slice(11, 16)} ${zone === 'Z' ? 'UTC' : zone}`;
}
