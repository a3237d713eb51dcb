import type { Transaction } from '../../store/database.ts';
import { type LedgerRow, removeLedgerRow } from '../../store/ledger.ts';
import { releaseHeldMatch } from '../../store/settlement.ts';

/**
 * Takes a rated match out of the ledger, or out of those that wait to enter it.
 * @returns what stood in the ledger, if anything.
 */
export async function takeOut(transaction: Transaction, matchId: string): Promise<LedgerRow | undefined> {
  const row = await removeLedgerRow(transaction, matchId);
  if (row === undefined) await releaseHeldMatch(transaction, matchId);
  return row;
}
