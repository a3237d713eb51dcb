import { scopes } from '@bandeja/contract/account-enums';
import type { Context, KeyActor, PartnerContext } from '../../src/context.ts';

/** A key with all scopes by default. */
export function keyActor(given: Pick<KeyActor, 'partnerId'> & Partial<KeyActor>): KeyActor {
  return {
    kind: 'key',
    keyId: '00000000-0000-4000-8000-000000000000',
    mode: 'live',
    plan: 'enterprise',
    suspended: false,
    scopes,
    ...given,
  };
}

/** The same context for a call of this key. */
export const calledBy = (context: Context, actor: KeyActor): PartnerContext => ({ ...context, actor });
