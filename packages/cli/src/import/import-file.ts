import {
  doubtfulLines,
  type FoundPlayers,
  type Report,
  type SendEvent,
  type SendOptions,
  settledBy,
  summaryOf,
} from '@bandeja/importer';
import { type Format, loadMessages } from '@bandeja/messages';
import type { CommandContext } from '../command.ts';
import { CommandFailure, type End, type ExitCode, endOf, exitCodes, wrongUse } from '../exit.ts';
import { listenForInterruption } from '../interruption.ts';
import { ProgressDisplay, type ProgressWords } from '../progress.ts';
import { begin } from './begin.ts';
import { confirmLines, confirmOthers, confirmWarned, showReading } from './confirm.ts';
import { decisionsOf } from './going-on.ts';
import { type ImportOptions, kindIn } from './import-options.ts';
import { openedFile } from './local-file.ts';
import { clashesText, namesText, ofOthersText, readPlayersFiles, writeNames } from './names/names-output.ts';
import { checkOutputs } from './output-files.ts';
import { columnsSentences, noteLines } from './preview.ts';
import { failedBefore, printSummary } from './print-summary.ts';
import { checkReport, ReportFile } from './report-file.ts';
import { failureOf, type Run, rethrow } from './run.ts';
import { rethrowFault } from './texts.ts';

/**
 * `bandeja import FILE`: sends the file's matches and prints what happened to them.
 * @throws {CommandFailure} when the file cannot be read or the service cannot be reached; the summary has been printed by then.
 */
export async function importFile(path: string, options: ImportOptions, context: CommandContext): Promise<ExitCode> {
  await checkOutputs(path, options);
  if (options.report !== undefined) await checkReport(options.report);
  const { terminal } = context;
  const format = loadMessages(options.lang ?? context.environment.language);
  // From a pipe no answer can come.
  const ask = options.json || options.yes || path === '-' ? null : terminal.ask;
  const file = await openedFile(path, terminal.input);
  const display = new ProgressDisplay(terminal, !options.quiet && !options.json, wordsIn(format));
  const { signal, stopListening } = listenForInterruption(() => {
    display.note(format('progress.stopping'));
  });
  try {
    return await importRows(await begin(file, { options, context, ask, display, signal, format }));
  } finally {
    stopListening();
  }
}

const wordsIn = (format: Format): ProgressWords => ({
  count: (done, total, share) => format('progress.count', { done, total: total ?? done, share: String(share) }),
  pace: (perSecond) => format('progress.pace', { pace: Math.round(perSecond) }),
  left: (time) => format('progress.left', { time }),
});

async function importRows(run: Run): Promise<ExitCode> {
  const { importing, options, format, decisions, service } = run;
  const report = importing.report();
  const startedAt = performance.now();
  const found = await findPeople(run).catch((error: unknown) => failedBefore(run, importing, error));
  if (found === null) return exitCodes.wrongUse;
  const kept = {
    ...{ kind: kindIn(options) ?? 'usernames', registers: options.register ?? false },
    decisions: decisionsOf(found, decisions),
  };
  const sending = sendOptions(run);
  const events = options.dryRun
    ? importing.check(service.client, found, sending)
    : importing.send(service.client, found, sending, kept);
  const { end, id } = await followEvents(events, report, run, startedAt);
  const ofOthers = [...found.players.others.meant].map(([username, display_name]) => ({ username, display_name }));
  printSummary(run, importing, report, end, {
    ...{ import_id: id, people: found.names && summaryOf(found.names), of_other_partners: ofOthers },
    reading: [...run.notes, ...columnsSentences(importing, format), ...noteLines(importing, format)],
    retries: service.retries(),
    ...{ elapsedMs: performance.now() - startedAt, staysOpen: sending.staysOpen === true },
  });
  if (end instanceof CommandFailure) throw end;
  if (end === 'interrupted') return exitCodes.interrupted;
  const isAmiss = report.results.some(
    ({ status, differences }) => status === 'rejected' || status === 'conflict' || differences.length > 0,
  );
  return isAmiss ? exitCodes.rejections : exitCodes.done;
}

function sendOptions(run: Run): SendOptions {
  const { options, ask, signal, earlier } = run;
  const { replaceVoided = false, public: isPublic = false, roster = null, strict, yes, dryRun } = options;
  // A check warns of the matches that the import has stored already.
  const holds = !dryRun && (earlier === null ? ask !== null : earlier.options.on_warning === 'hold');
  const confirm: SendOptions['confirm'] =
    ask === null
      ? async (held) => new Set(held.map(({ own }) => own.row.line))
      : (held) => confirmWarned(held, run, ask);
  const begun = earlier === null ? {} : { begun: earlier.options };
  const shared = { replaceVoided, isPublic, roster, signal, ...begun };
  if (!strict && !holds) return { ...shared, onWarning: 'store' };
  // A script has no person to confirm rows.
  const canConfirm = !strict && (ask !== null || yes);
  return canConfirm ? { ...shared, onWarning: 'ask', confirm } : { ...shared, onWarning: 'reject', staysOpen: !strict };
}

/** The players that the file means, confirmed by the person at the terminal; null if nothing is to be sent. */
async function findPeople(run: Run): Promise<FoundPlayers | null> {
  const { importing, options, context, format, decisions, service } = run;
  const { register: registers = false, public: isPublic = false } = options;
  const kind = kindIn(options) ?? 'usernames';
  const files = await readPlayersFiles(options).catch((error: unknown) => rethrowFault(error, format));
  const settled = new Map([...settledBy(decisions), ...(files.file?.settled ?? [])]);
  const found = await importing.players(service.client, { kind, registers, isPublic, settled }).catch(rethrow);
  // Here already, because someone who answers No wants to settle names first.
  if (found.names) context.terminal.err(await writeNames(found.names, files, format));
  const { clashes, meant, unconfirmed } = found.players.others;
  if (clashes.length > 0) throw wrongUse(clashesText(clashes, format));
  await confirmLines(found.names ? doubtfulLines(found.names) : [], run);
  const isAsked = !options.yes && !options.dryRun;
  if (isAsked) await confirmOthers(unconfirmed, run);
  const others = new Map([...meant].filter(([username]) => !isAsked || !unconfirmed.has(username)));
  const names = found.names ? namesText(found.names, files, registers, format) : '';
  const people = `${names}${ofOthersText(others, format)}`;
  return options.json || (await showReading(run, found, people)) ? found : null;
}

/** Adds the events to the report until they end. @throws only unexpected errors */
async function followEvents(
  events: AsyncIterable<SendEvent>,
  report: Report,
  { importing, options, display, signal, format }: Run,
  startedAt: number,
): Promise<{ readonly end: End; readonly id: string | null }> {
  const total = importing.rows.length;
  const file = options.report === undefined ? null : await ReportFile.create(options.report, format);
  let id: string | null = null;
  try {
    for await (const event of events) {
      if (event.kind === 'opened') {
        id = event.import.id;
        continue;
      }
      const results = report.add(event.rows, event.players);
      await file?.add(results, id);
      display.show({ done: report.results.length, total, elapsedMs: performance.now() - startedAt });
    }
    if (total === 0) await file?.add([], id);
    const isCut = signal.aborted && report.results.length < total;
    return { end: isCut ? 'interrupted' : 'complete', id };
  } catch (error) {
    return { end: endOf(failureOf(error, format)), id };
  } finally {
    display.clear();
    await file?.close();
  }
}
