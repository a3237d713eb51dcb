import type { KeyScope } from '@bandeja/contract/account-enums';
import { formatInstant } from '@bandeja/contract/instant';
import type { Context } from '../context.ts';
import { issueKey, revokeKey } from '../keys/keys.ts';
import type { Sandboxes } from '../sandboxes/sandboxes.ts';
import { playClubNight } from './club-night.ts';
import { demoCaller, demoKeys, findDemo } from './demo.ts';

/**
 * The key that the API page fills in. Everyone who opens the page has it, so it is a short-lived test key that only reads. With
 * `manage:webhooks`, strangers could make the service send requests.
 */
const PAGE_KEY = {
  name: 'API page',
  scopes: ['read:players', 'read:intelligence'] as KeyScope[],
  lifeMs: 24 * 3_600_000,
} as const;

/**
 * Gives the API page a test key of the demo, and plays the club night in its sandbox. A key is reused for twelve hours. Issuing
 * the next one revokes it.
 * @returns a function that resolves to null unless the demo is the only partner
 */
export function demoTrialKey(context: Context, sandboxes: Sandboxes): () => Promise<string | null> {
  let last: { readonly key: Promise<string>; readonly partnerId: string; readonly at: number } | undefined;
  return async () => {
    const partnerId = await findDemo(context);
    if (partnerId === null) return null;
    if (last?.partnerId !== partnerId || context.now() - last.at > PAGE_KEY.lifeMs / 2) {
      const key = issueTrialKey(context, sandboxes, partnerId);
      last = { key, partnerId, at: context.now() };
      key.catch(() => {
        last = undefined;
      });
    }
    return last.key;
  };
}

async function issueTrialKey(context: Context, sandboxes: Sandboxes, partnerId: string): Promise<string> {
  for (const { id, name } of await demoKeys(context, partnerId)) {
    if (name === PAGE_KEY.name) await revokeKey(context, id);
  }
  const { id: keyId, key } = await issueKey(context, partnerId, {
    scopes: PAGE_KEY.scopes,
    name: PAGE_KEY.name,
    mode: 'test',
    expires_at: formatInstant(context.now() + PAGE_KEY.lifeMs),
  });
  const call = await sandboxes.enter(demoCaller(partnerId, keyId, 'test'));
  const { players } = await sandboxes.state(call);
  if (players === 0) await playClubNight(call);
  return key;
}
