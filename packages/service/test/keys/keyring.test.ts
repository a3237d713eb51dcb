import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import type { Database } from '@bandeja/postgres/database';
import { type Context, serviceContext } from '../../src/context.ts';
import { type Keyring, openKeyring } from '../../src/keys/keyring.ts';
import { issueKey, revokeKey, rotateKey } from '../../src/keys/keys.ts';
import { createPartner, updatePartner } from '../../src/partners/partners.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';

const DAY_MS = 86_400_000;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A key forged from a known public id: the checksum is right, the secret is wrong. */
function withOtherSecret(key: string): string {
  const body = `${key.slice(0, -38)}${'A'.repeat(32)}`;
  let rest = crc32(body);
  let checksum = '';
  for (let digit = 0; digit < 6; digit += 1) {
    checksum = base62.charAt(rest % 62) + checksum;
    rest = Math.floor(rest / 62);
  }
  return body + checksum;
}

onEachEngine((engine) => {
  let database: Database;
  let context: Context;
  let aheadMs = 0;
  let lookUps = 0;

  before(async () => {
    database = await openMigratedDatabase(engine);
    const counting = {
      engine: database.engine,
      query: (statement, values) => {
        if (statement.name === 'keys_credential') lookUps += 1;
        return database.query(statement, values);
      },
      transaction: (work, options) => database.transaction(work, options),
    } as Partial<Database> as Database;
    context = serviceContext(counting, () => Date.now() + aheadMs);
  });
  after(() => database.close());

  const openNode = (): Keyring => openKeyring(context, () => performance.now() + aheadMs);
  const pass = (ms: number): void => {
    aheadMs += ms;
  };

  async function freshKey(expiresAt: number | null = null) {
    const partner = await createPartner(context, { name: 'Club Norte', plan: 'pro' });
    const issued = await issueKey(context, partner.id, {
      scopes: ['read:players'],
      expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    });
    return { partner, ...issued };
  }

  describe('a keyring', () => {
    it('returns the actor of a key, with plan and scopes', async () => {
      const { partner, id, key } = await freshKey();
      assert.deepEqual(await openNode().authenticate(key), {
        kind: 'key',
        partnerId: partner.id,
        keyId: id,
        mode: 'live',
        plan: 'pro',
        suspended: false,
        scopes: ['read:players'],
      });
    });

    it('rejects a known public id with another secret, even if the key is cached', async () => {
      const node = openNode();
      const { key } = await freshKey();
      assert.equal(await node.authenticate(withOtherSecret(key)), null);
      assert.notEqual(await node.authenticate(key), null);
      assert.equal(await node.authenticate(withOtherSecret(key)), null);
    });

    it('rejects malformed text without a look-up, and an unknown key with one', async () => {
      const node = openNode();
      const { key } = await freshKey();
      lookUps = 0;
      for (const text of ['', 'nonsense', key.slice(0, -1), key.toLowerCase()]) {
        assert.equal(await node.authenticate(text), null);
      }
      assert.equal(lookUps, 0);
      const unknown = withOtherSecret(`bdj_live_000000000000_${'B'.repeat(38)}`);
      assert.equal(await node.authenticate(unknown), null);
      assert.equal(lookUps, 1);
    });

    it('rejects a key from the millisecond of its expiry on, cached or not', async () => {
      const node = openNode();
      const expiresAt = context.now() + 3_000;
      const { key } = await freshKey(expiresAt);
      assert.notEqual(await node.authenticate(key), null);
      pass(expiresAt - context.now());
      assert.equal(await node.authenticate(key), null);
      assert.equal(await openNode().authenticate(key), null);
    });

    it('applies a revocation at once on its node, and within five seconds on others', async () => {
      const [here, elsewhere] = [openNode(), openNode()];
      const { id, key } = await freshKey();
      await Promise.all([here.authenticate(key), elsewhere.authenticate(key)]);
      await revokeKey(context, id);
      here.forget();
      assert.equal(await here.authenticate(key), null);
      pass(5_000);
      assert.equal(await elsewhere.authenticate(key), null);
    });

    it('rejects a revoked key on a node whose clock is behind that of the revoking node', async () => {
      const { id, key } = await freshKey();
      const ahead: Context = { ...context, now: () => context.now() + 600_000 };
      await revokeKey(ahead, id);
      assert.equal(await openNode().authenticate(key), null);
      await assert.rejects(revokeKey(context, id), { code: 'key_not_found' });
      await assert.rejects(rotateKey(context, id, { overlap_seconds: 60 }), { code: 'key_not_found' });
    });

    it('can revoke a key that has expired by the clock of the called node', async () => {
      const { id, key } = await freshKey(context.now() + 60_000);
      const ahead: Context = { ...context, now: () => context.now() + 600_000 };
      await revokeKey(ahead, id);
      assert.equal(await openNode().authenticate(key), null);
    });

    it('applies a changed plan and a suspension within five seconds', async () => {
      const node = openNode();
      const { partner, key } = await freshKey();
      await node.authenticate(key);
      await updatePartner(context, partner.id, { name: null, plan: 'starter', suspended: true });
      pass(5_000);
      const caller = await node.authenticate(key);
      assert.equal(caller?.plan, 'starter');
      assert.equal(caller?.suspended, true);
    });
  });

  describe('rotating a key', () => {
    it('extends neither the old key nor its successor beyond the original expiry', async () => {
      const node = openNode();
      const expiresAt = context.now() + DAY_MS;
      const old = await freshKey(expiresAt);
      const fresh = await rotateKey(context, old.id, { overlap_seconds: 30 * 86_400 });
      assert.equal(fresh.expires_at, new Date(expiresAt).toISOString());
      pass(DAY_MS);
      assert.equal(await node.authenticate(old.key), null);
      assert.equal(await node.authenticate(fresh.key), null);
    });

    it('a second time within the overlap returns another successor with the original expiry', async () => {
      const old = await freshKey();
      await rotateKey(context, old.id, { overlap_seconds: 60 });
      const second = await rotateKey(context, old.id, { overlap_seconds: 3_600 });
      assert.equal(second.expires_at, null);
      pass(60_000);
      assert.equal(await openNode().authenticate(old.key), null);
      assert.notEqual(await openNode().authenticate(second.key), null);
    });

    it('is rejected for a key that is expired or revoked, or whose overlap has ended', async () => {
      const expired = await freshKey(context.now() + 1_000);
      const revoked = await freshKey();
      await revokeKey(context, revoked.id);
      const rotated = await freshKey();
      await rotateKey(context, rotated.id, { overlap_seconds: 1 });
      pass(1_000);
      for (const { id } of [expired, revoked, rotated]) {
        await assert.rejects(rotateKey(context, id, { overlap_seconds: 60 }), { code: 'key_not_found' });
      }
    });
  });
});
