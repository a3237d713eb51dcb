import { setTimeout as sleep } from 'node:timers/promises';
import { CHORES, type ChoreHealth, type Statement, statement } from './database.ts';
import type { Connection } from './wire-database.ts';
import { runScript, runStatement } from './wire-transaction.ts';

/** A check takes a millisecond. */
const INTERVAL_MS = 20_000;

/** After a kill, the next start replays at most this much plus the log of one interval: well under a second. */
const WAL_MAX_BYTES = 32 * 2 ** 20;

const selectWal = statement(
  'maintenance_wal',
  'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
);

/** The rules are autovacuum's defaults. The age check prevents transaction id wraparound. */
const selectDueTables = {
  vacuum: dueTables(
    'vacuum',
    `s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
      or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
      or age(c.relfrozenxid) > 200000000`,
  ),
  analyze: dueTables('analyze', 's.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)'),
};

function dueTables(chore: string, condition: string): Statement {
  return statement(
    ['maintenance_due_for', chore].join('_'),
    `select quote_ident(s.schemaname) || '.' || quote_ident(s.relname) as name
     from pg_stat_user_tables s join pg_class c on c.oid = s.relid
     where ${condition}
     order by name`,
  );
}

export interface MaintenanceOptions {
  /** Acquires the connection. Each chore acquires it separately, so that other users wait for one chore at most. */
  readonly acquire: () => Promise<Connection>;
  /** Called with a message for each failure. The work is retried after the interval. */
  readonly onWarning: (message: string) => void;
  readonly intervalMs?: number | undefined;
}

type Chore = ChoreHealth['chore'];

/**
 * Runs checkpoints, vacuum and analyze. A PostgreSQL server has background processes for them; PGlite, a single process, has
 * none. Without them the write-ahead log grows forever and tables keep all dead rows: 80,000 updates of 1,000 rows made a table
 * five times as large. A failure does not affect other chores or other tables.
 */
export class Maintenance {
  readonly #options: MaintenanceOptions;
  readonly #stopped = new AbortController();
  /** By chore: the failing steps, and since when. A step is the search for due tables, or the command for one table. */
  readonly #failingSince: Readonly<Record<Chore, Map<string, number>>> = {
    checkpoint: new Map(),
    vacuum: new Map(),
    analyze: new Map(),
  };
  /** The number of backups that still need the log, which a checkpoint would remove. */
  #logKeepers = 0;
  readonly #failures: Record<Chore, number> = { checkpoint: 0, vacuum: 0, analyze: 0 };

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    // It rejects only when `stop` aborts the sleep.
    this.#run().catch(() => {});
  }

  health(): ChoreHealth[] {
    const now = performance.now();
    return CHORES.map((chore) => {
      const since = [...this.#failingSince[chore].values()];
      return {
        chore,
        failures: this.#failures[chore],
        failingMs: since.length === 0 ? null : now - Math.min(...since),
      };
    });
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Prevents checkpoints until the returned function is called. */
  keepLog(): () => void {
    this.#logKeepers += 1;
    let isKept = true;
    return () => {
      if (isKept) this.#logKeepers -= 1;
      isKept = false;
    };
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    for (;;) {
      await sleep(this.#options.intervalMs ?? INTERVAL_MS, undefined, { signal, ref: false });
      await this.#try('checkpoint', 'write a checkpoint', async (connection) => {
        if (this.#logKeepers === 0) await checkpointIfDue(connection);
      });
      await this.#maintainTables('vacuum');
      await this.#maintainTables('analyze');
    }
  }

  async #maintainTables(chore: 'vacuum' | 'analyze'): Promise<void> {
    const due = await this.#try(chore, `find the tables to ${chore}`, ({ client }) =>
      runStatement<{ name: string }>(client, selectDueTables[chore], []),
    );
    if (due === undefined) return;
    const commands = due.map(({ name }) => `${chore} ${name}`);
    // A failing table that is no longer due may have been dropped.
    const failing = this.#failingSince[chore];
    for (const command of failing.keys()) if (!commands.includes(command)) failing.delete(command);
    for (const command of commands) await this.#try(chore, command, ({ client }) => runScript(client, command));
  }

  /** @returns undefined if the work fails. */
  async #try<T>(chore: Chore, what: string, work: (connection: Connection) => Promise<T>): Promise<T | undefined> {
    const { signal } = this.#stopped;
    const failing = this.#failingSince[chore];
    if (signal.aborted) return undefined;
    try {
      const result = await this.#withConnection(work);
      failing.delete(what);
      return result;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!failing.has(what)) failing.set(what, performance.now());
      this.#failures[chore] += 1;
      this.#options.onWarning(`the embedded database could not ${what} and will retry: ${String(error)}`);
      return undefined;
    }
  }

  async #withConnection<T>(use: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#options.acquire();
    try {
      return await use(connection);
    } finally {
      connection.release(false);
    }
  }
}

async function checkpointIfDue({ client }: Connection): Promise<void> {
  const [wal] = await runStatement<{ bytes: number }>(client, selectWal, []);
  if (wal !== undefined && wal.bytes > WAL_MAX_BYTES) await runScript(client, 'checkpoint');
}
