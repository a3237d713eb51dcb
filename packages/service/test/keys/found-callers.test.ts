/** Which caller a cookie, an invitation or a link leads to, over rows in memory: a fault here would let somebody in as another. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { type Database, instant, type SqlValue, type Statement } from '@bandeja/postgres/database';
import { type Context, serviceContext } from '../../src/context.ts';
import { makeLinkToken, makeToken } from '../../src/keys/key-format.ts';
import { openKeyring } from '../../src/keys/keyring.ts';
import { linkFinder } from '../../src/links/authenticate.ts';
import type { PartnerRow } from '../../src/partners/store.ts';
import { expiryOf, invitedFinder, personFinder } from '../../src/people/authenticate.ts';
import { secretHash } from '../../src/runtime/secret.ts';

const NOW = Date.UTC(2026, 10, 30);
const DAY_MS = 86_400_000;

/** The rows of each statement by its name, and the statements that ran, with their values. */
let rows: Record<string, readonly object[]>;
let ran: [name: string, values: readonly SqlValue[]][];
const run = async ({ name }: Statement, values: readonly SqlValue[] = []): Promise<never> => {
  ran.push([name, values]);
  return (rows[name] ?? []) as never;
};
const database = {
  query: run,
  transaction: (work: (transaction: object) => unknown) => work({ query: run, commitWithLast() {} }),
} as unknown as Database;
const context: Context = { ...serviceContext(database), now: () => NOW, realNow: () => NOW + 7 };
const names = (): string[] => ran.map(([name]) => name);

beforeEach(() => {
  rows = {};
  ran = [];
});

it('a partner is read once, and again after a change of partners', async () => {
  rows = { partners_by_id: [{ id: 'partner-1' }] };
  let elapsedMs = 0;
  const keyring = openKeyring(context, () => elapsedMs++);
  for (const _ of [1, 2]) await keyring.partnerOf('partner-1');
  assert.equal(ran.length, 1);
  keyring.forget();
  await keyring.partnerOf('partner-1');
  assert.equal(ran.length, 2);
});

describe('a cookie of a person', () => {
  const cookie = makeToken('bds');
  const row = {
    id: 'sign-in-1',
    created_at: NOW - 40 * DAY_MS,
    last_used_at: NOW - 1_000,
    expires_at: NOW + 20 * DAY_MS,
    person_id: 'ana',
    role: 'coach',
    partner_id: 'partner-1',
    plan: 'pro',
    suspended: true,
  };
  const signedIn = (changes: Partial<typeof row> = {}): void => {
    rows = { sign_ins_by_token: [{ ...row, ...changes }] };
  };

  it('leads to the person, with the scopes of the role and the mode of the request', async () => {
    signedIn();
    assert.deepEqual(await personFinder(context)(cookie, 'test'), {
      actor: {
        kind: 'person',
        partnerId: 'partner-1',
        personId: 'ana',
        signInId: 'sign-in-1',
        role: 'coach',
        mode: 'test',
        plan: 'pro',
        suspended: true,
        scopes: ['read:players', 'read:intelligence'],
      },
      isExtended: false,
    });
    assert.deepEqual(ran[0]?.[1][0], secretHash(cookie));
  });

  it('that is malformed or of another kind is not looked up', async () => {
    for (const wrong of ['', `${cookie}x`, makeToken('bdi')]) {
      assert.equal(await personFinder(context)(wrong, 'live'), null);
    }
    assert.deepEqual(ran, []);
  });

  it('that is unknown leads to nobody', async () => {
    assert.equal(await personFinder(context)(cookie, 'live'), null);
  });

  it('is valid for 30 days from each use, but for a year from the sign-in at most', () => {
    assert.equal(expiryOf(NOW, NOW), NOW + 30 * DAY_MS);
    assert.equal(expiryOf(NOW - 334 * DAY_MS, NOW), NOW + 30 * DAY_MS);
    assert.equal(expiryOf(NOW - 340 * DAY_MS, NOW), NOW + 25 * DAY_MS);
  });

  it('is extended by a use that is recorded, if the sign-in ends a day later or more', async () => {
    const isExtended = async (expires_at: number, last_used_at: number) => {
      signedIn({ expires_at, last_used_at });
      return (await personFinder(context)(cookie, 'live'))?.isExtended;
    };
    const hourAgo = NOW - DAY_MS / 24;
    assert.equal(await isExtended(NOW + 29 * DAY_MS, hourAgo), true);
    assert.equal(await isExtended(NOW + 29 * DAY_MS + 1, hourAgo), false);
    assert.equal(await isExtended(NOW + 20 * DAY_MS, NOW - 1_000), false);
    assert.equal(names().filter((name) => name === 'sign_ins_by_token').length, 3);
  });

  it('keeps its end when it is recorded, unless it is extended', async () => {
    const written = async (expires_at: number) => {
      signedIn({ expires_at, last_used_at: NOW - DAY_MS / 24 });
      await personFinder(context)(cookie, 'live');
      return ran.findLast(([name]) => name === 'sign_ins_touch')?.[1];
    };
    assert.deepEqual(await written(NOW + 20 * DAY_MS), ['sign-in-1', instant(NOW), instant(NOW + 30 * DAY_MS)]);
    assert.deepEqual(await written(NOW + 29 * DAY_MS + 1), ['sign-in-1', instant(NOW), instant(NOW + 29 * DAY_MS + 1)]);
  });
});

