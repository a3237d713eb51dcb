/** What a database says of itself: its settings, and what its connections do. */
import { type Queryable, statement } from '../engine/database.ts';

export interface ServerSettings {
  readonly version: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly max_connections: number;
  /** Of these, so many are for superusers only. */
  readonly reserved: number;
  readonly shared_buffers: number;
  readonly database_bytes: number;
  readonly now_ms: number;
}

const settings = statement(
  'diagnosis_settings',
  `select current_setting('server_version') as version, current_setting('fsync') as fsync,
     current_setting('full_page_writes') as full_page_writes,
     current_setting('max_connections')::int as max_connections,
     current_setting('superuser_reserved_connections')::int as reserved,
     pg_size_bytes(current_setting('shared_buffers'))::float8 as shared_buffers,
     pg_database_size(current_database())::float8 as database_bytes,
     (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`,
);

export async function readServerSettings(database: Queryable): Promise<ServerSettings> {
  const [row] = await database.query<ServerSettings>(settings);
  return row as ServerSettings;
}

const connections = statement(
  'diagnosis_connections',
  `select count(*)::int as used, (count(*) filter (where datname = current_database()))::int as ours
   from pg_stat_activity where backend_type = 'client backend'`,
);

/** How many connections the server has, and how many of them to this database. */
export async function countConnections(database: Queryable): Promise<{ used: number; ours: number }> {
  const [row] = await database.query<{ used: number; ours: number }>(connections);
  return row ?? { used: 0, ours: 0 };
}

/** A transaction that has been open for long. */
export interface OldTransaction {
  /** The process of the server; null for a prepared transaction. */
  readonly pid: number | null;
  /** The name of a prepared transaction; null for others. */
  readonly gid: string | null;
  /** The client’s name, or its user's. */
  readonly client: string;
  readonly state: string;
  readonly seconds: number;
}

const oldTransactions = statement(
  'diagnosis_old_transactions',
  `select pid, null::text as gid, coalesce(nullif(application_name, ''), usename::text, 'a client') as client,
     coalesce(state, 'unknown') as state, extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
   from pg_stat_activity
   where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
     and xact_start < clock_timestamp() - $1::float8 * interval '1 second'
   union all
   select null, gid, owner::text, 'prepared', extract(epoch from clock_timestamp() - prepared)::float8
   from pg_prepared_xacts where database = current_database()
   order by seconds desc limit 10`,
);

/** Transactions that have been open for so many seconds, and all prepared ones; the oldest first. */
export function readOldTransactions(database: Queryable, seconds: number): Promise<OldTransaction[]> {
  return database.query(oldTransactions, [seconds]);
}

const slots = statement(
  'diagnosis_slots',
  `select slot_name::text as slot, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as kept_bytes
   from pg_replication_slots where not active and restart_lsn is not null order by kept_bytes desc`,
);

/** Replication slots that nobody reads from, and the log that the server keeps for them. */
export function readIdleSlots(database: Queryable): Promise<{ slot: string; kept_bytes: number }[]> {
  return database.query(slots);
}
