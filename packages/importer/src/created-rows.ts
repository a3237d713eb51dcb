/** Which matches an import created, by its report. */
import { type Bandeja, BandejaError } from '@bandeja/client';
import { readAll } from './reads.ts';
import type { ImportedRow } from './reports.ts';

/** The clocks of the service and of this machine may differ a little. */
const CLOCKS_MS = 5000;

/**
 * Rows without an answer become created if their matches are stored since. If their matches were stored before, they are duplicates. If
 * there are none, the rows are left out.
 */
export async function withSentRows(client: Bandeja, rows: readonly ImportedRow[]): Promise<readonly ImportedRow[]> {
  const answered = new Set(rows.flatMap(({ id, external_ref }) => (id === null ? [] : [external_ref])));
  const open = rows.filter(({ status, external_ref }) => status === 'sent' && !answered.has(external_ref));
  const found = rows.filter(({ status }) => status !== 'sent');
  const answers = await readAll(open, (row) => answeredRow(client, row));
  return [...found, ...answers.filter((row) => row !== null)];
}

async function answeredRow(client: Bandeja, row: ImportedRow): Promise<ImportedRow | null> {
  try {
    const [match] = (await client.matches.list({ external_ref: row.external_ref, limit: 1 })).data;
    if (match === undefined) return null;
    const isSince = row.sentAt !== null && Date.parse(match.created_at) >= row.sentAt - CLOCKS_MS;
    return { ...row, status: isSince ? 'created' : 'duplicate', id: match.id };
  } catch (error) {
    // A key that may submit need not be one that may read.
    if (error instanceof BandejaError && error.code === 'insufficient_scope') return null;
    throw error;
  }
}

/** References of the matches that the import created, by id. */
export async function createdBy(client: Bandeja, rows: readonly ImportedRow[]): Promise<ReadonlyMap<string, string>> {
  const created = (await withSentRows(client, rows)).filter(({ status }) => status === 'created');
  return new Map(created.flatMap(({ id, external_ref }) => (id === null ? [] : [[id, external_ref] as const])));
}
