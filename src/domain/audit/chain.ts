import { createHash } from 'node:crypto';
import type { AuditAction, AuditChange, AuditRow, ChainHead } from '../../store/audit.ts';
import { formatInstant } from '../instant.ts';
import { canonicalJson } from './canonical-json.ts';

/** What can happen to a match. */
export const auditActions = ['submitted', 'confirmed', 'amended', 'voided'] as const satisfies readonly AuditAction[];

/** What happened to a match, before it has its place in the chain. */
export interface AuditEvent {
  readonly partner_id: string;
  readonly match_id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly action: AuditAction;
  readonly key_id: string;
  readonly revision: number;
  readonly changes: readonly AuditChange[];
}

/** An entry as partners read it; `hash` covers all the other members. */
export interface AuditEntry {
  readonly seq: number;
  readonly match_id: string;
  readonly at: string;
  readonly action: AuditAction;
  readonly key_id: string;
  readonly revision: number;
  readonly changes: readonly AuditChange[];
  /** 64 hexadecimal digits; zeros before the first entry. */
  readonly previous_hash: string;
  readonly hash: string;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * The hash of an entry: SHA-256, in hex, of the text of `previous_hash` directly followed by the entry without `hash` as
 * canonical JSON (RFC 8785), in UTF-8.
 */
export function auditHash(entry: Omit<AuditEntry, 'hash'>): string {
  return createHash('sha256').update(entry.previous_hash).update(canonicalJson(entry)).digest('hex');
}

/** An audit row as partners read it. */
export function auditEntry(row: AuditRow): AuditEntry {
  return {
    seq: row.seq,
    match_id: row.match_id,
    at: formatInstant(row.at),
    action: row.action,
    key_id: row.key_id,
    revision: row.revision,
    changes: row.changes,
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
