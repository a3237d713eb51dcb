/** Tables and indexes as the database knows them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Queryable, statement } from '../engine/database.ts';
import { MIGRATIONS_DIRECTORY } from '../engine/migrate.ts';

export interface TableStatistics {
  readonly name: string;
  /** As the planner takes it; -1: it was never counted. */
  readonly planned_rows: number;
  readonly live_rows: number;
  readonly dead_rows: number;
  readonly was_analyzed: boolean;
  readonly bytes: number;
}

const tables = statement(
  'diagnosis_tables',
  `select s.relname::text as name, c.reltuples::float8 as planned_rows, s.n_live_tup::float8 as live_rows,
     s.n_dead_tup::float8 as dead_rows, (s.last_analyze is not null or s.last_autoanalyze is not null) as was_analyzed,
     pg_total_relation_size(s.relid)::float8 as bytes
   from pg_stat_user_tables s join pg_class c on c.oid = s.relid
   where s.schemaname = current_schema() order by bytes desc`,
);

/** The tables of the service, the largest first. */
export function readTableStatistics(database: Queryable): Promise<TableStatistics[]> {
  return database.query(tables);
}

const indexes = statement(
  'diagnosis_indexes',
  `select c.relname::text as name, t.relname::text as table_name, i.indisvalid and i.indisready as is_usable
   from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
   where c.relnamespace = current_schema()::regnamespace`,
);

export interface IndexState {
  readonly name: string;
  readonly table_name: string;
  /** False while it is being built, and after that failed. */
  readonly is_usable: boolean;
}

export function readIndexes(database: Queryable): Promise<IndexState[]> {
  return database.query(indexes);
}

/** The names of all indexes that the schema has, also those of constraints. */
export async function readExpectedIndexes(): Promise<string[]> {
  const schema = await readFile(path.join(MIGRATIONS_DIRECTORY, 'schema.sql'), 'utf8');
  const index = /^(?:CREATE (?:UNIQUE )?INDEX (\w+) | {2}CONSTRAINT (\w+) (?:PRIMARY KEY|UNIQUE|EXCLUDE) )/gm;
  return [...schema.matchAll(index)].map(([, named, ofConstraint]) => named ?? ofConstraint ?? '');
}
