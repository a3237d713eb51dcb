import { createHash } from 'node:crypto';
import { REST_BYTES, timeOrderedUuid } from '../time-ordered-uuid.ts';

/**
 * The id of a match: a UUIDv8 of `playedAt` in milliseconds, as first submitted, and the first ten bytes of SHA-256 over
 * the partner's id as lower-case text, a zero byte and the `external_ref` in UTF-8. So the same submissions into an empty
 * database get the same ids, and ids run in the order of play.
 */
export function matchId(partnerId: string, externalRef: string, playedAt: number): string {
  const hash = createHash('sha256').update(partnerId).update('\0').update(externalRef, 'utf8').digest();
  return timeOrderedUuid(8, playedAt, hash.subarray(0, REST_BYTES));
}
