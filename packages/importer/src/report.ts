/** The report of an import: a CSV line for each row. */
import { csvCell } from './csv-cell.ts';
import type { RowResult } from './results.ts';
import { warningText } from './warnings.ts';

export const REPORT_HEADER = 'line,external_ref,status,id,code,detail,warnings\n';

/**
 * What two runs of an import did to the rows. A match that the first run created stays created, so that the import can be undone after the
 * second run.
 */
export class TwoRuns {
  /** References of matches that the first run created, by id. */
  readonly #earlier: Map<string, string>;
  #seen = 0;
  #kept = 0;

  constructor(earlier: ReadonlyMap<string, string>) {
    this.#earlier = new Map(earlier);
  }

  merged(results: readonly RowResult[]): readonly RowResult[] {
    return results.map((result) => this.#merged(result));
  }

  /** If the second run is not complete: the lines of matches of the first run that it did not reach. */
  leftLines(): string {
    const isSameFile = this.#kept > 0 || this.#seen === 0;
    if (!isSameFile) return '';
    return [...this.#earlier].map(([id, reference]) => `,${csvCell(reference)},created,${csvCell(id)},,,\n`).join('');
  }

  #merged(result: RowResult): RowResult {
    this.#seen++;
    const isEarlier = result.id !== null && this.#earlier.get(result.id) === result.externalRef;
    if (!isEarlier || result.status !== 'duplicate') return result;
    this.#kept++;
    this.#earlier.delete(result.id);
    return { ...result, status: 'created' };
  }
}

export function reportLines(results: readonly RowResult[]): string {
  return results.map(reportLine).join('');
}

function reportLine({ line, externalRef, status, id, code, detail, warnings }: RowResult): string {
  const cells = [String(line), externalRef, status, id ?? '', code ?? '', detail ?? ''];
  return `${[...cells, warnings.map(warningText).join(' ')].map((cell) => csvCell(cell)).join(',')}\n`;
}
