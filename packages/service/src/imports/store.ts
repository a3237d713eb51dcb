import type { ImportState } from '@bandeja/contract/import-enums';
import type { ImportOptions } from '@bandeja/contract/imports';
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { bytea, integer, jsonb, nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import { AFTER_ALL, type CreationKey, type Page } from '../paging/page.ts';

type Reading = Readonly<Record<string, unknown>>;

const newImports = table('imports', {
  id: uuid,
  partner_id: uuid,
  label: text,
  content_hash: nullable(bytea),
  options: jsonb<ImportOptions>(),
  reading: nullable(jsonb<Reading>()),
  created_at: timestamptz,
});
const imports = table('imports', {
  ...newImports.columns,
  last_row_at: nullable(timestamptz),
  closed_at: nullable(timestamptz),
  created: integer,
  duplicate: integer,
  conflict: integer,
  voided: integer,
  held: integer,
  rejected: integer,
  players_registered: integer,
});

export interface NewImportRow extends RowOf<typeof newImports> {}
export interface ImportRecord extends RowOf<typeof imports> {}

const openOfFile = statement(
  'imports_open_of_file',
  `select ${imports.select()} from imports where partner_id = $1 and content_hash = $2 and closed_at is null`,
);

/** The open import of a file, or undefined. */
export async function findOpenImport(
  database: Queryable,
  partnerId: string,
  contentHash: Uint8Array,
): Promise<ImportRecord | undefined> {
  return (await database.query<ImportRecord>(openOfFile, [partnerId, contentHash]))[0];
}

const countOpen = statement(
  'imports_count_open',
  'select count(*)::integer as open from imports where partner_id = $1 and closed_at is null',
);

export async function countOpenImports(database: Queryable, partnerId: string): Promise<number> {
  return (await database.query<{ open: number }>(countOpen, [partnerId]))[0]?.open ?? 0;
}

const insert = statement('imports_insert', `${newImports.insert()} returning ${imports.select()}`);

export async function insertImport(transaction: Transaction, row: NewImportRow): Promise<ImportRecord> {
  const [inserted] = await transaction.query<ImportRecord>(insert, newImports.values([row]));
  if (inserted === undefined) throw new Error('the insert returned no row');
  return inserted;
}

const byId = statement('imports_by_id', `select ${imports.select()} from imports where id = $2 and partner_id = $1`);

/** An import of the partner, or undefined. */
export async function readImport(
  database: Queryable,
  partnerId: string,
  id: string,
): Promise<ImportRecord | undefined> {
  return (await database.query<ImportRecord>(byId, [partnerId, id]))[0];
}

const lockOpen = statement(
  'imports_lock_open',
  'select from imports where id = $2 and partner_id = $1 and closed_at is null for no key update',
);

/** Locks an import against closing until the transaction ends. @returns false if it is closed */
export async function lockOpenImport(transaction: Transaction, partnerId: string, id: string): Promise<boolean> {
  return (await transaction.query(lockOpen, [partnerId, id])).length > 0;
}

const close = statement(
  'imports_close',
  'update imports set closed_at = $3, reading = null where id = $2 and partner_id = $1 and closed_at is null',
);

/** Closes an import. A closed one is not changed. */
export async function closeImportRow(database: Queryable, partnerId: string, id: string, at: number): Promise<void> {
  await database.query(close, [partnerId, id, instant(at)]);
}

// A statement for each state, so that the planner can use its partial index.
const newestFirst = (condition: string) =>
  `select ${imports.select()} from imports
   where partner_id = $1 and (created_at, id) < ($2::timestamptz, $3::uuid) ${condition}
   order by created_at desc, id desc limit $4 offset $5`;
const all = statement('imports_list', newestFirst(''));
const inState = {
  open: statement('imports_of_state_open', newestFirst('and closed_at is null')),
  closed: statement('imports_of_state_closed', newestFirst('and closed_at is not null')),
};

/** The partner's imports, newest first. @param state null: every state */
export async function listImportRecords(
  database: Queryable,
  partnerId: string,
  state: ImportState | null,
  page: Page<CreationKey>,
): Promise<ImportRecord[]> {
  const after = page.after ?? AFTER_ALL;
  const values = [partnerId, instant(after.created_at), after.id, page.limit, page.offset];
  return database.query<ImportRecord>(state === null ? all : inState[state], values);
}

const closeIdle = statement(
  'imports_close_idle',
  'update imports set closed_at = $2, reading = null where closed_at is null and coalesce(last_row_at, created_at) < $1',
);

/** Closes the imports that have had no row since `before`. */
export async function closeIdleImports(database: Queryable, before: number, at: number): Promise<void> {
  await database.query(closeIdle, [instant(before), instant(at)]);
}
