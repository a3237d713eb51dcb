import { type Queryable, statement } from './database.ts';

interface RightsRow {
  readonly role: string;
  readonly database: string;
  readonly schema: string;
  readonly creates_schemas: boolean;
  readonly creates_tables: boolean;
  readonly has_closed_tables: boolean;
  readonly has_closed_sequences: boolean;
}

const selectRights = statement(
  'role_rights',
  `select
     quote_ident(current_user) as role,
     quote_ident(current_database()) as database,
     quote_ident(current_schema()) as schema,
     has_database_privilege(current_database(), 'create') as creates_schemas,
     has_schema_privilege(current_schema(), 'create') as creates_tables,
     exists (select from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
        and not (
          has_table_privilege(oid, 'select')
          and (has_table_privilege(oid, 'insert') or relname = 'schema_migrations'))) as has_closed_tables,
     exists (select from pg_class
      where relnamespace = current_schema()::regnamespace
        and case relkind when 'S' then not has_sequence_privilege(oid, 'usage') else false end) as has_closed_sequences`,
);

/** A right that the role of the service lacks. */
export interface MissingRight {
  /** What fails without it. */
  readonly effect: string;
  /** The statement that grants it, for the owner of the database. */
  readonly grant: string;
}

const selectRoles = statement(
  'roles_of',
  `select rolname::text as role, rolname = current_user as is_current from pg_roles where rolname = any($1::text[])`,
);

/** Those of these roles that exist, without the role of this connection. */
export async function otherRoles(database: Queryable, names: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ role: string; is_current: boolean }>(selectRoles, [names]);
  return rows.filter((row) => !row.is_current).map(({ role }) => role);
}

/** @param migrates whether the role is to apply migrations */
export async function missingRights(
  database: Queryable,
  { migrates }: { readonly migrates: boolean },
): Promise<readonly MissingRight[]> {
  const [row] = await database.query<RightsRow>(selectRights);
  if (row === undefined) return [];
  const { role, schema } = row;
  const rights = [
    migrates && !row.creates_tables && { effect: 'migrations', grant: `grant create on schema ${schema} to ${role}` },
    row.has_closed_tables && {
      effect: 'requests',
      grant: `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
    },
    row.has_closed_sequences && {
      effect: 'writes',
      grant: `grant usage on all sequences in schema ${schema} to ${role}`,
    },
    !row.creates_schemas && { effect: 'test keys', grant: `grant create on database ${row.database} to ${role}` },
  ];
  return rights.filter((right) => right !== false);
}
