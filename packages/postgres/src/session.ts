import type pg from 'pg';
import { decoderOf } from './values.ts';

/** A query with a client-side timeout, which `pg`'s types don't declare. */
export interface TimedQuery extends pg.QueryConfig {
  readonly query_timeout: number;
}

/** The server's timeouts for a session; 0 disables one. */
export interface SessionLimits {
  readonly statementTimeoutMs: number;
  readonly idleInTransactionTimeoutMs: number;
}

/** For every `pg` client: only `values.ts` decodes columns. */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => decoderOf(oid)) as pg.CustomTypesConfig['getTypeParser'],
};

/** What a new session reports of its server. */
export interface ServerOfSession {
  readonly isStandby: boolean;
  /** Differs between servers, and between two starts of one. */
  readonly server: string;
}

/** For results that are not read, or are read as text. */
export const undecoded: pg.CustomTypesConfig = { getTypeParser: () => String };

/**
 * Overrides the settings of the server, the database and the role that the service relies on: unambiguous text (see
 * `values.ts`), isolation, timeouts. No statement reads enough rows to benefit from parallel workers or JIT compilation.
 *
 * `synchronous_commit = off` becomes `on`, so that a write is acknowledged only once it is on the disk. All other values flush
 * locally. They are the operator's choice, with regard to standbys.
 * @param timeoutMs for the answer; 0: none
 */
export async function prepareSession(
  client: pg.ClientBase,
  limits: SessionLimits,
  timeoutMs = 0,
): Promise<ServerOfSession> {
  const settings = {
    client_encoding: 'UTF8',
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    extra_float_digits: '1',
    bytea_output: 'hex',
    standard_conforming_strings: 'on',
    default_transaction_isolation: 'read committed',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
    statement_timeout: `${limits.statementTimeoutMs}`,
    idle_in_transaction_session_timeout: `${limits.idleInTransactionTimeoutMs}`,
  };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  const query: TimedQuery = {
    text: `select ${calls.join(', ')}, set_config('synchronous_commit', case current_setting('synchronous_commit')
      when 'off' then 'on' else current_setting('synchronous_commit') end, false),
      pg_is_in_recovery() as is_standby, extract(epoch from pg_postmaster_start_time()) as server`,
    types: undecoded,
    query_timeout: timeoutMs,
  };
  const { rows } = await client.query<{ is_standby: string; server: string }>(query);
  return { isStandby: rows[0]?.is_standby === 't', server: rows[0]?.server ?? '' };
}
