/**
 * Checks an audit chain from its description alone, as a partner would that does not trust the service: a second
 * computation, which shares no line with the first.
 */
import { createHash } from 'node:crypto';

export interface ChainEntry {
  readonly seq: number;
  readonly previous_hash: string;
  readonly hash: string;
}

/** RFC 8785: members sorted by UTF-16 code units, no blanks, numbers and strings as ECMAScript writes them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  // JavaScript compares strings by code units.
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** What the hash of an entry ought to be. */
export function hashOf(entry: ChainEntry): string {
  const { hash: _, ...unhashed } = entry;
  return createHash('sha256')
    .update(entry.previous_hash + canonicalJson(unhashed), 'utf8')
    .digest('hex');
}

/** The faults of a chain that starts at its first entry, each with the `seq` of the faulty entry. */
export function chainFaults(entries: readonly ChainEntry[]): string[] {
  return entries.flatMap((entry, index) => {
    const previous = entries[index - 1]?.hash ?? '0'.repeat(64);
    return [
      ...(entry.seq === index + 1 ? [] : [`${entry.seq}: is entry number ${index + 1}`]),
      ...(entry.previous_hash === previous ? [] : [`${entry.seq}: does not contain the hash of the previous entry`]),
      ...(entry.hash === hashOf(entry) ? [] : [`${entry.seq}: has a hash that does not match its content`]),
    ];
  });
}
