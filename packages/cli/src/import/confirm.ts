/** What the command shows a person, and asks, before it sends rows. */
import { countOf } from '@bandeja/importer/counts';
import type { DoubtfulLine } from '@bandeja/importer/names/names-import';
import type { RowResult } from '@bandeja/importer/results';
import type { Ask } from '@bandeja/importer/settle';
import type { Source } from '@bandeja/importer/source';
import type { Translate } from '@bandeja/importer/translate';
import { wrongUse } from '../exit.ts';
import type { ProgressDisplay } from '../progress.ts';
import { printable, type Terminal } from '../terminal.ts';
import { doubtfulLinesText } from './names/names-output.ts';
import { columnsSentence, previewText, readingNotes } from './preview.ts';
import { warnedText } from './summary-text.ts';

/** Yes in the languages of the files. */
export const YES = /^(y|yes|s|si|sí|sim|o|oui)$/i;

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
 * Says how the file is read. To a person at a terminal it shows the first matches too, and asks.
 * @returns whether to go on.
 */
export async function showReading(
  source: Source,
  service: string,
  { dryRun }: { readonly dryRun: boolean },
  people: string,
  terminal: Terminal,
  ask: Ask | null,
): Promise<boolean> {
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
  const answer = await ask(`Send ${countOf(source.total, 'row')} to ${service}? [y/N] `);
  if (YES.test(answer)) return true;
  terminal.err('Nothing was sent.\n');
  return false;
}
