import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from './database.ts';
import type { Connection } from './wire-database.ts';
import { runScript, runStatement } from './wire-transaction.ts';

/**
 * What a PostgreSQL server does by background processes and the embedded one, a single process, does not: without it
 * the write-ahead log grows for ever (and a start after a kill replays all of it), tables keep every dead row, and the
 * planner knows nothing of them. Seen: 80 000 updates of 1 000 rows left a table five times its size and no checkpoint.
 */

/** How often it is looked whether there is something to do; the look itself takes a millisecond. */
const INTERVAL_MS = 20_000;

/** A start after a kill replays at most this much and what one interval adds: well under a second. */
const WAL_MAX_BYTES = 32 * 2 ** 20;

const selectWal = statement(
  'housekeeping_wal',
  'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
);

/** The rules, and the numbers, of autovacuum's defaults; the last is its guard against running out of transaction ids. */
const selectDueTables = statement(
  'housekeeping_due_tables',
  `select quote_ident(s.schemaname) || '.' || quote_ident(s.relname) as name
   from pg_stat_user_tables s join pg_class c on c.oid = s.relid
   where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
     or age(c.relfrozenxid) > 200000000
   order by name`,
);

/**
 * Looks after an embedded database until the returned function is called.
 * @param acquire lends the connection; each task takes its turn like any other borrower, so none waits for more than one.
 */
export function keepHouse(
  acquire: () => Promise<Connection>,
  onWarning: (message: string) => void,
  intervalMs: number = INTERVAL_MS,
): () => void {
  const stopped = new AbortController();
  const loop = async (): Promise<void> => {
    for (;;) {
      await sleep(intervalMs, undefined, { signal: stopped.signal, ref: false });
      await doChores(acquire, stopped.signal);
    }
  };
  loop().catch((error: unknown) => {
    if (!stopped.signal.aborted) onWarning(`the upkeep of the embedded database has ended: ${String(error)}`);
  });
  return () => stopped.abort();
}

/** Checkpoints when the log is long, then vacuums and analyses the tables that are due, a table a turn. */
async function doChores(acquire: () => Promise<Connection>, signal: AbortSignal): Promise<void> {
  const due = await borrow(acquire, async ({ client }) => {
    const [wal] = await runStatement<{ bytes: number }>(client, selectWal, []);
    if (wal !== undefined && wal.bytes > WAL_MAX_BYTES) await runScript(client, 'checkpoint');
    return runStatement<{ name: string }>(client, selectDueTables, []);
  });
  for (const { name } of due) {
    if (signal.aborted) return;
    await borrow(acquire, ({ client }) => runScript(client, `vacuum (analyze) ${name}`));
  }
}

async function borrow<T>(acquire: () => Promise<Connection>, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await acquire();
  try {
    return await use(connection);
  } finally {
    connection.release(false);
  }
}
