import type { Import, Report } from '@bandeja/importer';
import { connectionOf } from '../environment.ts';
import { CommandFailure, endOf, exitCodes } from '../exit.ts';
import type { Start } from './run.ts';
import { type ImportSummary, summarise } from './summary.ts';
import { summaryText } from './summary-text.ts';

export function print(
  { options, context: { terminal }, format }: Start,
  importing: Import,
  summary: ImportSummary,
  report: Report,
  staysOpen = false,
): void {
  if (options.json) {
    terminal.out(`${JSON.stringify(summary)}\n`);
    return;
  }
  const { makesReferences: areReferencesMade, file } = importing.reading;
  const choices = { rowName: file.rowName, hasReport: options.report !== undefined, areReferencesMade, format };
  const text = summaryText(summary, report, { ...choices, isRegistering: options.register ?? false, staysOpen });
  terminal.err(text.above);
  terminal.out(text.counts);
  terminal.err(text.below);
}

/** Programs get a summary, too, if the service did not answer. @throws the error */
export function failedBefore(start: Start, importing: Import, error: unknown): never {
  const { options, context, format } = start;
  if (options.json && error instanceof CommandFailure && error.exitCode === exitCodes.unreachable) {
    const { url } = connectionOf(context.environment, context.profileName);
    const report = importing.report();
    const facts = {
      ...{ file: importing.reading.file.name, service: url, import_id: null, dry_run: options.dryRun ?? false },
      ...{ players_registered: 0, people: null, of_other_partners: [], retries: 0, reading: [] },
    };
    print(start, importing, summarise(facts, endOf(error), report, 0, format), report);
  }
  throw error;
}
