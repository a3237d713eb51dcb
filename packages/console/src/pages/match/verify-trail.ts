/** Verifies the audit trail without trusting the service: every hash is computed here. */
import type { Api, Bandeja } from '@bandeja/client';

export interface Verification {
  readonly entries: number;
  /** The first entry that does not follow from the previous one; null if none. */
  readonly brokenAt: number | null;
}

interface Options {
  readonly signal: AbortSignal;
  readonly onProgress: (entries: number) => void;
}

const FIRST_HASH = '0'.repeat(64);

/** Walks the partner's whole trail from its first entry, and looks for the shown entries in it. */
export async function verifyTrail(
  client: Bandeja,
  shown: readonly Api.AuditEntry[],
  { signal, onProgress }: Options,
): Promise<Verification> {
  const expected = new Map(shown.map(({ seq, hash }) => [seq, hash]));
  let [entries, previous] = [0, FIRST_HASH];
  for await (const entry of client.audit.list({ limit: 100, signal })) {
    entries += 1;
    const { hash, ...record } = entry;
    const isNext = entry.seq === entries && entry.previous_hash === previous && (await hashOf(record)) === hash;
    if (!isNext || (expected.get(entry.seq) ?? hash) !== hash) return { entries, brokenAt: entries };
    expected.delete(entry.seq);
    previous = hash;
    if (entries % 100 === 0) onProgress(entries);
  }
  const missing = expected.keys().next().value;
  return { entries, brokenAt: missing ?? null };
}

/** SHA-256 of the previous hash, directly followed by the entry as canonical JSON. */
async function hashOf(record: Omit<Api.AuditEntry, 'hash'>): Promise<string> {
  const bytes = new TextEncoder().encode(record.previous_hash + canonicalJson(record));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** RFC 8785: keys sorted by UTF-16 code units, no white space. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
