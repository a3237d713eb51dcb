/** What the command shows a person, and asks, before it sends rows. */

import type { Ask } from '@bandeja/importer/asking';
import { countOf, grouped } from '@bandeja/importer/counts';
import type { DoubtfulLine } from '@bandeja/importer/names/names-import';
import { type RowResult, resultOfFaulty, Tally } from '@bandeja/importer/results';
import { type ImportRow, isReady } from '@bandeja/importer/rows';
import type { Source } from '@bandeja/importer/source';
import type { Terms } from '@bandeja/importer/terms';
import type { Translate } from '@bandeja/importer/translate';
import { wrongUse } from '../exit.ts';
import type { ProgressDisplay } from '../progress.ts';
import { printable, type Terminal } from '../terminal.ts';
import { doubtfulLinesText, ofOthersText } from './names/names-output.ts';
import { columnsSentence, previewText, readingNotes } from './preview.ts';
import { problemLines, warnedText } from './summary-text.ts';

/** Yes in the languages of the files. */
const YES = /^(y|yes|s|si|sí|sim|o|oui)$/i;

/** Shows rows with warnings, and asks whether to send them. The others are sent anyway. */
export async function confirmWarned(
  warned: readonly RowResult[],
  { rowName }: Pick<Source, 'rowName'>,
  display: ProgressDisplay,
  terminal: Terminal,
  ask: Ask,
  translate: Translate,
): Promise<boolean> {
  display.clear();
  terminal.err(warnedText(warned, rowName, translate));
  const question = warned.length === 1 ? 'Send this row anyway? [y/N] ' : 'Send these rows anyway? [y/N] ';
  return YES.test(await ask(question));
}

/**
 * Lists lines of the players file whose usernames may have moved by a row, and asks whether they are right.
 * @param ask null where no one can answer
 * @throws {CommandFailure} if they are not confirmed
 */
export async function confirmLines(lines: readonly DoubtfulLine[], terminal: Terminal, ask: Ask | null): Promise<void> {
  if (lines.length === 0) return;
  terminal.err(doubtfulLinesText(lines));
  const isRight =
    ask !== null && YES.test(await ask(lines.length === 1 ? 'Is it right? [y/N] ' : 'Are all right? [y/N] '));
  if (!isRight) throw wrongUse('Nothing was sent.');
}

/**
 * Lists players of other partners, and asks whether they are meant: another person may have the same username.
 * @param unconfirmed those to ask about
 * @param ask null where no one can answer
 * @returns the others
 * @throws {CommandFailure} if they are not confirmed
 */
export async function confirmOthers(
  players: ReadonlyMap<string, string>,
  unconfirmed: ReadonlyMap<string, string>,
  terminal: Pick<Terminal, 'err'>,
  ask: Ask | null,
): Promise<ReadonlyMap<string, string>> {
  const others = new Map([...players].filter(([username]) => !unconfirmed.has(username)));
  if (unconfirmed.size === 0) return others;
  terminal.err(ofOthersText(unconfirmed));
  const question = unconfirmed.size === 1 ? 'Do you mean this player? [y/N] ' : 'Do you mean these players? [y/N] ';
  if (ask !== null && YES.test(await ask(question))) return others;
  throw wrongUse(
    'Nothing was sent. If you mean these players, give --yes. If not, use other usernames, or first register yours as private players.',
  );
}

/** What the person is shown before rows are sent. */
interface Reading {
  readonly source: Source;
  /** The address of the service. */
  readonly service: string;
  /** About the players of the file. */
  readonly people: string;
  /** The rows as they would be sent. */
  readonly rows: AsyncIterable<ImportRow>;
  readonly terms: Terms;
  readonly translate: Translate;
}

/**
 * Says how the file is read. To a person at a terminal it shows the first matches and rejected rows too, and asks.
 * @returns whether to go on.
 */
export async function showReading(
  reading: Reading,
  { dryRun, report }: { readonly dryRun: boolean; readonly report: string | null },
  terminal: Terminal,
  ask: Ask | null,
): Promise<boolean> {
  const { source, service, people, translate } = reading;
  if (ask === null) {
    const ignored = source.plan?.ignored ?? [];
    const unused = ignored.length === 0 ? null : `Unused columns: ${ignored.join(', ')}.`;
    const notes = [columnsSentence(source.plan), unused, ...readingNotes(source)].filter((note) => note !== null);
    for (const note of notes) terminal.err(`${printable(note)}\n`);
    terminal.err(people);
    return true;
  }
  terminal.err(`${await previewText(source)}${people}`);
  if (dryRun) return true;
  const { ready, rejected, problems } = await sorted(reading);
  // The summary lists them.
  if (ready === 0) return true;
  const { rowName } = source;
  terminal.err(problemLines({ rejected, problems }, { rowName, hasReport: report !== null, translate }).join(''));
  const rest = rejected === 0 ? '' : ` The ${grouped(rejected)} above are rejected.`;
  if (YES.test(await ask(`Send ${countOf(ready, 'row')} to ${service}?${rest} [y/N] `))) return true;
  terminal.err('Nothing was sent.\n');
  return false;
}

/** How many rows can be sent, and why the others are rejected. */
async function sorted({ rows, terms }: Reading) {
  const tally = new Tally();
  let ready = 0;
  for await (const row of rows) {
    if (isReady(row)) ready++;
    else tally.add(resultOfFaulty(row, terms));
  }
  return { ready, rejected: tally.rejected, problems: tally.problems };
}
