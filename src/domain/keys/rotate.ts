import { retireKey } from '../../store/keys.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { storeNewKey } from './new-key.ts';
import type { IssuedKeyView } from './view.ts';

/** A day: long enough to roll a key out by the next deployment. For a leaked key there is revocation. */
export const OVERLAP_SECONDS_DEFAULT = 86_400;
/** Thirty days. */
export const OVERLAP_SECONDS_MAX = 2_592_000;

/**
 * Issues a successor with the same rights, name and expiry, and lets the old key end after the overlap, never later
 * than it would have ended anyway. A rotation extends nothing: a right given until a day ends on that day.
 * @throws {Problem} `key_not_found` for a key that does not exist, is revoked, or has expired.
 */
export async function rotateKey(context: Context, keyId: string, overlapSeconds: number): Promise<IssuedKeyView> {
  return context.database.transaction(async (transaction) => {
    const at = context.now();
    const retired = await retireKey(transaction, keyId, { at, endsAt: at + overlapSeconds * 1000 });
    if (retired === undefined) throw new Problem('key_not_found');
    return storeNewKey(transaction, retired, at);
  });
}
