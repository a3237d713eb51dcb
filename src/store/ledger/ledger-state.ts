import { instant, type Queryable, statement, type Transaction } from '../engine/database.ts';

/** A place in the rated history: an instant in ms, and a match id among those of that instant. */
export interface LedgerPlace {
  readonly played_at: number;
  readonly match_id: string;
}

/** The state of the ledger as a whole. */
export interface LedgerState {
  /** The model that every row is rated with. */
  readonly model_version: string;
  /** The run under way; null when there is none. */
  readonly run: {
    /** Every rated match at or before this place is exact. */
    readonly settled_until: LedgerPlace;
    /** Counts up with every run. */
    readonly number: number;
    readonly started_at: number;
    readonly matches_read: number;
    readonly matches_changed: number;
  } | null;
  /** What the next run has to settle: whatever comes after this place. Null when nothing is owed. */
  readonly owed: { readonly settled_until: LedgerPlace; readonly due_at: number } | null;
  /** Who settles, until when; null when nobody has a lease. */
  readonly lease: { readonly settler: string; readonly until: number } | null;
  /** The rebuild of everything that is under way, and until when it is waited for; null when there is none. */
  readonly rebuild: { readonly id: string; readonly until: number } | null;
}

const COLUMNS = `model_version, settled_until_played_at, settled_until_match_id, owed_until_played_at, owed_until_match_id,
  owed_due_at, run_started_at, run_number, run_matches_read, run_matches_changed, settler, settler_until, rebuild, rebuild_until`;

interface StateRow {
  readonly model_version: string;
  readonly settled_until_played_at: number | null;
  readonly settled_until_match_id: string | null;
  readonly owed_until_played_at: number | null;
  readonly owed_until_match_id: string | null;
  readonly owed_due_at: number | null;
  readonly run_started_at: number | null;
  readonly run_number: number;
  readonly run_matches_read: number;
  readonly run_matches_changed: number;
  readonly settler: string | null;
  readonly settler_until: number | null;
  readonly rebuild: string | null;
  readonly rebuild_until: number | null;
}

const read = statement('ledger_state_read', `select ${COLUMNS} from ledger_state`);
const lock = statement('ledger_state_lock', `select ${COLUMNS} from ledger_state for no key update`);

export async function readLedgerState(database: Queryable): Promise<LedgerState> {
  return stateOf(await database.query<StateRow>(read));
}

/**
 * The same, held against whoever else wants to change it until the transaction ends. Taken after the players' ratings by
 * who changes history, and before them by the settler: the gate keeps the two apart.
 */
export async function lockLedgerState(transaction: Transaction): Promise<LedgerState> {
  return stateOf(await transaction.query<StateRow>(lock));
}

function stateOf([row]: readonly StateRow[]): LedgerState {
  if (row === undefined) throw new Error('the state of the ledger is missing');
  const settledUntil = placeOf(row.settled_until_played_at, row.settled_until_match_id);
  const owedUntil = placeOf(row.owed_until_played_at, row.owed_until_match_id);
  return {
    model_version: row.model_version,
    run:
      settledUntil === null || row.run_started_at === null
        ? null
        : {
            settled_until: settledUntil,
            number: row.run_number,
            started_at: row.run_started_at,
            matches_read: row.run_matches_read,
            matches_changed: row.run_matches_changed,
          },
    owed: owedUntil === null || row.owed_due_at === null ? null : { settled_until: owedUntil, due_at: row.owed_due_at },
    lease:
      row.settler === null || row.settler_until === null ? null : { settler: row.settler, until: row.settler_until },
    rebuild: row.rebuild === null || row.rebuild_until === null ? null : { id: row.rebuild, until: row.rebuild_until },
  };
}

const placeOf = (playedAt: number | null, matchId: string | null): LedgerPlace | null =>
  playedAt === null || matchId === null ? null : { played_at: playedAt, match_id: matchId };

// Two debts are one: from the earlier place, at the earlier time.
const owe = statement(
  'ledger_state_owe',
  `update ledger_state set
     owed_until_played_at = case when (owed_until_played_at, owed_until_match_id) <= ($1, $2) then owed_until_played_at else $1 end,
     owed_until_match_id = case when (owed_until_played_at, owed_until_match_id) <= ($1, $2) then owed_until_match_id else $2 end,
     owed_due_at = least(owed_due_at, $3)`,
);

/** Notes that everything after a place has to be settled by a run that begins at `dueAt` (ms) or later. */
export async function oweFrom(transaction: Transaction, place: LedgerPlace, dueAt: number): Promise<void> {
  await transaction.query(owe, [instant(place.played_at), place.match_id, instant(dueAt)]);
}

const beginRun = statement(
  'ledger_state_begin_run',
  `update ledger_state set settled_until_played_at = owed_until_played_at, settled_until_match_id = owed_until_match_id,
     run_number = run_number + 1, run_started_at = $1, run_matches_read = 0, run_matches_changed = 0,
     owed_until_played_at = null, owed_until_match_id = null, owed_due_at = null
   returning run_number`,
);

/**
 * Makes a run of what is owed. The gate must be held alone, so that whoever appends knows of the run or is done.
 * @returns the number of the run.
 */
export async function beginRunFromOwed(transaction: Transaction, now: number): Promise<number> {
  const [row] = await transaction.query<{ run_number: number }>(beginRun, [instant(now)]);
  if (row === undefined) throw new Error('the state of the ledger is missing');
  return row.run_number;
}

const advance = statement(
  'ledger_state_advance',
  `update ledger_state set settled_until_played_at = $1, settled_until_match_id = $2,
     run_matches_read = run_matches_read + $3, run_matches_changed = run_matches_changed + $4, settler = $5, settler_until = $6`,
);

/** Moves the end of the settled part on, and renews the settler's lease until `leaseUntil` (ms). */
export async function advanceRun(
  transaction: Transaction,
  place: LedgerPlace,
  counts: { readonly read: number; readonly changed: number },
  lease: { readonly settler: string; readonly until: number },
): Promise<void> {
  await transaction.query(advance, [
    instant(place.played_at),
    place.match_id,
    counts.read,
    counts.changed,
    lease.settler,
    instant(lease.until),
  ]);
}

const endRun = statement(
  'ledger_state_end_run',
  `update ledger_state set settled_until_played_at = null, settled_until_match_id = null, run_started_at = null,
     run_matches_read = run_matches_read + $1, run_matches_changed = run_matches_changed + $2,
     settler = null, settler_until = null`,
);

/** Ends the run: all of the ledger is exact, but for what is owed. The counts stay, to be told of. */
export async function finishRun(
  transaction: Transaction,
  counts: { readonly read: number; readonly changed: number },
): Promise<void> {
  await transaction.query(endRun, [counts.read, counts.changed]);
}

/**
 * Whether the rating that a row shows can still change by a settlement under way, as a condition for a statement: its
 * place comes after the settled part. Where that ends is read once a statement, not once a row.
 * @param playedAt an SQL expression for the instant of the (last) match, `matchId` one for its id; null is never unsettled.
 */
export function isUnsettled(playedAt: string, matchId: string): string {
  const isAfter = (end: 'settled' | 'owed'): string =>
    `(${playedAt}, ${matchId}) > (select s.${end}_until_played_at, s.${end}_until_match_id from ledger_state s)`;
  return `coalesce(${isAfter('settled')} or ${isAfter('owed')}, false)`;
}
