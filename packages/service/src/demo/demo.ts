import { scopes } from '@bandeja/contract/account-enums';
import type { Context, KeyActor } from '../context.ts';
import { issueKey } from '../keys/keys.ts';
import { createPartner } from '../partners/partners.ts';
import { addPerson } from '../people/people.ts';
import { playClubNight } from './club-night.ts';

export interface Demo {
  readonly partnerId: string;
  /** The live key. It is printed once on standard output and never logged. */
  readonly key: string;
  /** A test key, also printed once. Its sandbox starts empty. */
  readonly testKey: string;
  /** The token of an invitation of its manager. */
  readonly invitation: string;
  /** Players of the club night, at least four. */
  readonly usernames: readonly string[];
}

/** Creates a partner with all rights, a manager, the players and matches of a club night, and a test key. */
export async function createDemo(context: Context): Promise<Demo> {
  const partner = await createPartner(context, { name: 'Demo club', plan: 'enterprise' });
  const { invitation } = await addPerson(context, partner.id, { display_name: 'Demo', role: 'manager' });
  const { id: keyId, key } = await issueKey(context, partner.id, { scopes: [...scopes], name: 'Demo' });
  const { key: testKey } = await issueKey(context, partner.id, { scopes: [...scopes], name: 'Demo', mode: 'test' });
  const actor: KeyActor = {
    kind: 'key',
    partnerId: partner.id,
    keyId,
    mode: 'live',
    plan: 'enterprise',
    suspended: false,
    scopes,
  };
  const usernames = await playClubNight({ ...context, actor });
  return { partnerId: partner.id, invitation: invitation.token, key, testKey, usernames };
}
