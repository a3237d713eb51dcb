/** The report of an import: a CSV line for each row. */
import { csvCell, csvHeader } from './csv-cell.ts';
import type { RowResult } from './results.ts';
import type { ReadyRow } from './rows.ts';
import { warningText } from './warnings.ts';

export const REPORT_COLUMNS = ['line', 'external_ref', 'status', 'id', 'code', 'detail', 'warnings'] as const;
export const REPORT_HEADER: string = csvHeader(REPORT_COLUMNS);

/**
 * What two runs of an import did to the rows. A match that the first run created stays created, so that the import can be undone after the
 * second run.
 */
export class TwoRuns {
  /** References of matches that the first run created, by id. */
  readonly #earlier: Map<string, string>;

  constructor(earlier: ReadonlyMap<string, string>) {
    this.#earlier = new Map(earlier);
  }

  merged(results: readonly RowResult[]): readonly RowResult[] {
    return results.map((result) => this.#merged(result));
  }

  /** The lines of matches of the first run that the second one did not find again. */
  leftLines(): string {
    return [...this.#earlier].map(([id, reference]) => `,${csvCell(reference)},created,${csvCell(id)},,,\n`).join('');
  }

  #merged(result: RowResult): RowResult {
    if (result.id === null || this.#earlier.get(result.id) !== result.externalRef) return result;
    if (result.status !== 'duplicate' && result.status !== 'voided') return result;
    this.#earlier.delete(result.id);
    return result.status === 'duplicate' ? { ...result, status: 'created' } : result;
  }
}

export function reportLines(results: readonly RowResult[]): string {
  return results.map(reportLine).join('');
}

function reportLine({ line, externalRef, status, id, code, detail, warnings }: RowResult): string {
  const cells = [String(line), externalRef, status, id ?? '', code ?? '', detail ?? ''];
  return `${[...cells, warnings.map(warningText).join(' ')].map((cell) => csvCell(cell)).join(',')}\n`;
}

/** The line of a row that is about to be sent. Its result replaces it, unless the import is killed first. */
export function sentLine({ line, externalRef }: Pick<ReadyRow, 'line' | 'externalRef'>, at: Date): string {
  return `${line},${csvCell(externalRef)},sent,,,sent at ${at.toISOString()},\n`;
}

/** When a row was sent, by the detail of its line; null if it does not say. */
export function sentAt(detail: string): number | null {
  const time = Date.parse(/^sent at (\S+)$/.exec(detail)?.[1] ?? '');
  return Number.isNaN(time) ? null : time;
}
