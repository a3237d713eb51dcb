import { appendAuditRows, type ChainHead } from '../../store/audit.ts';
import type { Transaction } from '../../store/database.ts';
import { type AuditEvent, linkAuditEvents } from './chain.ts';

/**
 * Writes events to the audit trail, in the transaction that they record.
 * @param heads the ends of the partners' chains, locked by this transaction.
 */
export async function appendAudit(
  transaction: Transaction,
  heads: ReadonlyMap<string, ChainHead>,
  events: readonly AuditEvent[],
): Promise<void> {
  await appendAuditRows(transaction, linkAuditEvents(events, heads));
}
