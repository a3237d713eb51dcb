import { unreachable } from '../exit.ts';
import { grouped } from '../print.ts';
import type { ProgressDisplay } from '../progress.ts';
import type { Report, Tally } from './results.ts';
import { ahead, batchesOf, type ImportRow, WINDOW_LIMITS } from './rows.ts';
import type { Submitter, Window } from './submitter.ts';

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
