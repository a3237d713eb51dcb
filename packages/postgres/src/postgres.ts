import pg from 'pg';
import { type Connections, type DatabaseHealth, DatabaseUnavailable } from './database.ts';
import { translateError } from './driver-errors.ts';
import { findPrimary, urlsOfHosts } from './hosts.ts';
import { answerTimeout, NO_PRIMARY, type PostgresOptions, poolConfig } from './pool-config.ts';
import type { TimedQuery } from './session.ts';
import { type Connection, type ConnectionSource, WireDatabase, type WireOptions } from './wire-database.ts';

/** For all schemas together (`Database.inSchema`); opened at the first use. */
const SCHEMA_POOL_SIZE = 4;
/** Timeout for a new connection to each of several hosts. */
const HOST_TIMEOUT_MS = 3_000;
/** How often long uses of connections are looked for. */
const WATCH_EVERY_MS = 1_000;
/** After it, a connection in use is suspected to lead to a lost server. */
const SUSPICIOUS_MS = 3_000;
/** How often the primary of several hosts is looked for in any case: a former one that still runs answers, so nothing is suspicious. */
const LOOK_EVERY_MS = 10_000;
/**
 * Allocates 16 MB on the disk of the database, the size of a log segment, and frees it. The rows are too short to be
 * compressed.
 */
const PROBE_ROOM =
  "create temporary table bandeja_room on commit drop as select repeat('x', 1900) as filler from generate_series(1, 8000)";
/** An aggregate, so it has one row. */
const PROBE_SCHEMA = 'select max(version) as version from schema_migrations';
/**
 * A primary without its synchronous standby leaves COMMIT without an answer, and no timeout of the server ends that. Longer than a
 * statement may wait for a lock, and shorter than proxies wait for a response.
 */
const COMMIT_TIMEOUT_MS = 40_000;

/** Opens a database on a PostgreSQL server. It connects at the first statement. */
export function postgresDatabase(options: PostgresOptions, wire: WireOptions = {}): WireDatabase {
  return new WireDatabase('postgres', new PoolSource(options), {
    statementAnswerMs: answerTimeout(options, 1),
    commitTimeoutMs: COMMIT_TIMEOUT_MS,
    onDoubt: (error) => options.onWarning?.('commits are in doubt, and further writes are refused', error),
    onDeadlock: (error) => options.onWarning?.('a transaction was ended by a deadlock and is retried', error),
    ...wire,
  });
}

/**
 * Between a migration and the first new node that is ready, the old nodes serve. If all of them reported the newer schema at once, a load
 * balancer would have no node left.
 */
const NEWER_SCHEMA_GRACE_MS = 600_000;

class PoolSource implements ConnectionSource {
  readonly #options: PostgresOptions;
  /** Of each host. */
  readonly #urls: readonly string[];
  /** Of the server to which connections are opened; null before the primary of several was found. */
  #url: string | null;
  /** The highest of the primaries that were found. One on a lower timeline was replaced. */
  #timeline = '';
  #finding: Promise<boolean> | undefined;
  #lookedAt = performance.now();
  readonly #pool: pg.Pool;
  /** Health probes must not wait for a connection of the busy pool. */
  readonly #probes: pg.Pool;
  /** True from a statement that found the disk full until a probe finds free space. */
  #isDiskFull = false;
  /** Since when probes find a schema that is newer than {@link PostgresOptions.schemaVersion}, ms; null if they do not. */
  #schemaNewerSince: number | null = null;

