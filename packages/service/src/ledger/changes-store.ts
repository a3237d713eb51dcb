/** The log of changes of the ledger: whose rating was changed, through which match, at which version. */
import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';

/** A match that entered the ledger, left it or was rated again. */
export interface LedgerChange {
  readonly id: number;
  readonly match_id: string;
  readonly played_at: number;
  readonly player_ids: readonly string[];
}

/** What a reader has to know to go on reading: every later change is of this transaction or of a later one. */
export type LogPosition = string;

const readSince = statement(
  'ledger_changes_since',
  `select log.position::text as position, c.id, c.match_id, c.played_at, c.player_ids
   from (select pg_snapshot_xmin(pg_current_snapshot()) as position) log
   left join ledger_changes c on c.transaction >= coalesce($1::xid8, log.position) and c.match_id is not null`,
);

type ReadRow = { readonly position: LogPosition } & (LedgerChange | { readonly id: null });

/**
 * The changes of matches since a position that are committed by now, and the position to go on from. A change may come a second
 * time, since transactions do not commit in the order in which they began.
 * @param since null reads from now on
 */
export async function readLedgerChanges(
  transaction: Transaction,
  since: LogPosition | null,
): Promise<{ readonly changes: readonly LedgerChange[]; readonly position: LogPosition }> {
  const rows = await transaction.query<ReadRow>(readSince, [since]);
  const [first] = rows;
  if (first === undefined) throw new Error('the log of changes has no position');
  return { changes: rows.flatMap((row) => (row.id === null ? [] : [row])), position: first.position };
}

const trim = statement(
  'ledger_changes_trim',
  `delete from ledger_changes
   where at < clock_timestamp() - interval '1 hour' and not exists (select from ledger_state where run_match_id is not null)`,
);

/**
 * Removes changes that are older than an hour. No settler needs them: it reads only what is logged after it has begun or taken
 * over a run, and while a run is under way nothing is removed, at any time.
 */
export async function trimLedgerChanges(database: Queryable): Promise<void> {
  await database.query(trim);
}
