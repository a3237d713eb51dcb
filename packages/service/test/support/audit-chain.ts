/**
 * Checks an audit chain from its description alone, as a partner would that does not trust the service: a second
 * computation, which shares no line with the first.
 */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

export interface ChainEntry {
  readonly seq: number;
  readonly previous_hash: string;
  readonly hash: string;
}

/** What the hash of an entry ought to be. */
export function hashOf(entry: ChainEntry): string {
  const { hash: _, ...unhashed } = entry;
  return createHash('sha256')
    .update(entry.previous_hash + canonicalize(unhashed), 'utf8')
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
