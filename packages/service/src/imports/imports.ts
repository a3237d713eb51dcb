import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@bandeja/contract/errors/problem';
import type { ImportState } from '@bandeja/contract/import-enums';
import { fullOptions, IMPORTS_OPEN_MAX, type Import, type NewImport } from '@bandeja/contract/imports';
import { formatInstant } from '@bandeja/contract/instant';
import type { Queryable } from '@bandeja/postgres/database';
import { lockChainHeads } from '../audit/store.ts';
import type { PartnerContext } from '../context.ts';
import { creationKeyOf, type PageOf, readPage } from '../paging/list-page.ts';
import type { CreationKey, Page } from '../paging/page.ts';
import { readLatestTasks, type TaskRow } from '../tasks/store.ts';
import { taskView } from '../tasks/tasks.ts';
import { notFound } from '../validation/not-found.ts';
import {
  closeImportRow,
  countOpenImports,
  findOpenImport,
  type ImportRecord,
  insertImport,
  listImportRecords,
  readImport,
} from './store.ts';

interface OpenedImport {
  /** False if the file had an open import. */
  readonly isNew: boolean;
  readonly opened: Import;
}

/**
 * Opens an import, or returns the open one of the same file, whichever client opened it.
 * @throws {Problem} `import_open` if that one has other options; `too_many_imports`
 */
export function openImport(context: PartnerContext, sent: NewImport): Promise<OpenedImport> {
  const { actor, database, now } = context;
  const options = fullOptions(sent.options);
  const hash = sent.content_hash == null ? null : Buffer.from(sent.content_hash, 'hex');
  return database.transaction(async (transaction) => {
    const [, known, open] = await Promise.all([
      // So that one transaction at a time opens imports, and an erasure sees the choices of this one.
      lockChainHeads(transaction, [actor.partnerId]),
      hash === null ? undefined : findOpenImport(transaction, actor.partnerId, hash),
      countOpenImports(transaction, actor.partnerId),
    ]);
    if (known !== undefined) {
      if (!isDeepStrictEqual(known.options, options)) throw openWithOtherOptions(known);
      const opened = await viewOf(transaction, known);
      transaction.discard();
      return { isNew: false, opened };
    }
    if (open >= IMPORTS_OPEN_MAX) {
      throw new Problem('too_many_imports', `You have ${open} open imports, the maximum. Close one of them first.`);
    }
    const row = await insertImport(transaction, {
      id: randomUUID(),
      partner_id: actor.partnerId,
      label: sent.label,
      content_hash: hash,
      options,
      reading: sent.reading ?? null,
      created_at: now(),
    });
    return { isNew: true, opened: importView(row, undefined) };
  });
}

function openWithOtherOptions({ id, label }: ImportRecord): Problem {
  const detail = `This file has the open import “${label}” with other options.`;
  return new Problem('import_open', detail, { extensions: { import_id: id } });
}

/** The partner's imports, newest first. */
export function listImports(
  { database, actor }: PartnerContext,
  state: ImportState | null,
  page: Page<CreationKey>,
): Promise<PageOf<Import, CreationKey>> {
  const undone = new Map<string, TaskRow>();
  const read = async (batch: Page<CreationKey>) => {
    const rows = await listImportRecords(database, actor.partnerId, state, batch);
    const ids = rows.map(({ id }) => id);
    for (const task of await readLatestTasks(database, ids)) undone.set(task.subject_id ?? '', task);
    return rows;
  };
  return readPage(page, read, (row) => importView(row, undone.get(row.id)), creationKeyOf);
}

/** @throws {Problem} `import_not_found` */
export async function getImport({ database, actor }: PartnerContext, id: string): Promise<Import> {
  return viewOf(database, foundImport(id, await readImport(database, actor.partnerId, id)));
}

/** Closes an import. Idempotent. @throws {Problem} `import_not_found` */
export async function closeImport({ database, actor, now }: PartnerContext, id: string): Promise<Import> {
  await closeImportRow(database, actor.partnerId, id, now());
  return viewOf(database, foundImport(id, await readImport(database, actor.partnerId, id)));
}

/** @throws {Problem} `import_not_found` */
export function foundImport(id: string, row: ImportRecord | undefined): ImportRecord {
  if (row === undefined) throw notFound('import_not_found', id);
  return row;
}

async function viewOf(database: Queryable, row: ImportRecord): Promise<Import> {
  const [undo] = await readLatestTasks(database, [row.id]);
  return importView(row, undo);
}

function importView(row: ImportRecord, undo: TaskRow | undefined): Import {
  const { created, duplicate, conflict, voided, held, rejected } = row;
  return {
    id: row.id,
    label: row.label,
    content_hash: row.content_hash === null ? null : Buffer.from(row.content_hash).toString('hex'),
    state: row.closed_at === null ? 'open' : 'closed',
    options: row.options,
    reading: row.reading,
    rows: { created, duplicate, conflict, voided, held, rejected },
    players_registered: row.players_registered,
    undo: undo === undefined ? null : taskView(undo),
    created_at: formatInstant(row.created_at),
    last_row_at: row.last_row_at === null ? null : formatInstant(row.last_row_at),
    closed_at: row.closed_at === null ? null : formatInstant(row.closed_at),
  };
}
