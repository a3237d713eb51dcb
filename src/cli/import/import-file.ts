import { Client } from '../api/client.ts';
import { describeRefusal, Refusal } from '../api/refusal.ts';
import type { CommandContext } from '../command.ts';
import { CommandFailure, type ExitCode, exitCodes, unreachable, wrongUse } from '../exit.ts';
import { listenForInterruption } from '../interruption.ts';
import { countOf, grouped } from '../print.ts';
import { ProgressDisplay } from '../progress.ts';
import { printable, type Terminal } from '../terminal.ts';
import { readMapping } from './columns.ts';
import { STANDARD_INPUT } from './file-text.ts';
import { readUsernames, withParticipants } from './participants.ts';
import { columnsSentence, previewText, readingNotes } from './preview.ts';
import { type ReferenceRules, rejectRepeats } from './references.ts';
import { Registrar } from './registrar.ts';
import { Remarks } from './remarks.ts';
import { Report, Tally } from './results.ts';
import { ahead, batchesOf, type ImportRow, WINDOW_LIMITS } from './rows.ts';
import type { Ask, ReadingOptions } from './settle.ts';
import { openSource, type RowName, type Source } from './source.ts';
import { Submitter, type Window } from './submitter.ts';
import {
  adviceText,
  conflictsText,
  type ImportSummary,
  problemsText,
  remarksText,
  summarise,
  summaryText,
} from './summary.ts';

/** The options of `bandeja import`, checked. */
export interface ImportOptions {
  readonly map: readonly string[];
  /** How the file is read, where it does not say so itself. */
  readonly reading: ReadingOptions;
  /** Name or number of the sheet of a workbook. */
  readonly sheet: string | null;
  /** Send without asking. */
  readonly yes: boolean;
  readonly register: boolean;
  readonly public: boolean;
  readonly roster: string | null;
  readonly references: ReferenceRules;
  readonly dryRun: boolean;
  readonly report: string | null;
  readonly quiet: boolean;
  readonly json: boolean;
}

/**
 * `bandeja import FILE`: sends the file's matches and prints what happened to them.
 * @throws {CommandFailure} when the file cannot be read or the service cannot be reached; the summary has been printed by then.
 */
export async function importFile(path: string, options: ImportOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  // From a pipe no answer can come.
  const ask = options.json || options.yes || path === STANDARD_INPUT ? null : terminal.ask;
  const mapping = readMapping(options.map);
  const { references, sheet, reading } = options;
  const source = await openSource(path, terminal.input, { ...reading, mapping, references, sheet }, ask);
  try {
    return await importSource(source, path, options, context, ask);
  } finally {
    source.close();
  }
}

async function importSource(
  source: Source,
  path: string,
  options: ImportOptions,
  context: CommandContext,
  ask: Ask | null,
): Promise<ExitCode> {
  const { terminal, environment } = context;
  const display = new ProgressDisplay(terminal, !options.quiet && !options.json);
  const { signal } = listenForInterruption(() => {
    display.note('Stopping after the batch in flight; press Ctrl-C again to stop at once.');
  });
  let retries = 0;
  const client = new Client({
    url: environment.url,
    token: environment.key,
    credential: 'BANDEJA_KEY',
    isPatient: true,
    signal,
    onRetry: ({ reason, delayMs }) => {
      retries++;
      if (!options.json) display.noteOnce(`Trying again in ${(delayMs / 1000).toFixed(1)} s: ${reason}.`, delayMs);
    },
  });
  if (!options.json && !(await showReading(source, client.address, options, terminal, ask)))
    return exitCodes.interrupted;
  const submitter = makeSubmitter(client, options, source);
  const report = options.report === null ? null : await Report.create(options.report, path);
  const tally = new Tally();
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;

  const remarks = new Remarks();
  const fileRows = withParticipants(source.rows(remarks.add), readUsernames, source.references);
  const rows = rejectRepeats(fileRows, source.rowName);
  const end = await runToItsEnd({ rows, total: source.total, submitter, tally, report, display, signal, elapsedMs });
  const failure = end instanceof CommandFailure ? end : null;
  const told = { file: source.name, service: client.address, dry_run: options.dryRun, complete: end === 'complete' };
  const reading = source.plan === null ? source.notes : [columnsSentence(source.plan), ...readingNotes(source)];
  const counts = {
    players_registered: submitter.registered,
    retries,
    reading: reading.filter((note) => note !== null),
    remarks: remarks.list,
    failure: failure?.message ?? null,
  };
  const summary = summarise({ ...told, ...counts }, tally, elapsedMs());
  printSummary(summary, tally, source.rowName, options, context);
  if (failure !== null) throw failure;
  if (end === 'interrupted') return exitCodes.interrupted;
  return summary.rejected + summary.conflicts > 0 ? exitCodes.rejections : exitCodes.done;
}

/**
 * Says how the file is read. To a person at a terminal it shows the first matches too, and asks.
 * @returns whether to go on.
 */
