import type { ImportRow, ReadyRow } from './import-row.ts';

/** The service's limit on matches in one request. */
export const BATCH_ROWS_MAX = 25;
/** Keeps a request well below the service's 512 KiB, whatever the rows hold. */
export const BATCH_BYTES_MAX = 440 * 1024;
/** Rows rejected here travel along to keep the report in the file's order; a file of nothing else must not pile up. */
const FAULTY_ROWS_MAX = 1000;

/** Consecutive rows of a file: what is sent in one request, and the rows between that cannot be sent. */
export interface Batch {
  readonly rows: readonly ImportRow[];
  /** Those of them that are sent, in order. */
  readonly ready: readonly ReadyRow[];
}

/** Groups rows, in order, into batches that the service takes in one request. */
export async function* batchesOf(rows: AsyncIterable<ImportRow>): AsyncGenerator<Batch> {
  let batch: ImportRow[] = [];
  let ready: ReadyRow[] = [];
  let bytes = 0;
  const close = (): Batch => {
    const closed = { rows: batch, ready };
    [batch, ready, bytes] = [[], [], 0];
    return closed;
  };
  for await (const row of rows) {
    if (row.kind === 'ready' && bytes + row.bytes > BATCH_BYTES_MAX) yield close();
    batch.push(row);
    if (row.kind === 'ready') {
      ready.push(row);
      bytes += row.bytes;
    }
    if (ready.length === BATCH_ROWS_MAX || batch.length - ready.length >= FAULTY_ROWS_MAX) yield close();
  }
  if (batch.length > 0) yield close();
}
