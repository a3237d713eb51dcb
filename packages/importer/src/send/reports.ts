/** The file of results that an earlier import wrote: it names the import. */
import { readCsv } from '../file/csv.ts';
import { bytesOf, type SourceFile } from '../file/source-file.ts';
import { decodeText } from '../file/text.ts';

/** The import or the merge that a file of results is of; null for another file. */
export interface NamedByReport {
  readonly kind: 'import' | 'merge';
  readonly id: string;
}

/** @throws {ImportFault} for a file that is not a table */
export async function readReport(file: SourceFile): Promise<NamedByReport | null> {
  const { text } = decodeText(await bytesOf(file, '.csv'), file.name, null);
  const [header, ...rows] = await readCsv(
    text,
    file.name,
    text.slice(0, 2000).split('\n', 1)[0]?.includes(';') ? ';' : ',',
  );
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
