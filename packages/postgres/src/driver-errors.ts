import pg from 'pg';
import { ConstraintViolation, DatabaseUnavailable } from './database.ts';
import { isTlsError } from './tls-errors.ts';

/** Serialisation failure and deadlock: the transaction must be retried. */
const RETRYABLE = new Set(['40001', '40P01']);

/** Class 23 except `not null`; the server reports the constraint. 23001: `restrict`. 23P01: exclusion constraint. */
const CONSTRAINT_STATES = new Set(['23001', '23503', '23505', '23514', '23P01']);

/** The server has reached a limit, or the statement ran or waited too long. */
const CONTENTION_STATES = new Map([
  ['53300', 'the database has no free connection'],
  ['55P03', 'a lock was not granted in time'],
  ['57014', 'a statement took longer than statement_timeout'],
]);

/** No such prepared statement: the connection leads to another session than before. */
const OTHER_SESSION_STATE = '26000';
export const TRANSACTION_POOLER =
  'a pooler gives each transaction another session of the database: it must pool sessions (pool_mode = session)';

/** The disk is full. The transaction has failed, but the connection can be reused. */
const NO_ROOM_STATE = '53100';

/**
 * Classes 08 (connection), 28 (wrong user or password), 53 (memory), 57P (shutdown), 58 (input/output). 25P03: idle in
 * transaction for too long. 3D000: the database was dropped.
 */
const UNREACHABLE_STATES = /^(08|28|53|57P|58|25P03|3D000)/;

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

/** Messages of `pg` for a lost connection; they have no code. */
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect)/;

/** The SQLSTATE of a server error; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

export function isDeadlock(error: unknown): error is Error {
  return sqlState(error) === '40P01';
}

/** True if the transaction lost to another, or used a stale plan, and can be retried from its start. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return (state !== undefined && RETRYABLE.has(state)) || isStalePlan(error);
}

/**
 * True if another node's migration has changed the columns of a prepared statement ("cached plan must not change result
 * type"). Other errors also have the SQLSTATE 0A000, so this checks the routine.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}

/** No such schema, table, function or type: the schema of the transaction was dropped or is not created yet. */
const UNKNOWN_NAME_STATES = new Set(['3F000', '42P01', '42883', '42704']);

/** True if a statement named an object that does not exist. */
export function isMissingName(error: unknown): boolean {
  return UNKNOWN_NAME_STATES.has(sqlState(error) ?? '');
}

/**
 * Turns driver errors into those of `database.ts`; other errors are returned unchanged. Only `detail` of the cause contains
 * values of the row. No log shows it.
 *
 * @param readOnly whether the transaction is read-only; a rejected write is then a bug of the caller
 */
export function translateError(error: unknown, readOnly: boolean): unknown {
  if (error instanceof pg.DatabaseError) return translateServerError(error, readOnly);
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (SOCKET_CODES.has(code) || LOST_CONNECTION.test(error.message) || isTlsError(error)) {
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
  // PostgreSQL reports these constraints only from version 18 on, with names like this.
  if (state === '23502' && error.table !== undefined && error.column !== undefined) {
    return new ConstraintViolation(`${error.table}_${error.column}_not_null`, { cause: error });
  }
  if (state === NO_ROOM_STATE) {
    return new DatabaseUnavailable('disk full', `the disk of the database is full: ${error.message}`, { cause: error });
  }
  const contention = CONTENTION_STATES.get(state);
  if (contention !== undefined) return new DatabaseUnavailable('contention', contention, { cause: error });
  // A demoted primary keeps its connections and rejects writes. They must go to the new primary.
  if (state === '25006' && !readOnly) {
    return new DatabaseUnavailable('unreachable', 'the database is read-only: it may be a standby', { cause: error });
  }
  if (state === OTHER_SESSION_STATE)
    return new DatabaseUnavailable('unreachable', TRANSACTION_POOLER, { cause: error });
  if (UNREACHABLE_STATES.test(state)) {
    return new DatabaseUnavailable('unreachable', `the database rejects statements: ${error.message}`, {
      cause: error,
    });
  }
  // The message of a data exception quotes the value, which may be a person's name. It must not reach the log.
  if (state.startsWith('22')) return new Error(`${error.message.replace(/".*"/s, '"…"')} (SQLSTATE ${state})`);
  return error;
}

/** True if the connection that threw this must not be reused. */
export function breaksConnection(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.reason === 'unreachable';
}
