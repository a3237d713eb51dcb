import pg from 'pg';
import { type Connections, type DatabaseHealth, DatabaseUnavailable } from './database.ts';
import { translateError } from './driver-errors.ts';
import { prepareSession, type SessionLimits, type TimedQuery, wireTypes } from './session.ts';
import { type Connection, type ConnectionSource, WireDatabase, type WireOptions } from './wire-database.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Maximum number of connections of this process, plus one for health probes. */
  readonly poolSize?: number;
  /** Timeout for a new connection, and for a free one in the pool. */
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /** Timeout for a round trip. After it, the connection is closed. */
  readonly answerTimeoutMs?: number;
  /** Called with each new connection. If it throws, the connection is closed, and its user gets the error. */
  readonly inspect?: (client: pg.ClientBase) => Promise<void>;
  /** The last migration that this version knows. Health probes then report a newer schema. Default: they don't check it. */
  readonly schemaVersion?: number;
  /** Called with a message when an idle connection is lost. It never contains the URL. */
  readonly onWarning?: (message: string, error: Error) => void;
}

/**
 * More connections would only queue in the server. Transactions/s on two cores, with 48 clients and one durable row per
 * transaction: 1,003 over one connection, 1,644 over 4, 3,057 over 8, 3,277 over 10, 2,935 over 24.
 */
const POOL_SIZE = 10;
/** For all schemas together (`Database.inSchema`); opened at the first use. */
const SCHEMA_POOL_SIZE = 4;
const CONNECT_TIMEOUT_MS = 5_000;
/** Statements of the service take milliseconds. One that hangs must not hold its locks forever. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A node that froze inside a transaction must not block the others forever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** At most this many statements of one round trip wait for locks, each up to the statement timeout. */
const LOCK_WAITS_MAX = 4;
/** Added to the server's timeouts. Without a reply by then, the server or the network has failed. */
const ANSWER_TIMEOUT_SLACK_MS = 5_000;
/**
 * Allocates 16 MB on the disk of the database, the size of a log segment, and frees it. The rows are too short to be
 * compressed.
 */
const PROBE_ROOM =
  "create temporary table bandeja_room on commit drop as select repeat('x', 1900) as filler from generate_series(1, 8000)";
/** An aggregate, so it has one row. */
const PROBE_SCHEMA = 'select max(version) as version from schema_migrations';
const IDLE_TIMEOUT_MS = 30_000;

/** Opens a database on a PostgreSQL server. It connects at the first statement. */
export function postgresDatabase(options: PostgresOptions, wire: WireOptions = {}): WireDatabase {
  return new WireDatabase('postgres', new PoolSource(options), {
    onDeadlock: (error) => options.onWarning?.('a transaction was ended by a deadlock and is retried', error),
    ...wire,
  });
}

class PoolSource implements ConnectionSource {
  readonly #options: PostgresOptions;
  readonly #pool: pg.Pool;
  /** Health probes must not wait for a connection of the busy pool. */
  readonly #probes: pg.Pool;
  /** True from a statement that found the disk full until a probe finds free space. */
  #isDiskFull = false;
  /** True while probes find a schema that is newer than {@link PostgresOptions.schemaVersion}. */
  #isSchemaNewer = false;

  constructor(options: PostgresOptions) {
    this.#options = options;
    const config = poolConfig(options);
    this.#pool = new pg.Pool(config);
    this.#probes = new pg.Pool({ ...config, max: 1 });
    for (const pool of [this.#pool, this.#probes]) {
      pool.on('error', (error) => options.onWarning?.('an idle database connection was lost', error));
      // A lost connection rejects its statement. Without a listener, it would also end the process.
      pool.on('connect', (client) => client.on('error', () => {}));
    }
  }

  async acquire(): Promise<Connection> {
    try {
      const client = await this.#pool.connect();
      return { client, release: (broken) => client.release(broken) };
    } catch (error) {
      throw this.#isExhausted(error)
        ? new DatabaseUnavailable('contention', 'all connections to the database were busy for too long', {
            cause: error,
          })
        : translateError(error, false);
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
    const succeeded = this.#probes.query<{ version?: number }>(probe).then(
      ({ rows: [row] }) => {
        if (row?.version !== undefined) this.#noteSchema(row.version);
        return true;
      },
      // Other errors are not about space: the user may not be allowed to create temporary tables, for example.
      (error: unknown) => !(translateError(error, false) instanceof DatabaseUnavailable),
    );
    const isWell = await Promise.race([succeeded, falseAfter(timeoutMs)]);
    if (isWell && probesRoom) this.#isDiskFull = false;
    // A server without space for its log stops, so an unreachable one may still have a full disk.
    const stateIfWell = this.#isSchemaNewer ? 'newer schema' : 'healthy';
    return { state: this.#isDiskFull ? 'disk full' : isWell ? stateIfWell : 'unreachable', upkeep: [] };
  }

  /** Warns once, not at every probe. */
  #noteSchema(version: number): void {
    const { schemaVersion = version, onWarning } = this.#options;
    const isNewer = version > schemaVersion;
    if (isNewer && !this.#isSchemaNewer) {
      const fix = 'stop this node, and start the newer version';
      const error = new Error(
        `the database has schema ${version}, but this version knows only up to ${schemaVersion}: ${fix}`,
      );
      onWarning?.('another node has migrated the database', error);
    }
    this.#isSchemaNewer = isNewer;
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
    await Promise.all([this.#pool.end(), this.#probes.end()]);
  }
}

function poolConfig(options: PostgresOptions): pg.PoolConfig {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const limits: SessionLimits = { statementTimeoutMs, idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_TIMEOUT_MS };
  return {
    connectionString: options.url,
    max: options.poolSize ?? POOL_SIZE,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: options.answerTimeoutMs ?? LOCK_WAITS_MAX * statementTimeoutMs + ANSWER_TIMEOUT_SLACK_MS,
    keepAlive: true,
    application_name: 'bandeja',
    types: wireTypes,
    // The pool awaits this, contrary to its type, and closes the connection if it rejects.
    onConnect: async (client) => {
      await prepareSession(client, limits);
      await options.inspect?.(client);
    },
  };
}

async function falseAfter(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
}
