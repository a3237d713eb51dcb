import { type Queryable, statement } from '@bandeja/postgres/database';

export interface DatabaseFacts {
  readonly version: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly database_bytes: number;
  readonly now_ms: number;
}

const readFacts = statement(
  'diagnosis_database',
  `select
     current_setting('server_version') as version,
     current_setting('fsync') as fsync,
     current_setting('full_page_writes') as full_page_writes,
     pg_database_size(current_database())::float8 as database_bytes,
     (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`,
);

export async function readDatabaseFacts(database: Queryable): Promise<DatabaseFacts> {
  const [facts] = await database.query<DatabaseFacts>(readFacts);
  if (facts === undefined) throw new Error('a select without a table returned no row');
  return facts;
}

export interface DatabaseLimits {
  /** Sessions of all clients, and how many there may be. */
  readonly sessions: number;
  readonly sessions_max: number;
  /** Empty if commits wait for no standby. */
  readonly synchronous_standbys: string;
  /** Connected, synchronous or not. */
  readonly standbys: number;
}

const readLimits = statement(
  'diagnosis_limits',
  `select
     (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as sessions,
     (select least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        nullif(r.rolconnlimit, -1),
        nullif(d.datconnlimit, -1))
      from pg_roles r, pg_database d
      where r.rolname = current_user and d.datname = current_database()) as sessions_max,
     current_setting('synchronous_standby_names') as synchronous_standbys,
     (select count(*)::int from pg_stat_replication) as standbys`,
);

export async function readDatabaseLimits(database: Queryable): Promise<DatabaseLimits> {
  const [limits] = await database.query<DatabaseLimits>(readLimits);
  if (limits === undefined) throw new Error('a select without a table returned no row');
  return limits;
}

export interface FailingEndpoint {
  readonly id: string;
  readonly partner: string;
  /** Null while deliveries are still retried. */
  readonly disabled_reason: string | null;
  readonly seconds: number;
}

const listFailing = statement(
  'diagnosis_failing_endpoints',
  `select
     e.id,
     p.name as partner,
     e.disabled_reason,
     extract(epoch from clock_timestamp() - coalesce(e.disabled_at, e.failing_since))::float8 as seconds
   from webhook_endpoints e
   join partners p on p.id = e.partner_id
   where e.disabled_reason in ('gone', 'failing')
     or e.failing_since < clock_timestamp() - $1::float8 * interval '1 second'
   order by seconds desc
   limit 20`,
);

/** Endpoints that the service disabled, and endpoints that have been failing for at least this long. */
export function listFailingEndpoints(database: Queryable, minSeconds: number): Promise<FailingEndpoint[]> {
  return database.query(listFailing, [minSeconds]);
}
