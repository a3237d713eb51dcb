/** What the command asks a person before it sends rows. */
import type { Api } from '@bandeja/client';
import type { DoubtfulLine, FoundPlayers, SentRow } from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import { wrongUse } from '../exit.ts';
import { printable } from '../terminal.ts';
import type { Ask } from './answer.ts';
import { doubtfulLinesText, ofOthersText } from './names/names-output.ts';
import { columnsSentences, noteLines, previewText } from './preview.ts';
import type { Run } from './run.ts';
import { problemLines, warnedText } from './summary-text.ts';

/** Yes in the languages of the files. */
const YES = /^(y|yes|s|si|sí|sim|o|oui)$/i;

const isYes = async (ask: Ask, format: Format, question: string): Promise<boolean> =>
  YES.test(await ask(`${question} ${format('ask.yes_or_no')} `));

/** Shows rows with warnings, and asks whether to send them. The others are sent anyway. */
export async function confirmWarned(held: readonly SentRow[], run: Run, ask: Ask): Promise<ReadonlySet<number>> {
  const { importing, display, context, format } = run;
  display.clear();
  const report = importing.report();
  report.add(held);
  context.terminal.err(warnedText(report, importing.file.rowName, format));
  const isMeant = await isYes(ask, format, format('ask.warned', { rows: held.length }));
  return new Set(isMeant ? held.map(({ own }) => own.row.line) : []);
}

/**
 * Lists lines of the players file whose usernames may have moved by a row, and asks whether they are right.
 * @throws {CommandFailure} if they are not confirmed
 */
export async function confirmLines(
  lines: readonly DoubtfulLine[],
  { options, context, ask, format }: Run,
): Promise<void> {
  if (lines.length === 0) return;
  context.terminal.err(doubtfulLinesText(lines, format));
  const mayAsk = ask !== null && !options.strict;
  if (mayAsk && (await isYes(ask, format, format('ask.lines', { lines: lines.length })))) return;
  throw wrongUse(format('summary.nothing_sent'));
}

/**
 * Lists players of other partners, and asks whether they are meant: another person may have the same username.
 * @param unconfirmed those to ask about
 * @throws {CommandFailure} if they are not confirmed
 */
export async function confirmOthers(
  unconfirmed: ReadonlyMap<string, string>,
  { context, ask, format }: Run,
): Promise<void> {
  if (unconfirmed.size === 0) return;
  context.terminal.err(ofOthersText(unconfirmed, format));
  if (ask !== null && (await isYes(ask, format, format('ask.others', { players: unconfirmed.size })))) return;
  throw wrongUse(format('summary.not_meant'));
}

/**
 * Says how the file is read. To a person at a terminal it shows the first matches and rejected rows too, and asks.
 * @param people about the players of the file
 * @returns whether to go on
 */
export async function showReading(run: Run, found: FoundPlayers, people: string): Promise<boolean> {
  const { importing, options, context, ask, format, earlier, service } = run;
  const { terminal } = context;
  if (ask === null) {
    const notes = [...columnsSentences(importing, format), ...noteLines(importing, format)];
    for (const note of notes) terminal.err(`${printable(note)}\n`);
    terminal.err(people);
    return true;
  }
  terminal.err(`${previewText(importing, format)}${people}`);
  if (options.dryRun) return true;
  const { ready: readable, rejected, reasons } = importing.sort(found);
  const ready = Math.max(0, readable - (earlier === null ? 0 : rowsWithMatch(earlier)));
  // The summary lists them.
  if (ready === 0) return true;
  const { rowName } = importing.file;
  terminal.err(problemLines({ rejected, reasons }, { rowName, format }).join(''));
  if (await isYes(ask, format, format('ask.send', { ready, service: service.url, rejected }))) return true;
  terminal.err(`${format('summary.nothing_sent')}\n`);
  return false;
}

/** The rows that are not sent again. */
const rowsWithMatch = ({ rows }: Api.Import): number => rows.created + rows.duplicate + rows.conflict + rows.voided;
