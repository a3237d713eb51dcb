import { createHash } from 'node:crypto';
import type { AuditEntry } from '@bandeja/contract/audit';
import { formatInstant } from '@bandeja/contract/instant';
import type { Transaction } from '@bandeja/postgres/database';
import { canonicalJson } from './canonical-json.ts';
import type { AuditEvent } from './events.ts';
import { type AuditRow, appendAuditRows, type ChainHead } from './store.ts';

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** SHA-256 in hex of the previous hash in hex, directly followed by the record as canonical JSON (RFC 8785) in UTF-8. */
export function chainHash(previousHash: string, record: unknown): string {
  return createHash('sha256').update(previousHash).update(canonicalJson(record)).digest('hex');
}

/**
 * The hash of an entry: SHA-256 in hex of the text of `previous_hash`, directly followed by the entry without `hash` as canonical JSON
 * (RFC 8785) in UTF-8.
 */
export function auditHash(entry: Omit<AuditEntry, 'hash'>): string {
  return chainHash(entry.previous_hash, entry);
}

export function auditEntry(row: AuditRow): AuditEntry {
  return {
    seq: row.seq,
    match_id: row.match_id,
    at: formatInstant(row.at),
    action: row.action,
    actor: row.actor,
    revision: row.revision,
    // Not even null in entries about matches, whose hashes would change.
    ...(row.player_id == null ? {} : { player_id: row.player_id }),
    changes: [...row.changes],
    previous_hash: hex(row.previous_hash),
    hash: hex(row.hash),
  };
}

/** Links events, in order, to the heads of their partners' chains. */
export function linkAuditEvents(events: readonly AuditEvent[], heads: ReadonlyMap<string, ChainHead>): AuditRow[] {
  const latest = new Map(heads);
  return events.map((event) => {
    const head = latest.get(event.partner_id);
    if (head === undefined) throw new Error(`the partner ${event.partner_id} has no audit chain`);
    const linked = { ...event, seq: head.seq + 1, previous_hash: head.hash };
    const { hash: _, ...unhashed } = auditEntry({ ...linked, hash: head.hash });
    const row = { ...linked, hash: Buffer.from(auditHash(unhashed), 'hex') };
    latest.set(event.partner_id, row);
    return row;
  });
}

/**
 * Writes events to the audit trail, in the transaction of the change.
 * @param heads the heads of the partners' chains, locked by this transaction
 * @throws synchronously, before anything is sent, if an event cannot be stored
 */
export function appendAudit(
  transaction: Transaction,
  heads: ReadonlyMap<string, ChainHead>,
  events: readonly AuditEvent[],
): Promise<unknown> {
  return appendAuditRows(transaction, linkAuditEvents(events, heads));
}
