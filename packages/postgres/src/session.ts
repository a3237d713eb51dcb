import type pg from 'pg';
import { decoderOf } from './values.ts';

/** A query with a timeout of the client; `pg`'s types lack it. */
export interface TimedQuery extends pg.QueryConfig {
  readonly query_timeout: number;
}

/** The server's limits for a session; 0 is none. */
export interface SessionLimits {
  readonly statementTimeoutMs: number;
  readonly idleInTransactionTimeoutMs: number;
}

/** For every `pg` client: columns are decoded by `values.ts` only. */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => decoderOf(oid)) as pg.CustomTypesConfig['getTypeParser'],
};

/** For results that are dropped. */
export const undecoded: pg.CustomTypesConfig = { getTypeParser: () => String };

/**
 * Sets what the service relies on, over the defaults of the server, the database and the role: unambiguous text (see
 * `values.ts`), isolation, limits. No statement reads enough rows to gain from parallel workers or JIT compilation.
 *
 * `synchronous_commit = off` becomes `on`: a write is acknowledged only once it is on the disk. All other values flush
 * locally and are the operator's choice between standbys.
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
