import { unreachable } from '../exit.ts';
import { ahead } from './ahead.ts';
import { batchesOf } from './batches.ts';
import type { ImportRow } from './import-row.ts';
import type { ProgressDisplay } from './progress-display.ts';
import type { Report } from './report.ts';
import type { Source } from './source.ts';
import type { PreparedBatch, Submitter } from './submitter.ts';
import type { Tally } from './tally.ts';

/** Batches whose players are registered while an earlier one is under way. */
const BATCHES_AHEAD = 2;

/** What an import works with. */
export interface ImportJob {
  readonly source: Pick<Source, 'rows' | 'total'>;
  readonly submitter: Pick<Submitter, 'prepare' | 'submit'>;
  readonly tally: Tally;
  readonly report: Report | null;
  readonly display: ProgressDisplay;
  /** Aborted when the import shall stop after the batch in flight. */
  readonly signal: AbortSignal;
  /** Milliseconds since the import began. */
  readonly elapsedMs: () => number;
}

/**
 * Sends a file, batch after batch: the next goes out when the last one is answered, so the service gets the rows in the
 * file's order, which is the order in which ratings need no settling.
 * @returns whether the whole file went through; false when it was interrupted.
 * @throws what reading the file or sending a batch throws; the tally holds what was done until then.
 */
export async function runImport(job: ImportJob): Promise<boolean> {
  let rowsRead = 0;
  async function* counted(): AsyncGenerator<ImportRow> {
    for await (const row of job.source.rows) {
      rowsRead++;
      yield row;
    }
  }
  async function* prepared(): AsyncGenerator<PreparedBatch> {
    for await (const batch of batchesOf(counted())) yield await job.submitter.prepare(batch);
  }
  for await (const batch of ahead(prepared(), BATCHES_AHEAD)) {
    if (job.signal.aborted) return false;
    const results = await job.submitter.submit(batch);
    for (const result of results) job.tally.add(result);
    await job.report?.add(results);
    job.display.show({ done: job.tally.accounted, total: job.source.total, elapsedMs: job.elapsedMs() });
  }
  // Counted where rows come in, and again where answers do: a row lost in between must not pass for imported.
  if (rowsRead !== job.tally.accounted) {
    throw unreachable(
      `${rowsRead} rows were read, but only ${job.tally.accounted} accounted for. Run the import again.`,
    );
  }
  return true;
}
