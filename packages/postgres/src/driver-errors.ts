import pg from 'pg';
import { ConstraintViolation, DatabaseUnavailable } from './database.ts';

/** Serialisation failure and deadlock: the transaction has to be run again. */
const RETRYABLE = new Set(['40001', '40P01']);

/** Class 23 without `not null`: the server names the constraint. 23001 is `restrict`, 23P01 an exclusion constraint. */
const CONSTRAINT_STATES = new Set(['23001', '23503', '23505', '23514', '23P01']);

/** The server is at its limit, or the statement took or waited too long. */
const CONTENTION_STATES = new Map([
  ['53300', 'the database has no connection to spare'],
  ['55P03', 'a lock was not granted in time'],
  ['57014', 'a statement took longer than statement_timeout'],
]);

/** The disk is full. The transaction is over, but the connection is sound. */
const NO_ROOM_STATE = '53100';

/**
 * Classes 08 (connection), 28 (the server refuses user or password), 53 (memory), 57P (shutdown), 58 (input/output); 25P03: idle in
 * transaction for too long; 3D000: the database is gone.
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

/** Messages of `pg`, which have no code, for a lost connection. */
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect)/;

/** SQLSTATE of an error that the server sent, or undefined for any other. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** True when the server ended the transaction because it and another one waited for each other. */
export function isDeadlock(error: unknown): error is Error {
  return sqlState(error) === '40P01';
}

/** True when the transaction lost to another, or used a stale plan, and may be run again from its start. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return (state !== undefined && RETRYABLE.has(state)) || isStalePlan(error);
}

/**
 * True when another node's migration has changed the columns of a statement that this connection had prepared ("cached plan
 * must not change result type"). Other errors have the state 0A000 too, so the routine decides.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}

/** No such schema, table, function or column: the schema that a transaction was told to use was dropped or is not made yet. */
const UNKNOWN_NAME_STATES = new Set(['3F000', '42P01', '42883', '42704']);

/** True when a statement named something that is not there. */
export function isMissingName(error: unknown): boolean {
  return UNKNOWN_NAME_STATES.has(sqlState(error) ?? '');
}

/**
 * Turns the driver's errors into those of `database.ts`; any other is returned unchanged. Only the detail of the cause quotes
 * values of the row, which no log shows.
 *
 * @param readOnly whether the transaction is read-only, so that a refused write is the caller's mistake
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
  // PostgreSQL names these constraints only from version 18 on, by this pattern.
  if (state === '23502' && error.table !== undefined && error.column !== undefined) {
    return new ConstraintViolation(`${error.table}_${error.column}_not_null`, { cause: error });
  }
  if (state === NO_ROOM_STATE) {
    return new DatabaseUnavailable('disk full', `the disk of the database is full: ${error.message}`, { cause: error });
  }
  const contention = CONTENTION_STATES.get(state);
  if (contention !== undefined) return new DatabaseUnavailable('contention', contention, { cause: error });
  // A demoted primary keeps its connections and refuses writes, which have to go to the new primary.
  if (state === '25006' && !readOnly) {
    return new DatabaseUnavailable('unreachable', 'the database is read-only, as a standby is', { cause: error });
  }
  if (UNREACHABLE_STATES.test(state)) {
    return new DatabaseUnavailable('unreachable', `the database does not take work: ${error.message}`, {
      cause: error,
    });
  }
  // The text of a data exception quotes the value, which may be a name. Logs keep what is thrown.
  if (state.startsWith('22')) return new Error(`${error.message.replace(/".*"/s, '"…"')} (SQLSTATE ${state})`);
  return error;
}

/** True when the connection that threw this must not be used again. */
export function breaksConnection(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.reason === 'unreachable';
}
