import type { Bandeja } from '@bandeja/client';
import type { Ask } from '@bandeja/importer/asking';
import { readMapping } from '@bandeja/importer/columns';
import { conflictsOf } from '@bandeja/importer/conflicts';
import { createdBy } from '@bandeja/importer/created-rows';
import { textOf } from '@bandeja/importer/json-value';
import { NamesImport } from '@bandeja/importer/names/names-import';
import { withParticipants } from '@bandeja/importer/participants';
import { type ReferenceRules, rejectRepeats } from '@bandeja/importer/references';
import { Registrar } from '@bandeja/importer/registrar';
import { Remarks } from '@bandeja/importer/remarks';
import type { ImportedRow } from '@bandeja/importer/reports';
import { type RowResult, Tally } from '@bandeja/importer/results';
import { sendRows } from '@bandeja/importer/send';
import { LastSession } from '@bandeja/importer/sessions';
import type { ReadingOptions } from '@bandeja/importer/settle';
import type { Source } from '@bandeja/importer/source';
import { withStoredReferences } from '@bandeja/importer/stored-matches';
import { Submitter } from '@bandeja/importer/submitter';
import { Terms } from '@bandeja/importer/terms';
import { type ImportLanguage, translator } from '@bandeja/importer/translate';
import { patientClient } from '../api/patient-client.ts';
import type { CommandContext } from '../command.ts';
import { connectionOf } from '../environment.ts';
import { CommandFailure, type ExitCode, exitCodes, wrongUse } from '../exit.ts';
import { listenForInterruption } from '../interruption.ts';
import { ProgressDisplay } from '../progress.ts';
import type { Terminal } from '../terminal.ts';
import { checkPlayers, failing, unknownIn } from './check-players.ts';
import { confirmLines, confirmOthers, confirmWarned, showReading } from './confirm.ts';
import { checkSameFile, earlierReport } from './earlier-report.ts';
import { STANDARD_INPUT } from './local-file.ts';
import { clashesText, type NameOptions, NamesOutput, ofOthersText, readPlayersFiles } from './names/names-output.ts';
import { openPath } from './open-path.ts';
import { checkOutputs } from './output-files.ts';
import { columnsSentence, readingNotes } from './preview.ts';
import { Report } from './report-file.ts';
import { withReportLock } from './report-lock.ts';
import { rethrow, runToItsEnd } from './run-to-end.ts';
import { type ImportSummary, summarise } from './summary.ts';
import { summaryText } from './summary-text.ts';
import { summaryTranslations } from './summary-translations.ts';

/** The options of `bandeja import`, checked. */
export interface ImportOptions {
  readonly map: readonly string[];
  /** How the file is read, where it does not say so itself. */
  readonly reading: ReadingOptions;
  /** Name or number of the sheet of a workbook. */
  readonly sheet: string | null;
  /** Of a text file; null: it is recognized. */
  readonly encoding: string | null;
  /** The kind of competition of matches that do not say it. */
  readonly competition: string | null;
  /** Of the summary and of the reasons of rejected rows. */
  readonly language: ImportLanguage;
  /** Send without asking. */
  readonly yes: boolean;
  /** Null if the file has usernames instead of names. */
  readonly names: NameOptions | null;
  /** The kind of external ids that the file has instead of usernames; null for none. */
  readonly ids: string | null;
  readonly register: boolean;
  readonly public: boolean;
  readonly roster: string | null;
  readonly references: ReferenceRules;
  readonly dryRun: boolean;
  /** Rejects rows that the service warns of. */
  readonly strict: boolean;
  /** Stores rows again whose matches are voided, under new references. */
  readonly replaceVoided: boolean;
  readonly report: string | null;
  readonly quiet: boolean;
  readonly json: boolean;
}

/**
 * `bandeja import FILE`: sends the file's matches and prints what happened to them.
 * @throws {CommandFailure} when the file cannot be read or the service cannot be reached; the summary has been printed by then.
 */
