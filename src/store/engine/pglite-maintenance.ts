import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from './database.ts';
import type { Connection } from './wire-database.ts';
import { runScript, runStatement } from './wire-transaction.ts';

/** A look takes a millisecond. */
const INTERVAL_MS = 20_000;

/** After a kill, a start replays at most this much and what one interval adds: well under a second. */
const WAL_MAX_BYTES = 32 * 2 ** 20;

const selectWal = statement(
  'maintenance_wal',
  'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
);

/** Rules and numbers are autovacuum's defaults; the last is its guard against running out of transaction ids. */
const selectDueTables = statement(
  'maintenance_due_tables',
  `select quote_ident(s.schemaname) || '.' || quote_ident(s.relname) as name
   from pg_stat_user_tables s join pg_class c on c.oid = s.relid
   where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
     or age(c.relfrozenxid) > 200000000
   order by name`,
);

export interface MaintenanceOptions {
  /** Takes the connection; each chore waits for its turn, so no other user waits for more than one chore. */
  readonly acquire: () => Promise<Connection>;
  /** Called with a sentence for each chore that fails. It is tried again after the interval. */
  readonly onWarning: (message: string) => void;
  readonly intervalMs?: number | undefined;
}

/**
 * Does what a PostgreSQL server's background processes do and PGlite, a single process, does not: checkpoints, vacuum and
 * analyze. Without them the write-ahead log grows for ever and tables keep every dead row (80,000 updates of 1,000 rows made
 * a table five times as large).
 * @returns stops the maintenance.
 */
export function runMaintenance({ acquire, onWarning, intervalMs = INTERVAL_MS }: MaintenanceOptions): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;

  const runChore = async <T>(name: string, chore: (connection: Connection) => Promise<T>): Promise<T | undefined> => {
    if (signal.aborted) return undefined;
    try {
      return await withConnection(acquire, chore);
    } catch (error) {
      if (!signal.aborted) onWarning(`the embedded database could not ${name} and will try again: ${String(error)}`);
      return undefined;
    }
  };

  const loop = async (): Promise<void> => {
    for (;;) {
      await sleep(intervalMs, undefined, { signal, ref: false });
      await runChore('write a checkpoint', checkpointIfDue);
      const due = await runChore('find the tables to vacuum', ({ client }) =>
        runStatement<{ name: string }>(client, selectDueTables, []),
      );
      for (const { name } of due ?? []) {
        await runChore(`vacuum ${name}`, ({ client }) => runScript(client, `vacuum (analyze) ${name}`));
      }
    }
  };
  // Only the aborted sleep ends the loop.
  loop().catch(() => {});
  return () => stopped.abort();
}

async function checkpointIfDue({ client }: Connection): Promise<void> {
  const [wal] = await runStatement<{ bytes: number }>(client, selectWal, []);
  if (wal !== undefined && wal.bytes > WAL_MAX_BYTES) await runScript(client, 'checkpoint');
}

async function withConnection<T>(
  acquire: () => Promise<Connection>,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await acquire();
  try {
    return await use(connection);
  } finally {
    connection.release(false);
  }
}
