import { randomBytes } from 'node:crypto';
import { REST_BYTES, timeOrderedUuid } from '../time-ordered-uuid.ts';

/**
 * The id of a new player: a UUIDv7. Who is registered together plays together, as a club's members do who are brought in by
 * their club: so a night, a ranking or an analysis reads neighbours in every index that begins with a player, and not a
 * page for each.
 * @param now ms since 1970.
 */
export function newPlayerId(now: number): string {
  return timeOrderedUuid(7, now, randomBytes(REST_BYTES));
}
