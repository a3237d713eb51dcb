import { setTimeout as sleep } from 'node:timers/promises';
import { CHORES, type ChoreHealth, type Statement, statement } from './database.ts';
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

/** Rules and numbers are autovacuum's defaults; the last of `vacuum` is its guard against running out of transaction ids. */
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
  /** Takes the connection; each piece of work waits for its turn, so no other user waits for more than one. */
  readonly acquire: () => Promise<Connection>;
  /** Called with a sentence for each piece of work that fails. It is tried again after the interval. */
  readonly onWarning: (message: string) => void;
  readonly intervalMs?: number | undefined;
}

type Chore = ChoreHealth['chore'];

/**
 * Does what a PostgreSQL server's background processes do and PGlite, a single process, does not: checkpoints, vacuum and
 * analyze. Without them the write-ahead log grows for ever and tables keep every dead row (80,000 updates of 1,000 rows made
 * a table five times as large). Each chore fails alone, and so does each table of one.
 */
export class Maintenance {
  readonly #options: MaintenanceOptions;
  readonly #stopped = new AbortController();
  /** Of each chore, when what fails began to: the chore's own look for work, or one of its tables. */
  readonly #failingSince: Readonly<Record<Chore, Map<string, number>>> = {
    checkpoint: new Map(),
    vacuum: new Map(),
    analyze: new Map(),
  };
  /** How many still need the log that a checkpoint would remove. */
  #logKeepers = 0;
  readonly #failures: Record<Chore, number> = { checkpoint: 0, vacuum: 0, analyze: 0 };

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    // Only the aborted sleep ends it.
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

  /** Writes no checkpoint before the returned function is called. */
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
    // A table that is not due any more was dropped, for example.
    const failing = this.#failingSince[chore];
    for (const command of failing.keys()) if (!commands.includes(command)) failing.delete(command);
    for (const command of commands) await this.#try(chore, command, ({ client }) => runScript(client, command));
  }

  /** @returns undefined if the work failed. */
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
      this.#options.onWarning(`the embedded database could not ${what} and will try again: ${String(error)}`);
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
