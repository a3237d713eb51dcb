/**
 * The state of the ledger as a whole: the settlement run under way and the next one. All times are those of the database's
 * clock, since the clocks of nodes differ. A pause that would end later than it can is over: the clock was ahead when it began.
 */
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';

/** A place in the rated history: an instant in ms, and a match id among those of that instant. */
export interface LedgerPlace {
  readonly played_at: number;
  readonly match_id: string;
}

/** Later than any match can be played. */
export const END_OF_HISTORY: LedgerPlace = {
  played_at: Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  match_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** The state of the ledger as a whole. */
export interface LedgerState {
  /** The model that rates every match from now on. */
  readonly model_version: string;
  /** The run under way; null if there is none. */
  readonly run: {
    /** Every rated match at or before this place is exact. */
    readonly position: LedgerPlace;
    /** Rises by one with every run. */
    readonly number: number;
    readonly started_at: number;
    readonly matches_read: number;
    readonly matches_changed: number;
    /** How long its steps took so far. */
    readonly ms: number;
    /** Derives the ledger from the matches instead of trusting it. */
    readonly is_rebuild: boolean;
  } | null;
  /** The next run settles all rated matches after a place; null if none is scheduled. */
  readonly next: {
    readonly after: LedgerPlace;
    /** When the pause after the last run ends; null if the run may begin at once. */
    readonly due_at: number | null;
    readonly is_rebuild: boolean;
  } | null;
  /** Matches that the run under way has read, or the last one did. */
  readonly matches_read: number;
  /** How long ago the earliest change was made that is not settled, ms; null if all are. */
  readonly unsettled_ms: number | null;
}

/** After a run the next one waits this many times as long as it took, so runs take at most a tenth of the time. */
const PAUSE_PER_RUN = 9;

const PAUSE_END = `run_ended_at + ${PAUSE_PER_RUN} * run_ms * interval '1 millisecond'`;
const IS_PAUSED = `(run_ended_at <= clock_timestamp() and clock_timestamp() < ${PAUSE_END})`;

const SELECT = `select model_version, run_played_at, run_match_id, run_number, run_started_at, run_matches_read,
  run_matches_changed, run_ms, run_is_rebuild, next_played_at, next_match_id, next_is_rebuild,
  case when ${IS_PAUSED} then ${PAUSE_END} end as next_due_at,
  (extract(epoch from clock_timestamp() - least(run_since, next_since)) * 1000)::float8 as unsettled_ms
  from ledger_state`;

interface StateRow {
  readonly model_version: string;
  readonly run_played_at: number | null;
  readonly run_match_id: string | null;
  readonly run_number: number;
  readonly run_started_at: number | null;
  readonly run_matches_read: number;
  readonly run_matches_changed: number;
  readonly run_ms: number;
  readonly run_is_rebuild: boolean;
  readonly next_played_at: number | null;
  readonly next_match_id: string | null;
  readonly next_is_rebuild: boolean;
  readonly next_due_at: number | null;
  readonly unsettled_ms: number | null;
}

const read = statement('ledger_state_read', SELECT);
const lock = statement('ledger_state_lock', `${SELECT} for no key update`);

export async function readLedgerState(database: Queryable): Promise<LedgerState> {
  return stateOf(await database.query<StateRow>(read));
}

/**
 * The same, locked until the transaction ends. A change of the history takes this lock after those of the players' ratings,
 * the settler before them; the gate keeps the two apart.
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

// One run settles all that is scheduled: from the earliest place on.
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
 * Begins the scheduled run. The gate must be held alone, so that every appending transaction has either ended or sees the run.
 * @returns the number of the run.
 */
export async function beginRun(transaction: Transaction): Promise<number> {
  const [row] = await transaction.query<{ run_number: number }>(begin);
  if (row === undefined) throw new Error('the state of the ledger is missing');
  return row.run_number;
}

/** What a step of a run did. */
export interface StepCounts {
  readonly read: number;
  readonly changed: number;
  /** How long it took, ms, by a clock that only goes forward. */
  readonly ms: number;
}

const COUNT = `version = version + 1, run_matches_read = run_matches_read + $1, run_matches_changed = run_matches_changed + $2,
  run_ms = run_ms + $3`;

const advance = statement(
  'ledger_state_advance',
  `update ledger_state set ${COUNT}, run_played_at = $4, run_match_id = $5`,
);

/** Moves the position of the run on. */
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

/** Ends the run: the whole ledger is exact, except for what the next run settles. No pause follows a rebuild. */
export async function endRun(transaction: Transaction, { read, changed, ms }: StepCounts): Promise<void> {
  await transaction.query(end, [read, changed, ms]);
}

const setModel = statement(
  'ledger_state_set_model',
  'update ledger_state set version = version + 1, model_version = $1 where model_version <> $1',
);

/** Rates with this model from now on: nodes that have another one take no more matches. The gate must be held alone. */
export async function setLedgerModel(transaction: Transaction, modelVersion: string): Promise<void> {
  await transaction.query(setModel, [modelVersion]);
}

const adoptModel = statement(
  'ledger_state_adopt_model',
  `update ledger_state set version = version + 1, model_version = $1
   where model_version <> $1 and not exists (select from match_ratings)`,
);

/** The same for a ledger that is still empty. */
export async function setModelOfEmptyLedger(transaction: Transaction, modelVersion: string): Promise<void> {
  await transaction.query(adoptModel, [modelVersion]);
}

/**
 * An SQL condition: whether the place comes after the settled part of the ledger, so that its rating can still change.
 * Where the settled part ends is read once a statement, not once a row.
 * @param playedAt an SQL expression for the instant of the (last) match, `matchId` one for its id; null is never unsettled.
 */
export function isUnsettled(playedAt: string, matchId: string): string {
  const isAfter = (end: 'run' | 'next'): string =>
    `(${playedAt}, ${matchId}) > (select s.${end}_played_at, s.${end}_match_id from ledger_state s)`;
  return `coalesce(${isAfter('run')} or ${isAfter('next')}, false)`;
}
