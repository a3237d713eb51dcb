/** Writes rows to a table with COPY, in PostgreSQL's text format. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Columns, RowOf, Table } from '@bandeja/postgres/table';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

export type CopyValue = string | number | null | readonly (string | number | null)[];

/** Buffer size. */
const PIECE_BYTES = 256 * 1024;

export class CopyStream {
  readonly #stream: Writable;
  #text = '';

  constructor(client: pg.Client, table: string, columns: readonly string[]) {
    this.#stream = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`));
  }

  async write(values: readonly CopyValue[]): Promise<void> {
    this.#text += `${values.map(copyText).join('\t')}\n`;
    if (this.#text.length < PIECE_BYTES) return;
    const piece = this.#text;
    this.#text = '';
    if (!this.#stream.write(piece)) await once(this.#stream, 'drain');
  }

  async end(): Promise<void> {
    this.#stream.end(this.#text);
    await finished(this.#stream);
  }
}

function copyText(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'object') return `{${value.map((one) => one ?? 'NULL').join(',')}}`;
  return typeof value === 'number' ? String(value) : escaped(value);
}

/** Only the backslashes of JSON need escaping: seeded names and labels contain no tabs or line breaks. */
const escaped = (text: string): string => (text.includes('\\') ? text.replaceAll('\\', '\\\\') : text);

/** The columns of a table, in the order of {@link copyValues}. */
export const namesOf = (table: { readonly columns: object }): string[] => Object.keys(table.columns);

/** Encodes a row for COPY. */
export function copyValues<Of extends Columns>(table: Table<Of>, row: RowOf<Table<Of>>): CopyValue[] {
  const stored: Readonly<Record<string, unknown>> = table.encode(row);
  return Object.entries(table.columns).map(([name, { sentAs }]) => {
    const value = stored[name];
    if (value === null) return null;
    if (sentAs === 'timestamptz') return new Date(value as number).toISOString();
    return sentAs === 'bytea' ? `\\x${Buffer.from(value as Uint8Array).toString('hex')}` : (value as CopyValue);
  });
}
