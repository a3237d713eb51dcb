/** What the command asks a person before it sends rows. */
import type { DoubtfulLine, FoundPlayers, Import, SentRow } from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import { wrongUse } from '../exit.ts';
import type { ProgressDisplay } from '../progress.ts';
import { printable, type Terminal } from '../terminal.ts';
import type { Ask } from './answer.ts';
import { doubtfulLinesText, ofOthersText } from './names/names-output.ts';
import { columnsSentences, noteLines, previewText } from './preview.ts';
import { problemLines, warnedText } from './summary-text.ts';

/** Yes in the languages of the files. */
const YES = /^(y|yes|s|si|sí|sim|o|oui)$/i;

const isYes = async (ask: Ask, format: Format, question: string): Promise<boolean> =>
  YES.test(await ask(`${question} ${format('ask.yes_or_no')} `));

/** Shows rows with warnings, and asks whether to send them. The others are sent anyway. */
export async function confirmWarned(
  held: readonly SentRow[],
  importing: Import,
  display: ProgressDisplay,
  terminal: Terminal,
  ask: Ask,
  format: Format,
): Promise<ReadonlySet<number>> {
  display.clear();
  const report = importing.report();
  report.add(held);
  terminal.err(warnedText(report, importing.reading.file.rowName, format));
  const isMeant = await isYes(ask, format, format('ask.warned', { rows: held.length }));
  return new Set(isMeant ? held.map(({ own }) => own.row.line) : []);
}

/**
 * Lists lines of the players file whose usernames may have moved by a row, and asks whether they are right.
 * @param ask null where no one can answer
 * @throws {CommandFailure} if they are not confirmed
 */
export async function confirmLines(
  lines: readonly DoubtfulLine[],
  terminal: Terminal,
  ask: Ask | null,
  format: Format,
): Promise<void> {
  if (lines.length === 0) return;
  terminal.err(doubtfulLinesText(lines, format));
  if (ask !== null && (await isYes(ask, format, format('ask.lines', { lines: lines.length })))) return;
  throw wrongUse(format('summary.nothing_sent'));
}

/**
 * Lists players of other partners, and asks whether they are meant: another person may have the same username.
 * @param unconfirmed those to ask about
 * @param ask null where no one can answer
 * @throws {CommandFailure} if they are not confirmed
 */
export async function confirmOthers(
  unconfirmed: ReadonlyMap<string, string>,
  terminal: Pick<Terminal, 'err'>,
  ask: Ask | null,
  format: Format,
): Promise<void> {
  if (unconfirmed.size === 0) return;
  terminal.err(ofOthersText(unconfirmed, format));
  if (ask !== null && (await isYes(ask, format, format('ask.others', { players: unconfirmed.size })))) return;
  throw wrongUse(format('summary.not_meant'));
}

/** What the person is shown before rows are sent. */
interface Shown {
  readonly importing: Import;
  readonly found: FoundPlayers;
  /** How many rows an open import has sent already. */
  readonly sent: number;
  /** The address of the service. */
  readonly service: string;
  /** About the players of the file. */
  readonly people: string;
  readonly isDryRun: boolean;
  readonly format: Format;
  readonly locale: string;
}

/**
 * Says how the file is read. To a person at a terminal it shows the first matches and rejected rows too, and asks.
 * @returns whether to go on
 */
export async function showReading(shown: Shown, terminal: Terminal, ask: Ask | null): Promise<boolean> {
  const { importing, found, sent, service, people, isDryRun, format, locale } = shown;
  if (ask === null) {
    const notes = [...columnsSentences(importing, format), ...noteLines(importing, format)];
    for (const note of notes) terminal.err(`${printable(note)}\n`);
    terminal.err(people);
    return true;
  }
  terminal.err(`${previewText(importing, format, locale)}${people}`);
  if (isDryRun) return true;
  const { ready: readable, rejected, reasons } = importing.sort(found);
  const ready = Math.max(0, readable - sent);
  // The summary lists them.
  if (ready === 0) return true;
  const { rowName } = importing.reading.file;
  terminal.err(problemLines({ rejected, reasons }, { rowName, format }).join(''));
  if (await isYes(ask, format, format('ask.send', { ready, service, rejected }))) return true;
  terminal.err(`${format('summary.nothing_sent')}\n`);
  return false;
}
