import { type Database, type Statement, statement, type Transaction } from '@bandeja/postgres/database';

/**
 * The history gate. A transaction that only appends to the rated history passes it shared; one that changes history
 * (a late match, a late confirmation, a void) passes it alone (exclusive), so that no rating moves under a replay.
 *
 * Locks are always taken in this order, so that no two transactions wait for each other:
 *
 * 1. the gate; a settlement step then locks the state of the ledger, a change of history locks it last,
 * 2. the audit chains, by partner id,
 * 3. the match,
 * 4. the players' ratings, by player id.
 *
 * Verbs of rosters and players take none of these. They lock in the order roster, share, player.
 */
export type GateMode = 'shared' | 'exclusive';

/** Key of the advisory lock, which belongs to the whole database; so each schema adds its name. */
const GATE_LOCK_KEY = '7201330001 + hashtext(current_schema())';

const PASS: Readonly<Record<GateMode, Statement>> = {
  shared: statement('gate_pass_shared', `select pg_advisory_xact_lock_shared(${GATE_LOCK_KEY})`),
  exclusive: statement('gate_pass_exclusive', `select pg_advisory_xact_lock(${GATE_LOCK_KEY})`),
};

/** Runs a transaction whose statements wait for the gate first, and which holds it until it ends. */
export function throughGate<T>(
  database: Database,
  mode: GateMode,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(work, { opening: PASS[mode] });
}
