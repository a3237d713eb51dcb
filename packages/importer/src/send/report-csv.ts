/** The file of results: a CSV line for each row. */

import { csvCell, csvHeader } from '@bandeja/contract/csv';
import type { Format } from '@bandeja/messages/message';
import { textOf } from '../message.ts';
import type { Reason } from './outcome.ts';
import type { RowResult } from './report.ts';

const COLUMNS = ['line', 'external_ref', 'status', 'id', 'code', 'detail', 'warnings', 'import_id'] as const;
export const REPORT_HEADER: string = csvHeader(COLUMNS);

/** @param importId null for a check */
export const reportLines = (results: readonly RowResult[], importId: string | null, format: Format): string =>
  results.map((result) => lineOf(result, importId, format)).join('');

function lineOf(result: RowResult, importId: string | null, format: Format): string {
  const { line, externalRef, status, matchId, reasons, differences, cautions, isHeld } = result;
  const codes = isHeld ? ['left_out'] : reasons.map(({ group }) => group);
  const details = [
    ...reasons.map((reason) => reasonText(format, reason)),
    ...differences.map(({ code }) => format(`difference.${code}`)),
  ];
  const cells = [
    ...[String(line), externalRef ?? '', status, (importId === null && status === 'created' ? null : matchId) ?? ''],
    ...[[...new Set(codes)].join(' '), details.join('; ')],
    ...[cautions.map(({ text }) => textOf(format, text)).join(' '), importId ?? ''],
  ];
  return `${cells.map((cell) => csvCell(cell)).join(',')}\n`;
}

/** A reason behind the headers of its cells. */
export function reasonText(format: Format, { text, columns }: Reason): string {
  const shown = textOf(format, text);
  return columns.length === 0 ? shown : `${columns.join(', ')}: ${shown}`;
}

/** The value of a difference as people read it; empty for none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return value
      .map((part) => (Array.isArray(part) ? part.join(part.length === 2 ? '-' : '') : (part ?? '–')))
      .join(' ');
  if (typeof value === 'object') {
    const { A, B } = value as { readonly A?: readonly unknown[]; readonly B?: readonly unknown[] };
    return [A, B].map((team) => (team ?? []).map((one) => one ?? '–').join(', ')).join(' – ');
  }
  return String(value);
}
