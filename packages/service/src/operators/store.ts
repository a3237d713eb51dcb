import { ERASED_PERSON } from '@bandeja/contract/people';
import { ConstraintViolation, type Database, instant, type Queryable, statement } from '@bandeja/postgres/database';
import { bytea, nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import { writeUnsynced } from '@bandeja/postgres/unsynced';
import { AFTER_ALL, BEFORE_ALL, type CreationKey, type Page } from '../paging/page.ts';

/** An operator without its token: only a hash of it is stored, and never read into a row. */
const operators = table('operators', {
  id: uuid,
  name: text,
  created_at: timestamptz,
  last_used_at: nullable(timestamptz),
  revoked_at: nullable(timestamptz),
});

export interface OperatorRow extends RowOf<typeof operators> {}

const newOperators = table('operators', { ...operators.columns, token_hash: bytea });

const insert = statement('operators_insert', newOperators.insert());

/** @returns false if an operator that is not revoked has this name */
export async function insertOperator(database: Queryable, row: OperatorRow, tokenHash: Uint8Array): Promise<boolean> {
  try {
    await database.query(insert, newOperators.values([{ ...row, token_hash: tokenHash }]));
    return true;
  } catch (error) {
    if (error instanceof ConstraintViolation && error.constraint === 'operators_name_unique') return false;
    throw error;
  }
}

const list = statement(
  'operators_list',
  `select ${operators.select()} from operators
   where ($5::boolean or revoked_at is null) and (created_at, id) > ($1::timestamptz, $2::uuid)
   order by created_at, id limit $3 offset $4`,
);

/** Operators in order of creation. @param all also the revoked ones */
export async function listOperatorRows(
  database: Queryable,
  all: boolean,
  page: Page<CreationKey>,
): Promise<OperatorRow[]> {
  const after = page.after ?? BEFORE_ALL;
  return database.query<OperatorRow>(list, [instant(after.created_at), after.id, page.limit, page.offset, all]);
}

const revoke = statement(
  'operators_revoke',
  'update operators set revoked_at = $2::timestamptz where id = $1 and revoked_at is null returning id',
);

/** Revokes an operator; false if it doesn't exist or is already revoked. */
export async function revokeOperatorRow(database: Queryable, id: string, at: number): Promise<boolean> {
  return (await database.query(revoke, [id, instant(at)])).length > 0;
}

const byToken = statement(
  'operators_by_token',
  `select ${operators.select()} from operators where token_hash = $1 and revoked_at is null`,
);

export async function findOperatorByToken(database: Queryable, hash: Uint8Array): Promise<OperatorRow | undefined> {
  return (await database.query<OperatorRow>(byToken, [hash]))[0];
}

const markUsed = statement('operators_mark_used', 'update operators set last_used_at = $2::timestamptz where id = $1');

export const markOperatorUsed = (database: Database, id: string, at: number): Promise<void> =>
  writeUnsynced(database, markUsed, [id, instant(at)]);

const actions = table('operator_audit', {
  id: uuid,
  at: timestamptz,
  operator: text,
  action: text,
  target: nullable(text),
  request_id: text,
});

interface NewActionRow extends RowOf<typeof actions> {}

export interface ActionRow extends NewActionRow {
  readonly target_name: string | null;
}

const insertOne = statement('operator_audit_insert', actions.insert());

export async function insertAction(database: Queryable, row: NewActionRow): Promise<void> {
  await database.query(insertOne, actions.values([row]));
}

const listActions = statement(
  'operator_audit_list',
  // Targets are the ids of several tables, as text; an id is in at most one of these.
  `select ${actions.select('a')}, coalesce(
     (select p.name from partners p where p.id = a.target_id),
     (select k.name from api_keys k where k.id = a.target_id),
     (select o.name from operators o where o.id = a.target_id),
     (select coalesce(p.display_name, '${ERASED_PERSON}') from people p where p.id = a.target_id)
   ) as target_name
   from (
     select *, case when target ~ '^[0-9a-f-]{36}$' then target::uuid end as target_id
     from operator_audit where (at, id) < ($1::timestamptz, $2::uuid) order by at desc, id desc limit $3 offset $4
   ) a
   order by a.at desc, a.id desc`,
);

/** The writes of operators, newest first. */
export async function listActionRows(database: Queryable, page: Page<CreationKey>): Promise<ActionRow[]> {
  const after = page.after ?? AFTER_ALL;
  return database.query<ActionRow>(listActions, [instant(after.created_at), after.id, page.limit, page.offset]);
}
