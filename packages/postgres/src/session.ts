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

/** For results that are not read. */
export const undecoded: pg.CustomTypesConfig = { getTypeParser: () => String };

/**
 * Overrides the settings of the server, the database and the role that the service relies on: unambiguous text (see
 * `values.ts`), isolation, timeouts. No statement reads enough rows to benefit from parallel workers or JIT compilation.
 *
 * `synchronous_commit = off` becomes `on`, so that a write is acknowledged only once it is on the disk. All other values flush
 * locally. They are the operator's choice, with regard to standbys.
 */
export async function prepareSession(client: pg.ClientBase, limits: SessionLimits): Promise<void> {
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
  await client.query({
    text: `select ${calls.join(', ')}, set_config('synchronous_commit', case current_setting('synchronous_commit')
      when 'off' then 'on' else current_setting('synchronous_commit') end, false)`,
    types: undecoded,
  });
}
