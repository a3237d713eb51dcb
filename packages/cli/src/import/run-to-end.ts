import type { BandejaError } from '@bandeja/client';
import type { Remarks } from '@bandeja/importer/remarks';
import type { RowResult, Tally } from '@bandeja/importer/results';
import type { LastSession } from '@bandeja/importer/sessions';
import { fatalFailureOf } from '../api/fatal.ts';
import { describeRefusal } from '../api/refusal.ts';
import { type CommandFailure, type End, endOf, wrongUse } from '../exit.ts';
import type { ProgressDisplay } from '../progress.ts';
import type { Report } from './report-file.ts';

/** How an import shows and records its results. */
interface Progress {
  readonly total: number;
  readonly tally: Tally;
  readonly sessions: LastSession;
  readonly remarks: Remarks;
  readonly report: Report | null;
  readonly display: ProgressDisplay;
  /** Aborted when the import must stop after the batch in flight. */
  readonly signal: AbortSignal;
  readonly elapsedMs: () => number;
}

/** Runs the import. @throws only unexpected errors */
export async function runToItsEnd(
  submitted: AsyncIterable<readonly RowResult[]>,
  { total, tally, sessions, remarks, report, display, signal, elapsedMs }: Progress,
): Promise<End> {
  try {
    for await (const results of submitted) {
      for (const result of results) {
        tally.add(result);
        sessions.add(result);
        remarks.settle(result);
      }
      await report?.add(results);
      display.show({ done: tally.accounted, total, elapsedMs: elapsedMs() });
      if (signal.aborted && tally.accounted < total) return 'interrupted';
    }
    return 'complete';
  } catch (error) {
    return endOf(importFailureOf(error));
  } finally {
    display.clear();
    await report?.close();
  }
}

/** @throws {CommandFailure} for what the service refuses */
export function rethrow(error: unknown): never {
  throw importFailureOf(error);
}

/** @throws an unexpected error */
function importFailureOf(error: unknown): CommandFailure {
  const failure = fatalFailureOf(error);
  if (failure !== null) return failure;
  // The fields that all matches of the file have in common are wrong.
  return wrongUse(`The service refused the whole batch. ${describeRefusal(error as BandejaError).trimEnd()}`, {
    cause: error,
  });
}