async function showReading(
  source: Source,
  service: string,
  { dryRun }: ImportOptions,
  terminal: Terminal,
  ask: Ask | null,
): Promise<boolean> {
  if (ask === null) {
    const columns = source.plan === null ? null : columnsSentence(source.plan);
    const ignored = source.plan?.ignored ?? [];
    const unused = ignored.length === 0 ? null : `Columns not used: ${ignored.join(', ')}.`;
    const notes = [columns, unused, ...readingNotes(source)].filter((note) => note !== null);
    for (const note of notes) terminal.err(`${printable(note)}\n`);
    return true;
  }
  terminal.err(await previewText(source));
  if (dryRun) return true;
  const answer = await ask(`Send ${countOf(source.total, 'row')} to ${service}? [y/N] `);
  if (YES.test(answer)) return true;
  terminal.err('Nothing was sent.\n');
  return false;
}

/** Yes in the languages of the files. */
const YES = /^(y|yes|s|si|sí|sim|o|oui)$/i;

function makeSubmitter(client: Client, options: ImportOptions, source: Source): Submitter {
  const registrar = options.register
    ? new Registrar(client, {
        isPublic: options.public,
        roster: options.roster,
        profiles: source.envelope.players,
      })
    : null;
  return new Submitter(client, { isDryRun: options.dryRun, session: source.envelope.session, registrar });
}

/** Runs the import. An expected failure is returned, not thrown, because the summary is printed before it. */
async function runToItsEnd(job: ImportJob): Promise<'complete' | 'interrupted' | CommandFailure> {
  try {
    return (await runImport(job)) ? 'complete' : 'interrupted';
  } catch (error) {
    if (error instanceof Refusal) return failureOf(error);
    if (!(error instanceof CommandFailure)) throw error;
    return error.exitCode === exitCodes.interrupted ? 'interrupted' : error;
  } finally {
    job.display.clear();
    await job.report?.close();
  }
}

/** If the service refuses a whole batch for its content, the members common to all matches of the file are wrong. */
function failureOf(refusal: Refusal): CommandFailure {
  const text = describeRefusal(refusal).trimEnd();
  if (refusal.exitCode !== exitCodes.rejections) return new CommandFailure(refusal.exitCode, text, { cause: refusal });
  return wrongUse(`The service refused the whole batch. ${text}`, { cause: refusal });
}

function printSummary(
  summary: ImportSummary,
  tally: Tally,
  rowName: RowName,
  options: ImportOptions,
  { terminal }: CommandContext,
): void {
  if (options.json) {
    terminal.out(`${JSON.stringify(summary)}\n`);
    return;
  }
  terminal.err(problemsText(summary, rowName, options.report !== null));
  terminal.err(conflictsText(summary, rowName, options.report !== null));
  terminal.err(remarksText(summary, rowName));
  terminal.out(summaryText(summary));
  terminal.err(adviceText(summary, tally, options.register));
}

/** How many windows each step (find missing players, register them, send the matches) may be ahead of the next. */
const WINDOWS_AHEAD = 2;

/** What an import works with. */
export interface ImportJob {
  /** The rows to send or reject, in the file’s order. */
  readonly rows: AsyncIterable<ImportRow>;
  /** How many there are. */
  readonly total: number;
  readonly submitter: Pick<Submitter, 'survey' | 'register' | 'submit'>;
  readonly tally: Tally;
  readonly report: Report | null;
  readonly display: ProgressDisplay;
  /** Aborted when the import must stop after the batch in flight. */
  readonly signal: AbortSignal;
  /** Milliseconds since the import began. */
  readonly elapsedMs: () => number;
}

/**
 * Sends a file batch by batch. Each batch waits for the answer to the one before, so the service gets the matches in the
 * file's order: a late match would change the ratings of later ones.
 * @returns whether the whole file went through; false when it was interrupted.
 * @throws what reading the file or sending a batch throws; the tally holds what was done until then.
 */
export async function runImport(job: ImportJob): Promise<boolean> {
  const { submitter } = job;
  let rowsRead = 0;
  let hasReadAll = false;
  async function* counted(): AsyncGenerator<ImportRow> {
    for await (const row of job.rows) {
      rowsRead++;
      yield row;
    }
    hasReadAll = true;
  }
  async function* surveyed(): AsyncGenerator<Window> {
    for await (const rows of batchesOf(counted(), WINDOW_LIMITS)) yield await submitter.survey(rows);
  }
  async function* registered(): AsyncGenerator<Window> {
    for await (const window of ahead(surveyed(), WINDOWS_AHEAD)) yield await submitter.register(window);
  }
  for await (const window of ahead(registered(), WINDOWS_AHEAD)) {
    for await (const results of submitter.submit(window)) {
      for (const result of results) job.tally.add(result);
      await job.report?.add(results);
      job.display.show({ done: job.tally.accounted, total: job.total, elapsedMs: job.elapsedMs() });
      if (job.signal.aborted) return hasReadAll && rowsRead === job.tally.accounted;
    }
  }
  // Rows read and answers received are counted apart, so a row that is lost in between is noticed.
  if (rowsRead !== job.tally.accounted) {
    throw unreachable(
      `${grouped(rowsRead)} rows were read, but only ${grouped(job.tally.accounted)} accounted for. Run the import again.`,
    );
  }
  return true;
}
