import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scopes } from '@bandeja/contract/account-enums';
import type { IssuedKey, Key } from '@bandeja/contract/keys';
import { onEachEngine, type PageBody, useTestService } from '../../support/service.ts';
import { storedRows } from '../../support/stored.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const reading = { scopes: ['read:players'] };

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  /** A partner without the usual test key. */
  async function setUp() {
    const { operator, nobody } = service();
    const partner = await operator.request('POST', '/admin/v1/partners', { body: { name: 'Club Norte', plan: 'pro' } });
    const keys = `/admin/v1/partners/${partner.body['id']}/keys`;
    const issue = async (body: object) => (await operator.request<IssuedKey>('POST', keys, { body })).body;
    const list = async (query = '') => (await operator.request<PageBody<Key>>('GET', `${keys}${query}`)).body.data;
    const status = async (key: string) => (await nobody.withToken(key).request('GET', '/v1/rosters')).status;
    return { operator, keys, issue, list, status };
  }

  describe('issuing a key', () => {
    it('returns 201 with a working key', async () => {
      const { operator, keys, status } = await setUp();
      const expires_at = new Date(service().context.now() + 60_000).toISOString();
      const body = { scopes: ['read:players', 'write:matches'], name: 'Booking', expires_at, mode: 'live' };
      const answer = await operator.request<IssuedKey>('POST', keys, { body });
      assert.equal(answer.status, 201);
      const { id, key, created_at, ...rest } = answer.body;
      assert.match(key, /^bdj_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
      assert.ok(id !== '' && created_at !== '');
      assert.deepEqual(rest, { ...body, last_used_at: null });
      assert.equal(await status(key), 200);
    });

    it('returns 201 for scopes alone: without name or expiry, in live mode', async () => {
      const { issue } = await setUp();
      for (const body of [{ scopes }, { scopes, name: null, expires_at: null, mode: null }]) {
        const { name, expires_at, mode } = await issue(body);
        assert.deepEqual({ name, expires_at, mode }, { name: null, expires_at: null, mode: 'live' });
      }
    });

    it('stores only a hash of the key', async () => {
      const { issue } = await setUp();
      const { key } = await issue(reading);
      const rows = await service().database.query<{ row: string }>({
        name: 'test_keys_as_text',
        text: 'select api_keys::text as row from api_keys',
      });
      assert.ok(rows.every(({ row }) => !row.includes(key.slice(-38))));
    });

    for (const [name, more, pointer, code] of [
      ['a scope twice', { scopes: ['read:players', 'read:players'] }, '/scopes/1', 'not_one_of'],
      ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, '/expires_at', 'out_of_range'],
    ] as const) {
      it(`returns 422 for ${name}, and stores nothing`, async () => {
        const { operator, keys } = await setUp();
        const before = await storedRows(service().database);
        const answer = await operator.refusal('invalid_body', 'POST', keys, { body: { ...reading, ...more } });
        assert.equal(answer.status, 422);
        assert.deepEqual(
          answer.body.errors?.map((fault) => [fault.pointer, fault.code]),
          [[pointer, code]],
        );
        assert.deepEqual(await storedRows(service().database), before);
      });
    }
  });

  describe('listing keys', () => {
    it('returns 200 in order of creation, without key texts and revoked keys', async () => {
      const { operator, issue, list } = await setUp();
      const issued = [await issue(reading), await issue({ ...reading, name: 'Two' }), await issue(reading)];
      await operator.request('DELETE', `/admin/v1/keys/${issued[2]?.id}`);
      const left = issued.slice(0, 2).map(({ key: _, ...rest }): Key => ({ ...rest, revoked_at: null }));
      const byCreation = (a: Key, b: Key) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1);
      assert.deepEqual(await list(), left.sort(byCreation));
    });

    it('lists revoked keys too if asked for all, and returns a revoked key by its id', async () => {
      const { operator, issue, list } = await setUp();
      const { key: _, ...issued } = await issue({ ...reading, name: 'Leaked' });
      await operator.request('DELETE', `/admin/v1/keys/${issued.id}`);
      assert.deepEqual(await list(), []);
      const [revoked, ...others] = await list('?all=true');
      assert.deepEqual([{ ...revoked, revoked_at: null }, others], [{ ...issued, revoked_at: null }, []]);
      assert.ok(Date.parse(revoked?.revoked_at ?? '') >= Date.parse(issued.created_at));
      assert.deepEqual((await operator.request<Key>('GET', `/admin/v1/keys/${issued.id}`)).body, revoked);
      assert.equal((await operator.refusal('key_not_found', 'GET', `/admin/v1/keys/${ABSENT}`)).status, 404);
    });

    it('omits expired keys, and rotated keys after their overlap', async () => {
      const { operator, issue, list } = await setUp();
      const lasting = await issue(reading);
      await issue({ ...reading, expires_at: new Date(service().context.now() + 5_000).toISOString() });
      const rotated = await issue(reading);
      const path = `/admin/v1/keys/${rotated.id}/rotate`;
      const successor = await operator.request<IssuedKey>('POST', path, { body: { overlap_seconds: 5 } });
      assert.equal((await list()).length, 4);
      service().advance(5_000);
      assert.deepEqual((await list()).map(({ id }) => id).sort(), [lasting.id, successor.body.id].sort());
    });
  });

  describe('rotating a key', () => {
    it('returns 201 with a successor with the same rights, and both work during the overlap', async () => {
      const { operator, issue, list, status } = await setUp();
      const old = await issue({ ...reading, name: 'Booking' });
      const rotate = `/admin/v1/keys/${old.id}/rotate`;
      const answer = await operator.request<IssuedKey>('POST', rotate, { body: { overlap_seconds: 60 } });
      assert.equal(answer.status, 201);
      const { name, scopes: held, mode, expires_at } = answer.body;
      assert.deepEqual(
        { name, held, mode, expires_at },
        { name: 'Booking', held: ['read:players'], mode: 'live', expires_at: null },
      );
      assert.deepEqual([await status(old.key), await status(answer.body.key)], [200, 200]);
      const ends = Date.parse((await list()).find(({ id }) => id === old.id)?.expires_at ?? '');
      assert.ok(Math.abs(ends - service().context.now() - 60_000) < 10_000);
      service().advance(60_000);
      assert.deepEqual([await status(old.key), await status(answer.body.key)], [401, 200]);
    });

    it('lets the old key work for a day by default', async () => {
      const { operator, issue, list } = await setUp();
      for (const options of [{}, { body: {} }, { body: { overlap_seconds: null } }]) {
        const old = await issue(reading);
        await operator.request('POST', `/admin/v1/keys/${old.id}/rotate`, options);
        const ends = Date.parse((await list()).find(({ id }) => id === old.id)?.expires_at ?? '');
        assert.ok(Math.abs(ends - service().context.now() - 86_400_000) < 10_000);
      }
    });

    it('rejects the old key from the next request on if the overlap is 0', async () => {
      const { operator, issue, status } = await setUp();
      const old = await issue(reading);
      assert.equal(await status(old.key), 200);
      await operator.request('POST', `/admin/v1/keys/${old.id}/rotate`, { body: { overlap_seconds: 0 } });
      assert.equal(await status(old.key), 401);
    });
  });

  describe('revoking a key', () => {
    it('returns 204, and the key is rejected from the next request on', async () => {
      const { operator, issue, status } = await setUp();
      const { id, key } = await issue(reading);
      assert.equal(await status(key), 200);
      assert.equal((await operator.request('DELETE', `/admin/v1/keys/${id}`)).status, 204);
      assert.equal(await status(key), 401);
    });
  });

  describe('a rejected key', () => {
    it('gets the same response whether it is unknown, wrong, expired or revoked', async () => {
      const { operator, issue } = await setUp();
      const expired = await issue({ ...reading, expires_at: new Date(service().context.now() + 5_000).toISOString() });
      const revoked = await issue(reading);
      await operator.request('DELETE', `/admin/v1/keys/${revoked.id}`);
      service().advance(5_000);
      const texts = new Set<string>();
      for (const token of [expired.key, revoked.key, 'nonsense', revoked.key.replace('_live_', '_test_')]) {
        const headers = { 'x-request-id': 'the-same' };
        const caller = service().nobody.withToken(token);
        const answer = await caller.refusal('invalid_credentials', 'GET', '/v1/rosters', { headers });
        assert.equal(answer.headers['www-authenticate'], 'Bearer');
        texts.add(answer.text);
      }
      assert.equal(texts.size, 1);
    });
  });
});
