/**
 * The state of the whole ledger: the current settlement run and the next one. All times come from the database's clock, because
 * the clocks of nodes differ. A pause that seems to have begun in the future is treated as over: the clock was set back.
 */

import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { bigint, boolean, double, nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import type { LedgerPlace } from '../history/place.ts';

export interface LedgerState {
  /** The model that the ledger is made with. Nodes with another model refuse matches. */
  readonly model_version: string;
  /** The current run; null if there is none. */
  readonly run: {
    /** Every rated match at or before this place is exact. */
    readonly position: LedgerPlace;
    /** Rises by one with every run. */
    readonly number: number;
    readonly started_at: number;
    readonly matches_read: number;
    readonly matches_changed: number;
    /** The duration of its steps so far, ms. */
    readonly ms: number;
    /** A rebuild derives the ledger from the matches, without reading the old rows. */
    readonly is_rebuild: boolean;
  } | null;
  /** The next run settles all rated matches after a place; null if none is scheduled. */
  readonly next: {
    readonly after: LedgerPlace;
    /** When the pause after the last run ends; null if the run may begin at once. */
    readonly due_at: number | null;
    readonly is_rebuild: boolean;
  } | null;
  /** Matches read by the current run or, if there is none, by the last one. */
  readonly matches_read: number;
  /** The age of the earliest change that is not settled yet, ms; null if all are settled. */
  readonly unsettled_ms: number | null;
}

/** The pause after a run, as a multiple of the run's duration. So runs take at most a tenth of the time. */
const PAUSE_PER_RUN = 9;

const PAUSE_END = `run_ended_at + ${PAUSE_PER_RUN} * run_ms * interval '1 millisecond'`;
const IS_PAUSED = `(run_ended_at <= clock_timestamp() and clock_timestamp() < ${PAUSE_END})`;

const ledgerState = table('ledger_state', {
  model_version: text,
  run_played_at: nullable(timestamptz),
  run_match_id: nullable(uuid),
  run_number: bigint,
  run_started_at: nullable(timestamptz),
  run_matches_read: bigint,
  run_matches_changed: bigint,
  run_ms: double,
  run_is_rebuild: boolean,
  next_played_at: nullable(timestamptz),
  next_match_id: nullable(uuid),
  next_is_rebuild: boolean,
});

const SELECT = `select ${ledgerState.select()},
  case when ${IS_PAUSED} then ${PAUSE_END} end as next_due_at,
  (extract(epoch from clock_timestamp() - least(run_since, next_since)) * 1000)::float8 as unsettled_ms
  from ledger_state`;

interface StateRow extends RowOf<typeof ledgerState> {
  readonly next_due_at: number | null;
  readonly unsettled_ms: number | null;
}

const read = statement('ledger_state_read', SELECT);
const lock = statement('ledger_state_lock', `${SELECT} for no key update`);

export async function readLedgerState(database: Queryable): Promise<LedgerState> {
  return stateOf(await database.query<StateRow>(read));
}

/**
 * Reads the state and locks it until the transaction ends. A change of the history takes this lock after the locks of ratings;
 * the settler takes it before them. The gate prevents a deadlock between the two.
 */
export async function lockLedgerState(transaction: Transaction): Promise<LedgerState> {
  return stateOf(await transaction.query<StateRow>(lock));
}

function stateOf([row]: readonly StateRow[]): LedgerState {
  if (row === undefined) throw new Error('the state of the ledger is missing');
  const position = placeOf(row.run_played_at, row.run_match_id);
  const after = placeOf(row.next_played_at, row.next_match_id);
  return {
    model_version: row.model_version,
    run:
      position === null || row.run_started_at === null
        ? null
        : {
            position,
            number: row.run_number,
            started_at: row.run_started_at,
            matches_read: row.run_matches_read,
            matches_changed: row.run_matches_changed,
            ms: row.run_ms,
            is_rebuild: row.run_is_rebuild,
          },
    next: after === null ? null : { after, due_at: row.next_due_at, is_rebuild: row.next_is_rebuild },
    matches_read: row.run_matches_read,
    unsettled_ms: row.unsettled_ms,
  };
}

const placeOf = (playedAt: number | null, matchId: string | null): LedgerPlace | null =>
  playedAt === null || matchId === null ? null : { played_at: playedAt, match_id: matchId };

// All scheduled changes are settled in one run, which starts at the earliest place.
const schedule = statement(
  'ledger_state_schedule',
  `update ledger_state set version = version + 1,
     next_played_at = case when (next_played_at, next_match_id) <= ($1, $2) then next_played_at else $1 end,
     next_match_id = case when (next_played_at, next_match_id) <= ($1, $2) then next_match_id else $2 end,
     next_since = coalesce(next_since, clock_timestamp()), next_is_rebuild = next_is_rebuild or $3`,
);

/** Schedules a run over all rated matches after a place. */
export function scheduleRun(transaction: Transaction, after: LedgerPlace, isRebuild = false): Promise<unknown> {
  return transaction.query(schedule, [instant(after.played_at), after.match_id, isRebuild]);
}

const begin = statement(
  'ledger_state_begin_run',
  `update ledger_state set version = version + 1, run_played_at = next_played_at, run_match_id = next_match_id,
     run_is_rebuild = next_is_rebuild, run_number = run_number + 1, run_started_at = clock_timestamp(), run_ended_at = null,
     run_since = next_since, run_ms = 0, run_matches_read = 0, run_matches_changed = 0,
     next_played_at = null, next_match_id = null, next_since = null, next_is_rebuild = false
   returning run_number`,
);

/**
 * Begins the scheduled run. The caller must hold the gate exclusively, so that every appending transaction has either ended or
 * sees the run.
 * @returns the number of the run.
 */
export async function beginRun(transaction: Transaction): Promise<number> {
  const [row] = await transaction.query<{ run_number: number }>(begin);
  if (row === undefined) throw new Error('the state of the ledger is missing');
  return row.run_number;
}

/** The counts of one step of a run. */
export interface StepCounts {
  readonly read: number;
  readonly changed: number;
  /** Its duration, ms, by a monotonic clock. */
  readonly ms: number;
}

const COUNT = `version = version + 1, run_matches_read = run_matches_read + $1, run_matches_changed = run_matches_changed + $2,
  run_ms = run_ms + $3`;

const advance = statement(
  'ledger_state_advance',
  `update ledger_state set ${COUNT}, run_played_at = $4, run_match_id = $5`,
);

/** Moves the position of the run forward. */
export async function advanceRun(
  transaction: Transaction,
  position: LedgerPlace,
  { read, changed, ms }: StepCounts,
): Promise<void> {
  await transaction.query(advance, [read, changed, ms, instant(position.played_at), position.match_id]);
}

const end = statement(
  'ledger_state_end_run',
  `update ledger_state set version = version + 1, run_matches_read = run_matches_read + $1,
     run_matches_changed = run_matches_changed + $2, run_ms = case when run_is_rebuild then 0 else run_ms + $3 end,
     run_played_at = null, run_match_id = null, run_started_at = null, run_since = null, run_is_rebuild = false,
     run_ended_at = clock_timestamp()`,
);

/** Ends the run: the ledger is now exact up to the place where the next run starts. A rebuild is not followed by a pause. */
export async function endRun(transaction: Transaction, { read, changed, ms }: StepCounts): Promise<void> {
  await transaction.query(end, [read, changed, ms]);
}

const setModel = statement(
  'ledger_state_set_model',
  'update ledger_state set version = version + 1, model_version = $1 where model_version <> $1',
);

/** Sets the model of the ledger. Nodes with another model refuse matches from now on. Hold the gate exclusively. */
export async function setLedgerModel(transaction: Transaction, modelVersion: string): Promise<void> {
  await transaction.query(setModel, [modelVersion]);
}

const adoptModel = statement(
  'ledger_state_adopt_model',
  `update ledger_state set version = version + 1, model_version = $1
   where model_version <> $1 and not exists (select from match_ratings)`,
);

/** Sets the model of the ledger if the ledger is empty. */
export async function setModelOfEmptyLedger(transaction: Transaction, modelVersion: string): Promise<void> {
  await transaction.query(adoptModel, [modelVersion]);
}

/**
 * An SQL condition: whether a place comes after the settled part of the ledger, so that its rating can still change. It reads
 * the end of the settled part once per statement, not once per row.
 * @param playedAt an SQL expression for the instant of the match. A null instant is never unsettled.
 * @param matchId an SQL expression for the id of the match
 */
export function isUnsettled(playedAt: string, matchId: string): string {
  const isAfter = (end: 'run' | 'next'): string =>
    `(${playedAt}, ${matchId}) > (select s.${end}_played_at, s.${end}_match_id from ledger_state s)`;
  return `coalesce(${isAfter('run')} or ${isAfter('next')}, false)`;
}
