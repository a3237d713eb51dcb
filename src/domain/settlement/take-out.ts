import type { Transaction } from '../../store/engine/database.ts';
import type { GateMode } from '../../store/ledger/gate.ts';
import { releaseHeldMatch } from '../../store/ledger/held-matches.ts';
import { type LedgerRow, readLedgerRow, removeLedgerRow } from '../../store/ledger/ledger.ts';
import { HistoryGateNeeded } from './history-gate.ts';

/**
 * Takes a rated match out of the ledger, or out of those that wait to enter it.
 *
 * It is not touched as long as the gate is shared: a step of the settler that holds the rating of one of its players may
 * be about to write its row, and each would wait for the other.
 * @returns what stood in the ledger, if anything.
 * @throws {HistoryGateNeeded} when the match is in the ledger and `gate` is shared.
 */
export async function takeOut(
  transaction: Transaction,
  gate: GateMode,
  matchId: string,
): Promise<LedgerRow | undefined> {
  if (gate === 'shared' && (await readLedgerRow(transaction, matchId)) !== undefined) throw new HistoryGateNeeded();
  const row = gate === 'shared' ? undefined : await removeLedgerRow(transaction, matchId);
  if (row === undefined) await releaseHeldMatch(transaction, matchId);
  return row;
}
