import { readFile } from 'node:fs/promises';
import type { Context, KeyActor, PartnerContext } from './domain/context.ts';
import { issueKey, listKeys, scopes } from './domain/keys/index.ts';
import { type BatchEnvelope, submitBatch } from './domain/matches/index.ts';
import { createPartner, listPartners } from './domain/partners/index.ts';
import { registerPlayer } from './domain/players/index.ts';

/** The demo partner's roster, so that there is one to look at. */
const ROSTER = 'club-night';

const DEMO_NAME = 'Demo club';

const FILE = new URL('../examples/club-night.json', import.meta.url);

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
  /** Players of the club night, at least four. */
  readonly usernames: readonly string[];
}

/**
 * The id of the demo partner, if it is the only partner and none of its keys was used yet. Its key may never have been
 * shown: a first start can fail after it made the partner.
 */
export async function findUnusedDemo(context: Context): Promise<string | null> {
  const firstPage = { limit: 2, offset: 0, after: null };
  const [partner, other] = (await listPartners(context, firstPage)).data;
  if (partner?.name !== DEMO_NAME || other !== undefined) return null;
  const keys = await listKeys(context, partner.id, firstPage);
  return keys.data.every((key) => key.last_used_at === null) ? partner.id : null;
}

/** Makes a partner that may do everything, with the players and matches of a club night. */
export async function createDemo(context: Context): Promise<Demo> {
  const night = JSON.parse(await readFile(FILE, 'utf8')) as ClubNight;
  const partner = await createPartner(context, { name: DEMO_NAME, plan: 'enterprise' });
  const { id: keyId, key } = await issueKey(context, partner.id, { scopes: [...scopes], name: 'Demo' });
  const actor: KeyActor = {
    kind: 'key',
    partnerId: partner.id,
    keyId,
    mode: 'live',
    plan: partner.plan,
    suspended: false,
    scopes,
  };
  const call: PartnerContext = { ...context, actor };
  for (const player of night.players) {
    await registerPlayer(call, {
      username: player.username,
      display_name: player.display_name ?? null,
      country_code: player.country_code ?? null,
      profile_is_public: true,
      roster_slug: ROSTER,
    });
  }
  const { players: _, ...batch } = night;
  const { summary } = await submitBatch(call, batch);
  if (summary.created !== batch.matches.length) throw new Error(`not every match of ${FILE.pathname} was taken`);
  return { partnerId: partner.id, key, usernames: night.players.map((player) => player.username) };
}
