/** The file of results that an earlier import wrote: it names the import. */
import { bytesOf, type SourceFile } from '../file/source-file.ts';
import { openTable } from '../file/table.ts';

/** The import or the merge that a file of results is of; null for another file. */
export interface NamedByReport {
  readonly kind: 'import' | 'merge';
  readonly id: string;
}

/** @throws {ImportFault} for a file that is not a table */
export async function readReport(file: SourceFile): Promise<NamedByReport | null> {
  const { records } = await openTable(await bytesOf(file, '.csv'), file.name, '.csv', {});
  const [header, ...rows] = records;
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  for (const [column, kind] of [
    ['import_id', 'import'],
    ['merge_id', 'merge'],
  ] as const) {
    const place = names.indexOf(column);
    const id = place < 0 ? undefined : rows.map(({ cells }) => cells[place]?.trim()).find((cell) => cell);
    if (id !== undefined) return { kind, id };
  }
  return null;
}
