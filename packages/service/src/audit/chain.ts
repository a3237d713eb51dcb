import { createHash } from 'node:crypto';
import type { AuditEntry } from '@bandeja/contract/audit';
import { formatInstant } from '@bandeja/contract/instant';
import type { Transaction } from '@bandeja/postgres/database';
import { canonicalJson } from './canonical-json.ts';
import type { AuditEvent } from './events.ts';
import { type AuditRow, appendAuditRows, type ChainHead } from './store.ts';

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** SHA-256, in hex, of the text of the previous hash directly followed by a record as canonical JSON (RFC 8785), in UTF-8. */
export function chainHash(previousHash: string, record: unknown): string {
  return createHash('sha256').update(previousHash).update(canonicalJson(record)).digest('hex');
}

/**
 * The hash of an entry: SHA-256, in hex, of the text of `previous_hash` directly followed by the entry without `hash` as
 * canonical JSON (RFC 8785), in UTF-8.
 */
export function auditHash(entry: Omit<AuditEntry, 'hash'>): string {
  return chainHash(entry.previous_hash, entry);
}

/** An audit row as partners read it. */
export function auditEntry(row: AuditRow): AuditEntry {
  return {
    seq: row.seq,
    match_id: row.match_id,
    at: formatInstant(row.at),
    action: row.action,
    actor: row.actor,
    revision: row.revision,
    changes: [...row.changes],
    previous_hash: hex(row.previous_hash),
    hash: hex(row.hash),
  };
}

/** Links events, in their order, to the ends of their partners' chains. */
export function linkAuditEvents(events: readonly AuditEvent[], heads: ReadonlyMap<string, ChainHead>): AuditRow[] {
  const ends = new Map(heads);
  return events.map((event) => {
    const end = ends.get(event.partner_id);
    if (end === undefined) throw new Error(`the partner ${event.partner_id} has no audit chain`);
    const linked = { ...event, seq: end.seq + 1, previous_hash: end.hash };
    const { hash: _, ...unhashed } = auditEntry({ ...linked, hash: end.hash });
    const row = { ...linked, hash: Buffer.from(auditHash(unhashed), 'hex') };
    ends.set(event.partner_id, row);
    return row;
  });
}

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
