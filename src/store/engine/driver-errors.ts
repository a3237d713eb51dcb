import pg from 'pg';
import { ConstraintViolation, DatabaseUnavailable } from './database.ts';
import { SkippedStatement } from './pipeline.ts';

/** Serialisation failure and deadlock: the transaction was chosen as the loser and is to be run again. */
const RETRYABLE = new Set(['40001', '40P01']);

/** Class 23 but for `not null`: the server names the constraint. 23001 is `restrict`, 23P01 an exclusion constraint. */
const CONSTRAINT_STATES = new Set(['23001', '23503', '23505', '23514', '23P01']);

/** The server refuses or drops work for now: it is at its limit, or the statement waited longer than it may. */
const CONTENTION_STATES = new Map([
  ['53300', 'the database has no connection to spare'],
  ['55P03', 'a lock was not granted in time'],
  ['57014', 'a statement took longer than statement_timeout'],
]);

/** Classes 08 (connection), 53 (resources: disk, memory), 57P (shutdown) and 58 (input/output); 25P03: left too long. */
const UNREACHABLE_STATES = /^(08|53|57P|58|25P03)/;

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOENT',
]);

/** What `pg` says, without a code, when a connection is or has been lost. */
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect)/;

const IN_FAILED_TRANSACTION = '25P02';

/** SQLSTATE of an error that the server sent, or undefined for any other. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** True when the transaction lost to another, or met a stale plan, and may be run again from its start. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return (state !== undefined && RETRYABLE.has(state)) || isStalePlan(error);
}

/** True when a statement was skipped or refused since one before it in its transaction had failed. */
export function isForAnEarlierOne(error: unknown): boolean {
  return error instanceof SkippedStatement || sqlState(error) === IN_FAILED_TRANSACTION;
}

/**
 * True when a statement that this connection prepared earlier no longer fits the schema, since another node migrated it
 * meanwhile ("cached plan must not change result type"). The state, 0A000, says less than the routine that raised it.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}

/**
 * Turns what the driver threw into the errors of `database.ts`; everything else is returned as it is (a fault of ours).
 * Only the cause keeps the server's own text, which may quote values of the row.
 *
 * @param readOnly whether the transaction was opened read-only, so that a refused write is the caller's mistake.
 */
export function translateError(error: unknown, readOnly: boolean): unknown {
  if (error instanceof pg.DatabaseError) return translateServerError(error, readOnly);
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (SOCKET_CODES.has(code) || LOST_CONNECTION.test(error.message)) {
    return new DatabaseUnavailable('unreachable', `the database cannot be reached: ${error.message || code}`, {
      cause: error,
    });
  }
  return error;
}

function translateServerError(error: pg.DatabaseError, readOnly: boolean): Error {
  const state = error.code ?? '';
  if (CONSTRAINT_STATES.has(state) && error.constraint !== undefined) {
    return new ConstraintViolation(error.constraint, { cause: error });
  }
  // PostgreSQL names these constraints from 18 on, by this pattern; before that it only names the column.
  if (state === '23502' && error.table !== undefined && error.column !== undefined) {
    return new ConstraintViolation(`${error.table}_${error.column}_not_null`, { cause: error });
  }
  const contention = CONTENTION_STATES.get(state);
  if (contention !== undefined) return new DatabaseUnavailable('contention', contention, { cause: error });
  // A primary that was demoted keeps its connections and refuses writes: they have to go to the new one.
  if (state === '25006' && !readOnly) {
    return new DatabaseUnavailable('unreachable', 'the database is read-only, as a standby is', { cause: error });
  }
  if (UNREACHABLE_STATES.test(state)) {
    return new DatabaseUnavailable('unreachable', `the database does not take work: ${error.message}`, {
      cause: error,
    });
  }
  return error;
}

/** True when the connection that threw this must not be used again. */
export function breaksConnection(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.reason === 'unreachable';
}
