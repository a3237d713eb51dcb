import { wrongUse } from '../exit.ts';
import { csvRecords } from '../import/csv-rows.ts';
import { textOfBytes } from '../import/file-text.ts';
import type { Terminal } from '../terminal.ts';
import { type PredictPlan, planPredictColumns } from './columns.ts';
import { Forecast } from './forecast.ts';
import { readMatchRow } from './match-row.ts';

const INPUT = 'standard input';

/**
 * Reads matches as CSV from standard input and prints a line for each: the probability that team A wins, as the shortest
 * decimal that reads back as the same double. A line is printed before the next row is read, and the next row is read
 * when the reader of the lines has room for more.
 *
 * @throws {CommandFailure} at the first row that will not do; the lines of the rows above it are out by then
 */
export async function predictMatches(terminal: Terminal): Promise<void> {
  const forecast = new Forecast();
  let plan: PredictPlan | null = null;
  let after = Number.NEGATIVE_INFINITY;
  for await (const record of csvRecords(textOfBytes(terminal.input, INPUT), INPUT)) {
    if (plan === null) {
      plan = planPredictColumns(record.cells, record.line);
      continue;
    }
    const match = readMatchRow(record, plan, after);
    after = match.at;
    terminal.out(`${forecast.next(match)}\n`);
    await terminal.drained?.();
  }
  if (plan === null) throw wrongUse(`${INPUT} is empty: a header with the names of the columns is missing.`);
}
