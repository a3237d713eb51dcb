import { revokeKeyRow } from '../../store/keys.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/index.ts';

/**
 * Ends a key now and for good, also one whose expiry has passed. Other nodes refuse it within five seconds, see `keyring.ts`.
 * @throws {Problem} `key_not_found` for a key that does not exist or is revoked already.
 */
export async function revokeKey(context: Context, keyId: string): Promise<void> {
  if (!(await revokeKeyRow(context.database, keyId, context.now()))) throw new Problem('key_not_found');
}
