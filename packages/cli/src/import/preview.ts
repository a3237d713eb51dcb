/** A preview of a file, for a person to check before anything is sent. */

import type { ColumnPlan } from '@bandeja/importer/columns';
import { countOf } from '@bandeja/importer/counts';
import type { MatchRow } from '@bandeja/importer/rows';
import type { Source } from '@bandeja/importer/source';
import { printable } from '../terminal.ts';

/** How many matches the preview shows in words. */
const MATCHES_SHOWN = 3;
/** If all rows are faulty, the search for matches ends here. */
const ROWS_SEEN_MAX = 1000;

/** What the columns were taken for, how the file is read, and its first matches in words. */
export async function previewText(source: Source): Promise<string> {
  const lines = [
    `${source.name}: ${countOf(source.total, source.rowName === 'match' ? 'match' : 'row', source.rowName === 'match' ? 'matches' : 'rows')}.`,
  ];
  if (source.plan !== null) lines.push(...columnLines(source.plan));
  lines.push(...readingNotes(source), ...(await matchLines(source)));
  return `${lines.map(printable).join('\n')}\n`;
}

function columnLines({ places, names, ignored }: ColumnPlan): string[] {
  const pairs = [...places].map(([column, place]): [string, string] => [column, names[place] || `column ${place + 1}`]);
  if (ignored.length > 0) pairs.push(['not used', ignored.join(', ')]);
  const width = Math.max(...pairs.map(([column]) => column.length));
  return pairs.map(([column, name]) => `  ${column.padEnd(width)}  ${name}`);
}

/** How the file is read, in sentences. */
export function readingNotes(source: Source): string[] {
  const notes = [...source.notes];
  if (source.makesReferences) {
    notes.push('The file has no references, so each row gets one derived from its time, players and score.');
  }
  return notes;
}

/** The columns in one sentence, for a log; null if the file has none, or uses our own names only. */
export function columnsSentence(plan: ColumnPlan | null): string | null {
  if (plan === null || !plan.isGuessed) return null;
  const { places, names } = plan;
  const pairs = [...places].map(([column, place]) => `${column} “${names[place] || `column ${place + 1}`}”`);
  return `Columns: ${pairs.join(', ')}.`;
}

async function matchLines(source: Source): Promise<string[]> {
  const shown: string[] = [];
  const sessions = new Set<unknown>();
  const venues = new Set<unknown>();
  let seen = 0;
  for await (const row of source.rows()) {
    if (row.kind === 'match' && row.faults.length === 0) {
      shown.push(`  ${source.rowName} ${row.line}: ${inWords(row)}`);
      sessions.add(row.submission['session_external_ref']);
      venues.add(row.submission['venue_label']);
    }
    if (shown.length === MATCHES_SHOWN || ++seen === ROWS_SEEN_MAX) break;
  }
  if (shown.length > 0)
    return ['The first matches:', ...shown, `  session: ${named(sessions)}; venue: ${named(venues)}`];
  return source.plan === null ? [] : ['No row can be read as a match.'];
}

const named = (values: ReadonlySet<unknown>): string =>
  [...values].map((value) => (typeof value === 'string' ? `“${value}”` : 'none')).join(', ');

interface PreviewedMatch {
  readonly played_at: string;
  readonly winning_team: 'A' | 'B' | null;
  readonly set_scores?: readonly { readonly team_a_games: number; readonly team_b_games: number }[];
  readonly outcome?: string;
}

/** `Sat 25 April 2026, 21:30 +02:00: Ana Ruiz and Marta Gil beat Eva Sol and Rui Paz 6-4 6-3`, winners first. */
export function inWords({ players, submission }: MatchRow): string {
  const {
    played_at: at,
    winning_team: winner,
    set_scores: sets = [],
    outcome,
  } = submission as unknown as PreviewedMatch;
  const teams = [players.slice(0, 2), players.slice(2)].map((names) => names.join(' and '));
  const [first, second] = winner === 'B' ? teams.toReversed() : teams;
  const score = sets.map(({ team_a_games: a, team_b_games: b }) => (winner === 'B' ? `${b}-${a}` : `${a}-${b}`));
  const what = winner === null ? 'drew with' : 'beat';
  const end = outcome === undefined || outcome === 'played' ? '' : ` (${outcome})`;
  return `${momentInWords(at)}: ${[first, what, second, ...score].join(' ')}${end}`;
}

const DAY: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
};

/** With the month as a word, so that a wrong order of day and month shows. */
function momentInWords(instant: string): string {
  const day = new Date(`${instant.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en-GB', DAY);
  const zone = instant.slice(19).replace(/^\.\d+/, '');
  return `${day}, ${instant.slice(11, 16)} ${zone === 'Z' ? 'UTC' : zone}`;
}
