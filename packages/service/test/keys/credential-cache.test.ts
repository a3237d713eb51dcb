import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CREDENTIAL_AGE_MAX_MS, CredentialCache } from '../../src/keys/credential-cache.ts';
import type { CredentialRow } from '../../src/keys/store.ts';

const credential = (keyId: string): CredentialRow => ({
  mode: 'live',
  key_id: keyId,
  key_hash: new Uint8Array(32),
  scopes: ['read:players'],
  expires_at: null,
  is_revoked: false,
  partner_id: 'partner',
  plan: 'pro',
  suspended: false,
});

function setUp(read: (publicId: string) => Promise<CredentialRow | undefined> = async (id) => credential(id)) {
  let nowMs = 0;
  const asked: string[] = [];
  const cache = new CredentialCache(
    (publicId) => {
      asked.push(publicId);
      return read(publicId);
    },
    () => nowMs,
  );
  return { cache, asked, pass: (ms: number) => (nowMs += ms) };
}

describe('the credential cache', () => {
  it('looks a key up once until its entry expires, and then again', async () => {
    const { cache, asked, pass } = setUp();
    for (let call = 0; call < 5; call += 1) await cache.get('a');
    pass(CREDENTIAL_AGE_MAX_MS - 1);
    await cache.get('a');
    assert.equal(asked.length, 1);
    pass(1);
    await cache.get('a');
    assert.equal(asked.length, 2);
  });

  it('keeps entries for less than five seconds, counted from before the look-up', () => {
    assert.ok(CREDENTIAL_AGE_MAX_MS < 5_000);
  });

  it('counts the time of a slow look-up as age', async () => {
    const { cache, asked, pass } = setUp(async (id) => {
      pass(CREDENTIAL_AGE_MAX_MS);
      return credential(id);
    });
    await cache.get('a');
    await cache.get('a');
    assert.equal(asked.length, 2);
  });

  it('shares one look-up between concurrent misses', async () => {
    const { cache, asked } = setUp();
    const found = await Promise.all(Array.from({ length: 50 }, () => cache.get('a')));
    assert.equal(asked.length, 1);
    assert.ok(found.every((row) => row?.key_id === 'a'));
  });

  it('is empty after forget()', async () => {
    const { cache, asked } = setUp();
    await cache.get('a');
    cache.forget();
    await cache.get('a');
    assert.equal(asked.length, 2);
  });

  it('neither shares nor keeps a look-up that began before forget()', async () => {
    const gates: (() => void)[] = [];
    const { cache, asked } = setUp(async (id) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return credential(id);
    });
    const before = cache.get('a');
    cache.forget();
    const after = cache.get('a');
    assert.equal(asked.length, 2);
    gates[1]?.();
    await after;
    gates[0]?.();
    await before;
    await cache.get('a');
    assert.equal(asked.length, 2);
  });

  it('shares a pending look-up only while it is young, and keeps the later result', async () => {
    const gates: (() => void)[] = [];
    const { cache, asked, pass } = setUp(async () => {
      const place = gates.length;
      await new Promise<void>((resolve) => gates.push(resolve));
      return credential(`read ${place}`);
    });
    const slow = cache.get('a');
    pass(CREDENTIAL_AGE_MAX_MS - 1);
    const sharing = cache.get('a');
    assert.equal(asked.length, 1);
    pass(1);
    const later = cache.get('a');
    assert.equal(asked.length, 2);
    gates[0]?.();
    assert.deepEqual([(await slow)?.key_id, (await sharing)?.key_id], ['read 0', 'read 0']);
    const alsoLater = cache.get('a');
    assert.equal(asked.length, 2);
    gates[1]?.();
    assert.deepEqual([(await later)?.key_id, (await alsoLater)?.key_id], ['read 1', 'read 1']);
    assert.equal((await cache.get('a'))?.key_id, 'read 1');
    assert.equal(asked.length, 2);
  });

  it('does not cache a missing key', async () => {
    const { cache, asked } = setUp(async () => undefined);
    assert.equal(await cache.get('a'), undefined);
    assert.equal(await cache.get('a'), undefined);
    assert.equal(asked.length, 2);
  });

  it('does not cache a failed look-up', async () => {
    let isAway = true;
    const { cache } = setUp(async (id) => {
      if (isAway) throw new Error('the database is away');
      return credential(id);
    });
    await assert.rejects(cache.get('a'), /away/);
    isAway = false;
    assert.equal((await cache.get('a'))?.key_id, 'a');
  });

  it('holds ten thousand keys and evicts the oldest', async () => {
    const { cache, asked } = setUp();
    for (let index = 0; index <= 10_000; index += 1) await cache.get(`key ${index}`);
    await cache.get('key 1');
    assert.equal(asked.length, 10_001);
    await cache.get('key 0');
    assert.equal(asked.length, 10_002);
  });
});