  /** The server that the newest connection reached. */
  #server = '';
  readonly #serverOf = new WeakMap<pg.ClientBase, string>();
  /** The connections in use, and since when, ms. */
  readonly #inUse = new Map<pg.PoolClient, number>();
  readonly #watch: NodeJS.Timeout;
  #isProbing = false;

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.#urls = urlsOfHosts(options.url) ?? [options.url];
    this.#url = this.#urls.length === 1 ? (this.#urls[0] ?? null) : null;
    const ofSeveral = this.#urls.length > 1 && { connectTimeoutMs: HOST_TIMEOUT_MS };
    const config = poolConfig(
      { ...ofSeveral, ...options },
      {
        url: () => this.#url ?? this.#urls[0] ?? '',
        onSession: (client, url, server) => {
          const identity = `${url} ${server}`;
          this.#serverOf.set(client, identity);
          if (url === this.#url) this.#server = identity;
        },
      },
    );
    this.#pool = new pg.Pool(config);
    this.#probes = new pg.Pool({ ...config, max: 1 });
    for (const pool of [this.#pool, this.#probes]) {
      pool.on('error', (error) => options.onWarning?.('an idle database connection was lost', error));
      // A lost connection rejects its statement. Without a listener, it would also end the process.
      pool.on('connect', (client) => client.on('error', () => {}));
    }
    this.#watch = setInterval(() => void this.#leaveLostServer(), WATCH_EVERY_MS).unref();
  }

  async acquire(): Promise<Connection> {
    const client = await this.#connect(this.#pool);
    this.#inUse.set(client, performance.now());
    const release = (broken: boolean): void => {
      this.#inUse.delete(client);
      client.release(broken);
    };
    return { client, release };
  }

  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    if (this.#url === null) await this.#findPrimary();
    if (this.#url === null) throw new DatabaseUnavailable('unreachable', NO_PRIMARY);
    for (let hasLooked = false; ; ) {
      try {
        const client = await pool.connect();
        if (this.#serverOf.get(client) === this.#server) return client;
        client.release(true);
      } catch (error) {
        if (this.#isExhausted(error)) {
          const busy = 'all connections to the database were busy for too long';
          throw new DatabaseUnavailable('contention', busy, { cause: error });
        }
        const failure = translateError(error, false);
        const isUnreachable = failure instanceof DatabaseUnavailable && failure.reason === 'unreachable';
        if (!isUnreachable || hasLooked || this.#urls.length === 1) throw failure;
        hasLooked = true;
        await this.#findPrimary();
      }
    }
  }

  /** Callers at the same time share a search. @returns whether a primary was found that has not been replaced */
  #findPrimary(): Promise<boolean> {
    this.#finding ??= findPrimary(this.#urls, HOST_TIMEOUT_MS, this.#timeline).then((found) => {
      this.#finding = undefined;
      this.#lookedAt = performance.now();
      if (found === null || found.timeline < this.#timeline) return false;
      this.#timeline = found.timeline;
      if (found.url === this.#url) return true;
      this.#url = found.url;
      this.#server = '';
      return true;
    });
    return this.#finding;
  }

  /**
   * After a failover, connections to the lost server may get no answer for minutes: no packet says that it is gone. So if a connection is in
   * use for long, the primary is looked for again, and a connection tried; if it reaches another server, all connections to the former one
   * are closed.
   */
  async #leaveLostServer(): Promise<void> {
    const now = performance.now();
    const hasOthers = this.#urls.length > 1;
    const isDue = hasOthers && now - this.#lookedAt > LOOK_EVERY_MS;
    const isSuspicious = [...this.#inUse.values()].some((since) => now - since > SUSPICIOUS_MS);
    if (this.#isProbing || !(isDue || isSuspicious)) return;
    this.#isProbing = true;
    try {
      // Without a primary, a probe would only wait for the lost one, and delay the next search.
      if (hasOthers && !(await this.#findPrimary())) return;
      await this.#probe({ text: 'select 1', query_timeout: SUSPICIOUS_MS });
      for (const client of this.#inUse.keys()) {
        if (this.#serverOf.get(client) !== this.#server) closeNow(client);
      }
    } catch {
      // No server is reachable now. The next probe may find one.
    } finally {
      this.#isProbing = false;
    }
  }

  /** The pool has the same message for two timeouts: of waiting for a free connection, and of connecting. */
  #isExhausted(error: unknown): boolean {
    const waited = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
    return waited && this.#pool.totalCount >= this.#pool.options.max;
  }

  async health(timeoutMs: number): Promise<DatabaseHealth> {
    const probesRoom = this.#isDiskFull;
    const text = probesRoom ? PROBE_ROOM : this.#options.schemaVersion === undefined ? 'select 1' : PROBE_SCHEMA;
    const probe: TimedQuery = { text, query_timeout: timeoutMs };
    const succeeded = this.#probe<{ version?: number }>(probe).then(
      (row) => {
        if (row?.version !== undefined) this.#noteSchema(row.version);
        return true;
      },
      // Other errors are not about space: the role may not be allowed to create temporary tables, or to open another connection.
      (error: unknown) => {
        const failure = translateError(error, false);
        if (!(failure instanceof DatabaseUnavailable)) return true;
        return failure.reason === 'contention' && this.#pool.totalCount > 0;
      },
    );
    const isWell = await Promise.race([succeeded, falseAfter(timeoutMs)]);
    if (isWell && probesRoom) this.#isDiskFull = false;
    // A server without space for its log stops, so an unreachable one may still have a full disk.
    const { newerSchemaGraceMs = NEWER_SCHEMA_GRACE_MS } = this.#options;
    const newerMs = this.#schemaNewerSince === null ? -1 : performance.now() - this.#schemaNewerSince;
    const stateIfWell = newerMs >= newerSchemaGraceMs ? 'newer schema' : 'healthy';
    return { state: this.#isDiskFull ? 'disk full' : isWell ? stateIfWell : 'unreachable', upkeep: [] };
  }

  /** After a failure, the next probe opens a connection. */
  async #probe<R extends object>(query: TimedQuery): Promise<R | undefined> {
    const client = await this.#connect(this.#probes);
    try {
      const { rows } = await client.query<R>(query);
      client.release();
      return rows[0];
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Warns once, not at every probe. */
  #noteSchema(version: number): void {
    const { schemaVersion = version, onWarning } = this.#options;
    const isNewer = version > schemaVersion;
    if (isNewer && this.#schemaNewerSince === null) {
      const fix = 'stop this node, and start the newer version';
      const error = new Error(
        `the database has schema ${version}, but this version knows only up to ${schemaVersion}: ${fix}`,
      );
      onWarning?.('another node has migrated the database', error);
    }
    this.#schemaNewerSince = isNewer ? (this.#schemaNewerSince ?? performance.now()) : null;
  }

  connections(): Connections {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return { busy: totalCount - idleCount, idle: idleCount, max: options.max, waiting: waitingCount };
  }

  noteDiskFull(): void {
    this.#isDiskFull = true;
  }

  schemaSource(): ConnectionSource {
    return new PoolSource({ ...this.#options, poolSize: SCHEMA_POOL_SIZE });
  }

  async end(): Promise<void> {
    clearInterval(this.#watch);
    // Only commits in doubt are left.
    for (const client of this.#inUse.keys()) closeNow(client);
    await Promise.all([this.#pool.end(), this.#probes.end()]);
  }
}

/** With a statement in flight, `end` closes the socket at once, and rejects the statement. */
function closeNow(client: pg.PoolClient): void {
  void (client as unknown as pg.Client).end();
}

async function falseAfter(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
}
