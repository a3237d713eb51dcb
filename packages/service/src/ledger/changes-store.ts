/** The change log of the ledger. An entry names a match, its players, and the versions of their ratings. */
import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';

/** A match that entered the ledger, left it or was rated again. */
export interface LedgerChange {
  readonly id: number;
  readonly match_id: string;
  readonly played_at: number;
  readonly player_ids: readonly string[];
}

/** The cursor of a reader: a transaction id. Every unread change belongs to this transaction or a later one. */
export type LogPosition = string;

const readSince = statement(
  'ledger_changes_since',
  `select log.position::text as position, c.id, c.match_id, c.played_at, c.player_ids
   from (select pg_snapshot_xmin(pg_current_snapshot()) as position) log
   left join ledger_changes c on c.transaction >= coalesce($1::xid8, log.position) and c.match_id is not null
     and c.missed_by is distinct from $2`,
);

type ReadRow = { readonly position: LogPosition } & (LedgerChange | { readonly id: null });

/**
 * The committed changes of matches since a position, and the position to continue from. A change may be returned twice, because
 * transactions do not commit in the order in which they began.
 * @param since null starts with the changes after this call
 * @param run the run that reads. Changes that it misses are left out.
 */
export async function readLedgerChanges(
  transaction: Transaction,
  since: LogPosition | null,
  run: number,
): Promise<{ readonly changes: readonly LedgerChange[]; readonly position: LogPosition }> {
  const rows = await transaction.query<ReadRow>(readSince, [since, run]);
  const [first] = rows;
  if (first === undefined) throw new Error('the query for ledger changes returned no position');
  return { changes: rows.flatMap((row) => (row.id === null ? [] : [row])), position: first.position };
}

const missed = statement(
  'ledger_changes_missed',
  'select id, match_id, played_at, player_ids from ledger_changes where missed_by = $1',
);

/** The provisional changes that were made behind the position of this run. The next run includes them. */
export const readMissedChanges = (transaction: Transaction, run: number): Promise<LedgerChange[]> =>
  transaction.query(missed, [run]);

const trim = statement(
  'ledger_changes_trim',
  `delete from ledger_changes
   where at < clock_timestamp() - interval '1 hour' and not exists (select from ledger_state where run_match_id is not null)`,
);

/**
 * Removes changes older than an hour, unless a run is under way. A settler reads only changes that were logged after it began
 * or took over a run, so it never needs the removed ones.
 */
export async function trimLedgerChanges(database: Queryable): Promise<void> {
  await database.query(trim);
}
