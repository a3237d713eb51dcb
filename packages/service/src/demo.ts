import { readFile } from 'node:fs/promises';
import { type KeyMode, type Scope, scopes } from '@bandeja/contract/account-enums';
import { formatInstant } from '@bandeja/contract/instant';
import type { BatchEnvelope } from '@bandeja/contract/match-bodies';
import type { Context, KeyActor, PartnerContext } from './context.ts';
import { issueKey, listKeys, revokeKey } from './keys/keys.ts';
import { submitBatch } from './matches/submit-batch.ts';
import { createPartner, listPartners } from './partners/partners.ts';
import { registerPlayer } from './registrations/register.ts';
import type { Sandboxes } from './sandboxes/sandboxes.ts';

const ROSTER = 'club-night';

const DEMO_NAME = 'Demo club';

const FILE = new URL('../../../examples/club-night.json', import.meta.url);

/** `examples/club-night.json`: a body of `POST /v1/matches/batch`, and the bodies of `POST /v1/players` for its players. */
interface ClubNight extends BatchEnvelope {
  readonly players: readonly {
    readonly username: string;
    readonly display_name?: string;
    readonly country_code?: string;
  }[];
}

export interface Demo {
  readonly partnerId: string;
  /** The live key. It is printed once on standard output and never logged. */
  readonly key: string;
  /** A test key, also printed once. Its sandbox starts empty. */
  readonly testKey: string;
  /** Players of the club night, at least four. */
  readonly usernames: readonly string[];
}

/** The id of the demo partner, if it is the only partner. */
async function findDemo(context: Context): Promise<string | null> {
  const [partner, other] = (await listPartners(context, { limit: 2, offset: 0, after: null })).data;
  return partner?.name === DEMO_NAME && other === undefined ? partner.id : null;
}

/** One page is enough: the demo has few keys. */
const allKeys = async (context: Context, partnerId: string) =>
  (await listKeys(context, partnerId, false, { limit: 100, offset: 0, after: null })).data;

/**
 * The id of the demo partner, if it is the only partner and its live keys were never used. Its key may never have been printed:
 * the first start can fail after it created the partner.
 */
export async function findUnusedDemo(context: Context): Promise<string | null> {
  const partnerId = await findDemo(context);
  if (partnerId === null) return null;
  const keys = await allKeys(context, partnerId);
  return keys.every(({ mode, last_used_at: used }) => mode === 'test' || used === null) ? partnerId : null;
}

const readClubNight = async (): Promise<ClubNight> => JSON.parse(await readFile(FILE, 'utf8'));

const callerOf = (partnerId: string, keyId: string, mode: KeyMode): KeyActor => ({
  kind: 'key',
  partnerId,
  keyId,
  publicId: '',
  mode,
  plan: 'enterprise',
  suspended: false,
  scopes,
});

/** Creates a partner with all rights, the players and matches of a club night, and a test key. */
export async function createDemo(context: Context): Promise<Demo> {
  const partner = await createPartner(context, { name: DEMO_NAME, plan: 'enterprise' });
  const { id: keyId, key } = await issueKey(context, partner.id, { scopes: [...scopes], name: 'Demo' });
  const { key: testKey } = await issueKey(context, partner.id, { scopes: [...scopes], name: 'Demo', mode: 'test' });
  const usernames = await playClubNight({ ...context, actor: callerOf(partner.id, keyId, 'live') });
  return { partnerId: partner.id, key, testKey, usernames };
}

/** Registers the players of the club night and submits its matches. @returns the usernames */
async function playClubNight(call: PartnerContext): Promise<string[]> {
  const { players, ...batch } = await readClubNight();
  for (const player of players) {
    await registerPlayer(call, {
      username: player.username,
      display_name: player.display_name ?? null,
      country_code: player.country_code ?? null,
      profile_is_public: true,
      roster_slug: ROSTER,
    });
  }
  const { summary } = await submitBatch(call, batch);
  if (summary.created !== batch.matches.length)
    throw new Error(`created ${summary.created} of ${batch.matches.length} matches of ${FILE.pathname}`);
  return players.map(({ username }) => username);
}

/**
 * The key that the API page fills in. Everyone who opens the page has it, so it is a short-lived test key that only reads. With
 * `manage:webhooks`, strangers could make the service send requests.
 */
const PAGE_KEY = {
  name: 'API page',
  scopes: ['read:players', 'read:intelligence'] as Scope[],
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
  for (const { id, name } of await allKeys(context, partnerId)) {
    if (name === PAGE_KEY.name) await revokeKey(context, id);
  }
  const { id: keyId, key } = await issueKey(context, partnerId, {
    scopes: PAGE_KEY.scopes,
    name: PAGE_KEY.name,
    mode: 'test',
    expires_at: formatInstant(context.now() + PAGE_KEY.lifeMs),
  });
  const call = await sandboxes.enter(callerOf(partnerId, keyId, 'test'));
  const { players } = await sandboxes.state(call);
  if (players === 0) await playClubNight(call);
  return key;
}
