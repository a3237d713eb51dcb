import { appendAuditRows, type ChainHead } from '../../store/audit.ts';
import type { Transaction } from '../../store/engine/database.ts';
import { type AuditEvent, linkAuditEvents } from './chain.ts';

/**
 * Writes events to the audit trail, in the transaction that they record.
 * @param heads the ends of the partners' chains, locked by this transaction.
 * @throws at once, with nothing sent, for what has no place in a chain.
 */
export function appendAudit(
  transaction: Transaction,
  heads: ReadonlyMap<string, ChainHead>,
  events: readonly AuditEvent[],
): Promise<unknown> {
  return appendAuditRows(transaction, linkAuditEvents(events, heads));
}
