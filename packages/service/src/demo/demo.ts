import { type KeyMode, scopes } from '@bandeja/contract/account-enums';
import type { Context, KeyActor } from '../context.ts';
import { issueKey, listKeys } from '../keys/keys.ts';
import { createPartner, listPartners } from '../partners/partners.ts';
import { addPerson } from '../people/people.ts';
import { playClubNight } from './club-night.ts';

const DEMO_NAME = 'Demo club';

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

/** The id of the demo partner, if it is the only partner. */
export async function findDemo(context: Context): Promise<string | null> {
  const [partner, other] = (await listPartners(context, { limit: 2, offset: 0, after: null })).data;
  return partner?.name === DEMO_NAME && other === undefined ? partner.id : null;
}

/** One page is enough: the demo has few keys. */
export const demoKeys = async (context: Context, partnerId: string) =>
  (await listKeys(context, partnerId, false, { limit: 100, offset: 0, after: null })).data;

export const demoCaller = (partnerId: string, keyId: string, mode: KeyMode): KeyActor => ({
  kind: 'key',
  partnerId,
  keyId,
  mode,
  plan: 'enterprise',
  suspended: false,
  scopes,
});

/** Creates a partner with all rights, a manager, the players and matches of a club night, and a test key. */
export async function createDemo(context: Context): Promise<Demo> {
  const partner = await createPartner(context, { name: DEMO_NAME, plan: 'enterprise' });
  const { invitation } = await addPerson(context, partner.id, { display_name: 'Demo', role: 'manager' });
  const { id: keyId, key } = await issueKey(context, partner.id, { scopes: [...scopes], name: 'Demo' });
  const { key: testKey } = await issueKey(context, partner.id, { scopes: [...scopes], name: 'Demo', mode: 'test' });
  const usernames = await playClubNight({ ...context, actor: demoCaller(partner.id, keyId, 'live') });
  return { partnerId: partner.id, invitation: invitation.token, key, testKey, usernames };
}
