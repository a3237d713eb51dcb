import { type Database, type Statement, statement, type Transaction } from '@bandeja/postgres/database';

/**
 * The history gate is an advisory lock. A transaction that only appends to the rated history holds it shared. One that changes
 * the history (a late match, a late confirmation, a void) holds it exclusively, so that no rating changes during a replay.
 *
 * To prevent deadlocks, locks are always taken in this order:
 *
 * 1. the gate; next, a settlement step locks the state of the ledger, while a change of history locks it last,
 * 2. the audit chains, by partner id,
 * 3. the match, or the plan of a night,
 * 4. the players' ratings, by player id.
 *
 * Changes of rosters and players take none of these. They lock in the order roster, share, player.
 */
export type GateMode = 'shared' | 'exclusive';

/** The key of the advisory lock. Advisory locks are shared by the whole database, so the key includes the schema. */
const GATE_LOCK_KEY = '7201330001 + hashtext(current_schema())';

const PASS: Readonly<Record<GateMode, Statement>> = {
  shared: statement('gate_pass_shared', `select pg_advisory_xact_lock_shared(${GATE_LOCK_KEY})`),
  exclusive: statement('gate_pass_exclusive', `select pg_advisory_xact_lock(${GATE_LOCK_KEY})`),
};

/** Runs a transaction that waits for the gate first, and holds it until the transaction ends. */
export function throughGate<T>(
  database: Database,
  mode: GateMode,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(work, { opening: PASS[mode] });
}
