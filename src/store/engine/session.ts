import type pg from 'pg';
import { decoderOf } from './values.ts';

/** A query for which the client, not the server, keeps the time; `pg` reads this though its types do not say so. */
export interface TimedQuery extends pg.QueryConfig {
  readonly query_timeout: number;
}

/** How long the server lets a session go on before it ends the statement or the session. */
export interface SessionLimits {
  readonly statementTimeoutMs: number;
  readonly idleInTransactionTimeoutMs: number;
}

/** Passed to every `pg` client: columns are decoded by `values.ts` and by nothing else. */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => decoderOf(oid)) as pg.CustomTypesConfig['getTypeParser'],
};

/** For results that no one looks at, of whatever types. */
export const undecoded: pg.CustomTypesConfig = { getTypeParser: () => String };

/**
 * Gives a new connection the settings that the rest of `src/store/` relies on, whatever the server, the database or the
 * role has as its default: unambiguous text (see `values.ts`), plain isolation, limits. Every statement reads a page or a
 * block: workers and machine code, which a generic plan without its limit asks for, cost milliseconds to save none.
 *
 * `synchronous_commit = off` is raised to `on`: a write is acknowledged only once it is on the disk. Any other value
 * flushes locally and is the operator's choice between standbys.
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
