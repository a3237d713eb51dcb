/** What the reader warns of in rows, before the service sees them. */
import { type ImportRow, isReady } from './rows.ts';
import { scoreWarnings } from './score-warnings.ts';

/** Adds to each row that can be sent what is unusual about it. */
export async function* withOwnWarnings(rows: AsyncIterable<ImportRow>): AsyncGenerator<ImportRow> {
  for await (const row of rows) {
    yield isReady(row) ? { ...row, warnings: scoreWarnings(row.submission, row.written?.score) } : row;
  }
}
