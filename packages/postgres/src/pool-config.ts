import pg from 'pg';
import { DatabaseUnavailable } from './database.ts';
import { prepareSession, type SessionLimits, wireTypes } from './session.ts';

export interface PostgresOptions {
  /** Of one host or several, of which the primary is used. */
  readonly url: string;
  /** Maximum number of connections of this process, plus one for health probes. */
  readonly poolSize?: number;
  /** Timeout for a new connection, and for a free one in the pool. */
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /** Timeout for a round trip. After it, the connection is closed. */
  readonly answerTimeoutMs?: number;
  /** The last migration that this version knows. Health probes then report a newer schema. Default: they don't check it. */
  readonly schemaVersion?: number;
  /** How long health probes find a newer schema before they report it. */
  readonly newerSchemaGraceMs?: number;
  /** Called with a message when an idle connection is lost. It never contains the URL. */
  readonly onWarning?: (message: string, error: Error) => void;
}

/**
 * More connections would only queue in the server. Transactions/s on two cores, with 48 clients and one durable row per
 * transaction: 1,003 over one connection, 1,644 over 4, 3,057 over 8, 3,277 over 10, 2,935 over 24.
 */
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** Statements of the service take milliseconds. One that hangs must not hold its locks forever. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A node that froze inside a transaction must not block the others forever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** At most this many statements of one round trip wait for locks, each up to the statement timeout. */
const LOCK_WAITS_MAX = 4;
/** Added to the server's timeouts. Without a reply by then, the server or the network has failed. */
const ANSWER_TIMEOUT_SLACK_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
/** The message of a server that is not the primary. */
export const STANDBY = 'the server is a read-only standby';
export const NO_PRIMARY = 'none of the servers is a primary that answers';

interface Target {
  /** Of the server to connect to now. */
  readonly url: () => string;
  /** Called with each new connection. @param server differs between servers, and between two starts of one */
  readonly onSession: (client: pg.ClientBase, url: string, server: string) => void;
}

/** The timeout of a round trip in which this many statements wait for locks, ms. */
export function answerTimeout(options: PostgresOptions, lockWaits: number): number {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  return options.answerTimeoutMs ?? lockWaits * statementTimeoutMs + ANSWER_TIMEOUT_SLACK_MS;
}

export function poolConfig(options: PostgresOptions, { url, onSession }: Target): pg.PoolConfig {
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const limits: SessionLimits = { statementTimeoutMs, idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_TIMEOUT_MS };
  return {
    // Its type in `pg` declares no parameters.
    Client: class extends pg.Client {
      readonly url: string;
      constructor(config?: pg.ClientConfig) {
        const connectionString = url();
        super({ ...config, connectionString });
        this.url = connectionString;
      }
    },
    max: options.poolSize ?? POOL_SIZE,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: answerTimeout(options, LOCK_WAITS_MAX),
    keepAlive: true,
    application_name: 'bandeja',
    types: wireTypes,
    // The pool awaits this, contrary to its type, and closes the connection if it rejects.
    onConnect: async (client) => {
      const { isStandby, server } = await prepareSession(client, limits, connectTimeoutMs);
      if (isStandby) throw new DatabaseUnavailable('unreachable', STANDBY);
      onSession(client, (client as pg.ClientBase & { readonly url: string }).url, server);
    },
  };
}
