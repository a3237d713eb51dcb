import { readFile } from 'node:fs/promises';
import { formatInstant } from '@bandeja/contract/instant';
import { type KeyMode, scopes } from '@bandeja/contract/keys';
import type { BatchEnvelope } from '@bandeja/contract/match-bodies';
import type { Context, KeyActor, PartnerContext } from './context.ts';
import { issueKey, listKeys, revokeKey } from './keys/keys.ts';
import { submitBatch } from './matches/submit-batch.ts';
import { createPartner, listPartners } from './partners/partners.ts';
import { registerPlayer } from './players/register.ts';
import type { Sandboxes } from './sandboxes/sandboxes.ts';

/** The demo partner's roster, so that there is one to look at. */
const ROSTER = 'club-night';

const DEMO_NAME = 'Demo club';

const FILE = new URL('../../../examples/club-night.json', import.meta.url);

/** A club night as `examples/club-night.json` holds it: bodies of `POST /v1/players`, in a `POST /v1/matches/batch`. */
interface ClubNight extends BatchEnvelope {
  readonly players: readonly {
    readonly username: string;
    readonly display_name?: string;
    readonly country_code?: string;
  }[];
}

export interface Demo {
  readonly partnerId: string;
  /** The demo partner's key. It is shown once on standard output and never logged. */
  readonly key: string;
  /** A test key of it, shown once as well. Its sandbox is empty at first. */
  readonly testKey: string;
  /** Players of the club night, at least four. */
  readonly usernames: readonly string[];
}

/** The id of the demo partner, if it is the only partner. */
async function findDemo(context: Context): Promise<string | null> {
  const [partner, other] = (await listPartners(context, { limit: 2, offset: 0, after: null })).data;
  return partner?.name === DEMO_NAME && other === undefined ? partner.id : null;
}

/** All of them; the demo has few. */
const allKeys = async (context: Context, partnerId: string) =>
  (await listKeys(context, partnerId, { limit: 100, offset: 0, after: null })).data;

/**
 * The id of the demo partner, if it is the only partner and none of its live keys was used yet. Its key may never have been
 * shown: a first start can fail after it made the partner.
 */
export async function findUnusedDemo(context: Context): Promise<string | null> {
  const partnerId = await findDemo(context);
  if (partnerId === null) return null;
  const keys = await allKeys(context, partnerId);
  return keys.every(({ mode, last_used_at: used }) => mode === 'test' || used === null) ? partnerId : null;
}

const readNight = async (): Promise<ClubNight> => JSON.parse(await readFile(FILE, 'utf8'));

/** The demo partner as it calls through a key. */
const callerOf = (partnerId: string, keyId: string, mode: KeyMode): KeyActor => ({
  kind: 'key',
  partnerId,
  keyId,
  mode,
  plan: 'enterprise',
  suspended: false,
  scopes,
});

/** Makes a partner that may do everything, with the players and matches of a club night, and a test key for its sandbox. */
export async function createDemo(context: Context): Promise<Demo> {
  const partner = await createPartner(context, { name: DEMO_NAME, plan: 'enterprise' });
  const { id: keyId, key } = await issueKey(context, partner.id, { scopes: [...scopes], name: 'Demo' });
  const { key: testKey } = await issueKey(context, partner.id, { scopes: [...scopes], name: 'Demo', mode: 'test' });
  const usernames = await playNight({ ...context, actor: callerOf(partner.id, keyId, 'live') });
  return { partnerId: partner.id, key, testKey, usernames };
}

/** Registers the players of the club night, and submits its matches. @returns the usernames */
async function playNight(call: PartnerContext): Promise<string[]> {
  const { players, ...batch } = await readNight();
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
  if (summary.created !== batch.matches.length) throw new Error(`not every match of ${FILE.pathname} was taken`);
  return players.map(({ username }) => username);
}

/** Of the key that the API page fills in. Everyone who can open the page can read it, so it is short-lived and for the sandbox only. */
const PAGE_KEY = { name: 'API page', lifeMs: 24 * 3_600_000 } as const;

/**
 * Gives the API page a test key of the demo, whose sandbox then has the club night. The first page that is opened after a start
 * makes a key, and one that is opened half a day later the next; the one before ends.
 * @returns null as soon as the demo is not the only partner
 */
export function demoTrialKey(context: Context, sandboxes: Sandboxes): () => Promise<string | null> {
  let last: { readonly key: Promise<string>; readonly partnerId: string; readonly at: number } | undefined;
  return async () => {
    const partnerId = await findDemo(context);
    if (partnerId === null) return null;
    if (last?.partnerId !== partnerId || context.now() - last.at > PAGE_KEY.lifeMs / 2) {
      const key = openTrial(context, sandboxes, partnerId);
      last = { key, partnerId, at: context.now() };
      key.catch(() => {
        last = undefined;
      });
    }
    return last.key;
  };
}

async function openTrial(context: Context, sandboxes: Sandboxes, partnerId: string): Promise<string> {
  for (const { id, name } of await allKeys(context, partnerId)) {
    if (name === PAGE_KEY.name) await revokeKey(context, id);
  }
  const { id: keyId, key } = await issueKey(context, partnerId, {
    scopes: [...scopes],
    name: PAGE_KEY.name,
    mode: 'test',
    expires_at: formatInstant(context.now() + PAGE_KEY.lifeMs),
  });
  const call = await sandboxes.enter(callerOf(partnerId, keyId, 'test'));
  const { players } = await sandboxes.state(call);
  if (players === 0) await playNight(call);
  return key;
}