describe('an invitation', () => {
  const token = makeToken('bdi');

  it('leads to the person that it invites, and is not looked up if it is malformed', async () => {
    rows = { invitations_by_token: [{ partner_id: 'partner-1', person_id: 'bea', suspended: false }] };
    assert.deepEqual(await invitedFinder(context)(token), {
      kind: 'invited',
      partnerId: 'partner-1',
      personId: 'bea',
      tokenHash: secretHash(token),
      suspended: false,
    });
    assert.equal(ran.length, 1);
    assert.equal(await invitedFinder(context)(makeToken('bds')), null);
    assert.equal(ran.length, 1);
    rows = {};
    assert.equal(await invitedFinder(context)(token), null);
  });
});

describe('a link', () => {
  const partnerId = '019de4f2-a340-8f34-a99b-71224f08972d';
  const partner = { id: partnerId, name: 'Club', plan: 'pro', suspended: true } as unknown as PartnerRow;
  const sandbox: Context = { ...context, sandboxGeneration: 3 };
  const find = linkFinder(
    context,
    { partnerOf: async (id) => (id === partnerId ? partner : undefined) },
    { contextOf: async (id) => (id === partnerId ? sandbox : assert.fail()) },
  );
  const row = {
    id: 'link-1',
    partner_id: partnerId,
    private_players: 'number',
    expires_at: NOW + DAY_MS,
    last_used_at: null,
  };
  const night = { ...row, session_external_ref: 'friday', role: 'score', court: 2 };
  const match = { ...row, match_id: 'match-1', player_id: 'ana' };
  const actor = {
    kind: 'link',
    partnerId,
    linkId: 'link-1',
    plan: 'pro',
    suspended: true,
    privatePlayers: 'number',
    expiresAt: NOW + DAY_MS,
  };

  it('to a night or to a match leads there, with the partner’s plan, in its mode’s data', async () => {
    rows = { links_by_token: [night], match_links_by_token: [match] };
    for (const mode of ['live', 'test'] as const) {
      const data = mode === 'live' ? context : sandbox;
      assert.deepEqual(await find(makeLinkToken('night', { mode, partnerId })), {
        ...data,
        actor: { ...actor, mode, to: 'night', night: 'friday', role: 'score', court: 2 },
      });
      assert.deepEqual(await find(makeLinkToken('match', { mode, partnerId })), {
        ...data,
        actor: { ...actor, mode, to: 'match', matchId: 'match-1', playerId: 'ana' },
      });
    }
    assert.deepEqual(
      names(),
      Array.from({ length: 2 }, () => [
        'links_by_token',
        'links_touch',
        'match_links_by_token',
        'match_links_touch',
      ]).flat(),
    );
  });

  it('is looked up by its token, and valid by the real clock', async () => {
    for (const to of ['night', 'match'] as const) {
      const token = makeLinkToken(to, { mode: 'live', partnerId });
      assert.equal(await find(token), null);
      assert.deepEqual(ran.at(-1)?.[1], [secretHash(token), instant(NOW + 7)]);
    }
  });

  it('that is malformed, or names no partner, is not looked up', async () => {
    for (const to of ['night', 'match'] as const) {
      assert.equal(await find(makeLinkToken(to, { mode: 'live', partnerId: partnerId.replace('0', '1') })), null);
      assert.equal(await find(`${makeLinkToken(to, { mode: 'live', partnerId })}x`), null);
    }
    assert.deepEqual(ran, []);
  });

  it('of another partner leads nowhere, even if its token were that of this one', async () => {
    rows = {
      links_by_token: [{ ...night, partner_id: 'other' }],
      match_links_by_token: [{ ...match, partner_id: 'other' }],
    };
    for (const to of ['night', 'match'] as const) {
      assert.equal(await find(makeLinkToken(to, { mode: 'live', partnerId })), null);
    }
  });
});