export async function importFile(path: string, options: ImportOptions, context: CommandContext): Promise<ExitCode> {
  const { players = null, playersOut = null } = options.names ?? {};
  await checkOutputs({ input: path, players, playersOut, report: options.report });
  return await withReportLock(options.report, () => importOpened(path, options, context));
}

async function importOpened(path: string, options: ImportOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  // From a pipe no answer can come.
  const ask = options.json || options.yes || path === STANDARD_INPUT ? null : terminal.ask;
  const earlier = options.report === null ? [] : await earlierReport(options.report, options.dryRun);
  const mapping = readMapping(options.map);
  const { references, sheet, encoding, competition, reading } = options;
  const source = await openPath(
    path,
    terminal.input,
    { ...reading, mapping, references, sheet, encoding, competition },
    ask,
  );
  const display = new ProgressDisplay(terminal, !options.quiet && !options.json);
  const { signal, stopListening } = listenForInterruption(() => {
    display.note('Stopping after the batch in flight; press Ctrl-C again to stop at once.');
  });
  try {
    return await importSource({ source, options, context, ask, display, signal, earlier });
  } finally {
    stopListening();
    source.close();
  }
}

/** A run of the command. */
interface Run {
  readonly source: Source;
  readonly options: ImportOptions;
  readonly context: CommandContext;
  readonly ask: Ask | null;
  readonly display: ProgressDisplay;
  /** Aborted when the import must stop. */
  readonly signal: AbortSignal;
  /** The rows of the report that an earlier run wrote. */
  readonly earlier: readonly ImportedRow[];
}

async function importSource(run: Run): Promise<ExitCode> {
  const { source, options, context, ask, display, signal } = run;
  const { terminal } = context;
  const { client, url, retries } = connect(run);
  const named = options.names && (await readNames(client, source, options.names, options.register));
  const { names = null, output = null } = named ?? {};
  const registrar = options.register ? makeRegistrar(client, options, source, names, retries) : null;
  const checked = await checkPlayers(client, source, { names, idKind: options.ids }, registrar);
  const { readPlayers, clashes, ofOthers, unconfirmed, failure } = checked;
  if (failure !== null && ask !== null) rethrow(failure);
  // Here already, because someone who answers No wants to settle names first.
  terminal.err((await output?.write(registrar)) ?? '');
  if (clashes.length > 0) throw wrongUse(clashesText(clashes));
  await confirmLines(names?.doubtfulLines ?? [], terminal, options.strict ? null : ask);
  const isAsked = !options.yes && !options.dryRun;
  const shown = isAsked ? await confirmOthers(ofOthers, unconfirmed, terminal, ask) : ofOthers;
  const rows = () => withParticipants(source.rows(), readPlayers, source.references);
  if (options.report !== null) await checkSameFile(options.report, run.earlier, withStoredReferences(rows(), client));
  const people = `${output?.text(options.register) ?? ''}${ofOthersText(shown)}`;
  const translate = translator(options.language, summaryTranslations);
  const terms = new Terms(source.plan, translator(options.language));
  const reading = { source, service: url, people, rows: rejectRepeats(rows(), source.rowName), terms, translate };
  if (!options.json && !(await showReading(reading, options, terminal, ask))) return exitCodes.wrongUse;
  const { session } = source.envelope;
  const confirm =
    ask && ((warned: readonly RowResult[]) => confirmWarned(warned, source, display, terminal, ask, translate));
  const report = await startReport(run, client);
  const submitter = new Submitter(client, {
    isDryRun: options.dryRun,
    session,
    registrar,
    rowName: source.rowName,
    terms,
    isStrict: options.strict,
    confirm,
    onSending: report === null ? undefined : (rows) => report.sending(rows),
  });
  const tally = new Tally();
  const remarks = new Remarks();
  const sessions = new LastSession(textOf(session['session_external_ref']));
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const submitted = sendRows(sessions.of(source.rows(remarks.add)), {
    client,
    source,
    readPlayers,
    submitter,
    replaceVoided: options.replaceVoided,
  });
  const end = await runToItsEnd(failure === null ? submitted : failing(failure), {
    total: source.total,
    tally,
    sessions,
    remarks,
    report,
    display,
    signal,
    elapsedMs,
  });
  const conflicts = conflictsOf(tally.conflicting);
  const facts = {
    file: source.name,
    service: url,
    dry_run: options.dryRun,
    players_registered: submitter.registered,
    unchecked: submitter.unchecked,
    people: names?.summary ?? null,
    of_other_partners: [...ofOthers].map(([username, display_name]) => ({ username, display_name })),
    retries: retries(),
    reading: readingOf(source),
    remarks: remarks.list,
    last_session: sessions.name,
  };
  const summary = summarise(facts, end, tally, conflicts, elapsedMs());
  // A service that no longer answers would keep the summary waiting.
  const unknown = end instanceof CommandFailure ? new Set<string>() : await unknownIn(client, conflicts);
  printSummary(summary, unknown, source, options, terminal);
  terminal.err((await output?.write(registrar)) ?? '');
  if (end instanceof CommandFailure) throw end;
  if (end === 'interrupted') return exitCodes.interrupted;
  return summary.rejected + summary.conflicts + tally.voidedConflicts > 0 ? exitCodes.rejections : exitCodes.done;
}

