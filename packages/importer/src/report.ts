/** The report of an import: a CSV line for each row. */
import { csvCell } from './csv-cell.ts';
import type { RowResult } from './results.ts';
import { warningText } from './warnings.ts';

export const REPORT_HEADER = 'line,external_ref,status,id,code,detail,warnings\n';

/**
 * Writes the lines of a report. A match that an earlier run of the import created stays created, so that the import can be undone after a
 * second run.
 */
export class ReportLines {
  /** References of matches that an earlier run created, by id. */
  readonly #earlier: Map<string, string>;
  #seen = 0;
  #kept = 0;

  constructor(earlier: ReadonlyMap<string, string>) {
    this.#earlier = new Map(earlier);
  }

  of(results: readonly RowResult[]): string {
    return results.map((result) => reportLine(this.#withEarlier(result))).join('');
  }

  /** If not all rows have a result: the matches of the earlier run that were not reached. */
  left(): string {
    const isSameFile = this.#kept > 0 || this.#seen === 0;
    if (!isSameFile) return '';
    return [...this.#earlier].map(([id, reference]) => `,${csvCell(reference)},created,${csvCell(id)},,,\n`).join('');
  }

  #withEarlier(result: RowResult): RowResult {
    this.#seen++;
    const isEarlier = result.id !== null && this.#earlier.get(result.id) === result.externalRef;
    if (!isEarlier || result.status !== 'duplicate') return result;
    this.#kept++;
    this.#earlier.delete(result.id);
    return { ...result, status: 'created' };
  }
}

function reportLine({ line, externalRef, status, id, code, detail, warnings }: RowResult): string {
  const cells = [String(line), externalRef, status, id ?? '', code ?? '', detail ?? ''];
  return `${[...cells, warnings.map(warningText).join(' ')].map((cell) => csvCell(cell)).join(',')}\n`;
}
