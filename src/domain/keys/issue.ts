import { readPartner } from '../../store/partners.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { storeNewKey } from './new-key.ts';
import type { Scope } from './scope.ts';
import type { IssuedKeyView } from './view.ts';

export interface NewKeyInput {
  /** At least one, each once. */
  readonly scopes: readonly Scope[];
  readonly name: string | null;
  /** ms since 1970, in the future; null for a key that does not end by itself. */
  readonly expiresAt: number | null;
}

/**
 * Issues a live key to a partner. Its text is in the answer and nowhere else: only its SHA-256 is kept.
 * @throws {Problem} `partner_not_found`.
 */
export async function issueKey(context: Context, partnerId: string, input: NewKeyInput): Promise<IssuedKeyView> {
  return context.database.transaction(async (transaction) => {
    if ((await readPartner(transaction, partnerId)) === undefined) throw new Problem('partner_not_found');
    const { scopes, name, expiresAt } = input;
    const rights = { partner_id: partnerId, name, mode: 'live', scopes, expires_at: expiresAt } as const;
    return storeNewKey(transaction, rights, context.now());
  });
}