async function startReport({ options: { report, dryRun }, earlier }: Run, client: Bandeja): Promise<Report | null> {
  if (report === null) return null;
  const created = dryRun ? new Map() : await createdBy(client, earlier).catch(rethrow);
  return await Report.create(report, { created, isDryRun: dryRun });
}

/** A client that reports and counts retries. */
function connect({ options, context: { environment, profileName }, display, signal }: Run) {
  const connection = connectionOf(environment, profileName);
  let retries = 0;
  const onRetry = (): void => {
    retries++;
  };
  const client = patientClient(connection, { display, signal, isQuiet: options.json, onRetry });
  return { client, url: connection.url, retries: () => retries };
}

/** How the file is read, in sentences. */
function readingOf(source: Source): string[] {
  return [columnsSentence(source.plan), ...readingNotes(source)].filter((note) => note !== null);
}

/** Finds out what the names of the file mean. @throws {CommandFailure} if the service refuses to list the club's people. */
async function readNames(
  client: Bandeja,
  source: Source,
  options: NameOptions,
  registers: boolean,
): Promise<{ readonly names: NamesImport; readonly output: NamesOutput }> {
  const files = await readPlayersFiles(options);
  const names = await NamesImport.of(client, source, files.file?.settled ?? new Map(), registers).catch(rethrow);
  return { names, output: new NamesOutput(names, files) };
}

function makeRegistrar(
  client: Bandeja,
  options: ImportOptions,
  source: Source,
  names: NamesImport | null,
  retries: () => number,
): Registrar {
  return new Registrar(client, {
    isPublic: options.public,
    roster: options.roster,
    profiles: new Map([...source.envelope.players, ...(names?.profiles ?? [])]),
    made: names?.people ?? null,
    retries,
  });
}

function printSummary(
  summary: ImportSummary,
  unknown: ReadonlySet<string>,
  { rowName, references }: Source,
  { json, report, register, language }: ImportOptions,
  terminal: Terminal,
): void {
  if (json) {
    terminal.out(`${JSON.stringify(summary)}\n`);
    return;
  }
  const { above, counts, below } = summaryText(summary, {
    rowName,
    hasReport: report !== null,
    areReferencesMade: references.fromContent,
    isRegistering: register,
    unknown,
    translate: translator(language, summaryTranslations),
  });
  terminal.err(above);
  terminal.out(counts);
  terminal.err(below);
}
