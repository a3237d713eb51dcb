import { grouped } from '../count.ts';
import { unreachable } from '../exit.ts';
import type { ProgressDisplay } from '../progress/progress-display.ts';
import { ahead } from './ahead.ts';
import { batchesOf } from './batches.ts';
import type { ImportRow } from './import-row.ts';
import type { Report } from './report.ts';
import type { Source } from './source.ts';
import type { Submitter, SurveyedBatch } from './submitter.ts';
import type { Tally } from './tally.ts';

/** How far each of the three steps (who is missing, registering them, sending the matches) runs ahead of the next. */
const BATCHES_AHEAD = 2;

/** What an import works with. */
export interface ImportJob {
  readonly source: Pick<Source, 'rows' | 'total'>;
  readonly submitter: Pick<Submitter, 'survey' | 'register' | 'submit'>;
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
  const { submitter } = job;
  let rowsRead = 0;
  async function* counted(): AsyncGenerator<ImportRow> {
    for await (const row of job.source.rows) {
      rowsRead++;
      yield row;
    }
  }
  async function* surveyed(): AsyncGenerator<SurveyedBatch> {
    for await (const batch of batchesOf(counted())) yield await submitter.survey(batch);
  }
  async function* registered(): AsyncGenerator<SurveyedBatch> {
    for await (const batch of ahead(surveyed(), BATCHES_AHEAD)) yield await submitter.register(batch);
  }
  for await (const batch of ahead(registered(), BATCHES_AHEAD)) {
    if (job.signal.aborted) return false;
    const results = await submitter.submit(batch);
    for (const result of results) job.tally.add(result);
    await job.report?.add(results);
    job.display.show({ done: job.tally.accounted, total: job.source.total, elapsedMs: job.elapsedMs() });
  }
  // Counted where rows come in, and again where answers do: a row lost in between must not pass for imported.
  if (rowsRead !== job.tally.accounted) {
    throw unreachable(
      `${grouped(rowsRead)} rows were read, but only ${grouped(job.tally.accounted)} accounted for. Run the import again.`,
    );
  }
  return true;
}
