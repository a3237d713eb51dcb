import type { Import, Report } from '@bandeja/importer';
import { connectionOf } from '../environment.ts';
import { CommandFailure, type End, endOf, exitCodes } from '../exit.ts';
import type { Start } from './run.ts';
import { type ImportFacts, summarise } from './summary.ts';
import { summaryText } from './summary-text.ts';

/** What a run has found before its end, and how long it took. */
interface Found extends Omit<ImportFacts, 'file' | 'service' | 'dry_run'> {
  readonly elapsedMs: number;
  readonly staysOpen: boolean;
}

const NOTHING: Found = {
  ...{ import_id: null, people: null, of_other_partners: [], retries: 0, reading: [] },
  ...{ elapsedMs: 0, staysOpen: false },
};

export function printSummary(start: Start, importing: Import, report: Report, end: End, found = NOTHING): void {
  const { options, context, format } = start;
  const { environment, profileName, terminal } = context;
  const { elapsedMs, staysOpen, ...known } = found;
  const { makesReferences: areReferencesMade, file } = importing;
  const { url: service } = connectionOf(environment, profileName);
  const facts = { file: file.name, service, dry_run: options.dryRun ?? false, ...known };
  const summary = summarise(facts, end, report, elapsedMs, format);
  if (options.json) {
    terminal.out(`${JSON.stringify(summary)}\n`);
    return;
  }
  const choices = { rowName: file.rowName, hasReport: options.report !== undefined, areReferencesMade, format };
  const isRegistering = options.register ?? false;
  const text = summaryText(summary, report, { ...choices, isRegistering, staysOpen });
  terminal.err(text.above);
  terminal.out(text.counts);
  terminal.err(text.below);
}

/** Programs get a summary, too, if the service did not answer. @throws the error */
export function failedBefore(start: Start, importing: Import, error: unknown): never {
  if (start.options.json && error instanceof CommandFailure && error.exitCode === exitCodes.unreachable)
    printSummary(start, importing, importing.report(), endOf(error));
  throw error;
}
