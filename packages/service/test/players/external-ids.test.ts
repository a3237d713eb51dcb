import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scopes } from '@bandeja/contract/account-enums';
import type { PlayerBatchResults } from '@bandeja/contract/player-batches';
import type { Player, RegisteredPlayer } from '@bandeja/contract/players';
import { statement } from '@bandeja/postgres/database';
import { issueKey } from '../../src/keys/keys.ts';
import { logSink } from '../http/support.ts';
import { dumpOf } from '../support/dump.ts';
import { freshName, onEachEngine, type PageBody, type TestPartner, useTestService } from '../support/service.ts';
import { storedRows } from '../support/stored.ts';

const hidden = statement(
  'test_hidden_external_ids',
  `select count(*)::integer as count from external_ids x join players p on p.id = x.player_id
   where not p.profile_is_public and p.creator_partner_id <> x.partner_id and not exists (
     select from roster_members m where m.player_id = p.id and m.partner_id = x.partner_id)`,
);

const LICENCE = { kind: 'licence', value: 'ES-1024' };

onEachEngine((engine) => {
  const { lines, stream } = logSink();
  const service = useTestService({ engine, isOwn: true, log: { level: 'info', stream } });

  const pathOf = ({ username }: { readonly username: string }) => `/v1/players/${username}`;
  const put = (partner: TestPartner, player: Player, { kind, value }: typeof LICENCE) =>
    partner.request('PUT', `${pathOf(player)}/external-ids/${kind}`, { body: { value } });
  const idsOf = async (partner: TestPartner, player: Player) =>
    (await partner.request<Player>('GET', pathOf(player))).body.external_ids;
  const find = async (partner: TestPartner, { kind, value }: typeof LICENCE) => {
    const query = { external_id: `${kind}:${value}` };
    const { status, body, text } = await partner.request<PageBody<Player>>('GET', '/v1/players', { query });
    assert.equal(status, 200, text);
    return body.data.map(({ id }) => id);
  };
  const register = (partner: TestPartner, body: object) =>
    partner.request<RegisteredPlayer>('POST', '/v1/players', { body });
  const setUp = async () => {
    const [creator, club] = [await service().freshPartner(), await service().freshPartner()];
    const [player = assert.fail()] = await creator.freshPlayers(1);
    return { creator, club, player };
  };
  const share = async (creator: TestPartner, club: TestPartner, player: Player) => {
    const { body } = await creator.request('POST', `${pathOf(player)}/shares`);
    await club.request('PUT', '/v1/rosters/night');
    await club.request('POST', '/v1/rosters/night/members', { body: { share_code: body['share_code'] } });
  };

  describe('an external id', () => {
    it('of a test key are those of the sandbox alone', async () => {
      const live = await service().freshPartner({ mode: 'live' });
      const { key } = await issueKey(service().context, live.id, { scopes: [...scopes], mode: 'test' });
      const test = live.withToken(key);
      const username = freshName('both');
      const registered = await register(live, { username, external_ids: [LICENCE] });
      assert.equal(registered.status, 201);
      // The value is free in the sandbox, where no player has it.
      const body = { username, external_ids: [LICENCE] };
      const { status, body: own } = await test.request<RegisteredPlayer>('POST', '/v1/players', { body });
      assert.equal(status, 201);
      const query = { external_id: `${LICENCE.kind}:${LICENCE.value}` };
      const inSandbox = await test.request<PageBody<Player>>('GET', '/v1/players', { query });
      assert.deepEqual(
        inSandbox.body.data.map(({ id }) => id),
        [own.id],
      );
      await test.request('DELETE', `/v1/players/${username}/external-ids/${LICENCE.kind}`);
      assert.deepEqual(await find(live, LICENCE), [registered.body.id]);
      assert.equal((await test.request('DELETE', '/v1/sandbox')).status, 204);
      assert.deepEqual(await idsOf(live, registered.body), [LICENCE]);
    });

    it('is stored, replaced and deleted by a partner that sees the player, and finds the player', async () => {
      const { club, player } = await setUp();
      const stored = await put(club, player, LICENCE);
      assert.deepEqual([stored.status, stored.body], [201, LICENCE]);
      assert.deepEqual(await find(club, LICENCE), [player.id]);
      const other = { ...LICENCE, value: 'ES-2: “x”, {7}' };
      assert.equal((await put(club, player, other)).status, 200);
      assert.deepEqual([await find(club, LICENCE), await find(club, other)], [[], [player.id]]);
      await put(club, player, { kind: 'app', value: '9' });
      assert.deepEqual(await idsOf(club, player), [{ kind: 'app', value: '9' }, other]);
      for (let again = 0; again < 2; again += 1) {
        const { status } = await club.request('DELETE', `${pathOf(player)}/external-ids/licence`);
        assert.equal(status, 204);
      }
      assert.deepEqual(await idsOf(club, player), [{ kind: 'app', value: '9' }]);
    });

    it('belongs to one player of a partner: another one gets 409 external_id_taken with the first one', async () => {
      const { club, player } = await setUp();
      const [other = assert.fail()] = await club.freshPlayers(1);
      await put(club, player, LICENCE);
      const path = `${pathOf(other)}/external-ids/licence`;
      const refused = await club.refusal('external_id_taken', 'PUT', path, { body: { value: LICENCE.value } });
      const { existing_profile_id, existing_username } = refused.body as unknown as Record<string, unknown>;
      assert.deepEqual([existing_profile_id, existing_username], [player.id, player.username]);
      assert.deepEqual(await idsOf(club, other), []);
    });

    it('is refused for a player that the partner does not see, for a malformed kind and for the 21st kind', async () => {
      const { creator, club } = await setUp();
      const [hidden = assert.fail()] = await creator.freshPlayers(1, { profile_is_public: false });
      const body = { value: '1' };
      await club.refusal('player_not_found', 'PUT', `${pathOf(hidden)}/external-ids/licence`, { body });
      await club.refusal('player_not_found', 'DELETE', `${pathOf(hidden)}/external-ids/licence`);
      await creator.refusal('route_not_found', 'PUT', `${pathOf(hidden)}/external-ids/A`, { body });
      for (let kind = 0; kind < 20; kind += 1) await put(creator, hidden, { kind: `k${kind}`, value: '1' });
      const full = await creator.refusal('invalid_body', 'PUT', `${pathOf(hidden)}/external-ids/k20`, { body });
      assert.deepEqual(
        full.body.errors?.map(({ code }) => code),
        ['out_of_range'],
      );
      assert.equal((await put(creator, hidden, { kind: 'k0', value: '2' })).status, 200);
    });

    it('excludes q and roster in a look-up', async () => {
      const { club } = await setUp();
      for (const more of [{ q: 'ana' }, { roster: 'night' }]) {
        const query = { external_id: 'licence:1', ...more };
        const { body } = await club.refusal('invalid_query', 'GET', '/v1/players', { query });
        assert.ok(body.errors?.some(({ code }) => code === 'conflicting'));
      }
    });
  });

  describe('a registration with external ids', () => {
    it('sets those of a new player, and adds the kinds that an existing one has not', async () => {
      const { club, player } = await setUp();
      const username = freshName('new');
      const created = await register(club, { username, external_ids: [LICENCE] });
      assert.deepEqual([created.status, created.body.external_ids], [201, [LICENCE]]);
      const sent = [
        { kind: 'app', value: '9' },
        { ...LICENCE, value: 'other' },
      ];
      const again = await register(club, { username, external_ids: sent });
      assert.deepEqual([again.status, again.body.external_ids], [200, [sent[0], LICENCE]]);
      const theirs = await register(club, {
        username: player.username,
        external_ids: [{ kind: 'member', value: '7' }],
      });
      assert.deepEqual([theirs.body.id, theirs.body.external_ids], [player.id, [{ kind: 'member', value: '7' }]]);
    });

    it('stores nothing if another player has one of them, or two are of one kind, or they are more than 20', async () => {
      const { club, player } = await setUp();
      await put(club, player, LICENCE);
      const before = await storedRows(service().database);
      const username = freshName('new');
      const body = { username, roster_slug: 'night', external_ids: [{ kind: 'app', value: '1' }, LICENCE] };
      const taken = await club.refusal('external_id_taken', 'POST', '/v1/players', { body });
      assert.equal((taken.body as unknown as Record<string, unknown>)['existing_username'], player.username);
      const twice = { username, external_ids: [LICENCE, { ...LICENCE, value: '2' }] };
      const faults = await club.refusal('invalid_body', 'POST', '/v1/players', { body: twice });
      assert.deepEqual(
        faults.body.errors?.map(({ pointer, code }) => [pointer, code]),
        [['/external_ids/1', 'conflicting']],
      );
      const many = Array.from({ length: 21 }, (_, kind) => ({ kind: `k${kind}`, value: '1' }));
      const tooMany = await club.refusal('invalid_body', 'POST', '/v1/players', {
        body: { username, external_ids: many },
      });
      assert.deepEqual(
        tooMany.body.errors?.map(({ code }) => code),
        ['out_of_range'],
      );
      assert.deepEqual(await storedRows(service().database), before);
      assert.deepEqual(await find(club, { kind: 'app', value: '1' }), []);
    });

    it('in a batch rejects the entries alone whose id is taken, also earlier in the batch', async () => {
      const { club, player } = await setUp();
      await put(club, player, LICENCE);
      const [one, two, three] = [freshName('one'), freshName('two'), freshName('three')];
      const app = { kind: 'app', value: '1' };
      const players = [
        { username: one, external_ids: [app] },
        { username: two, external_ids: [{ kind: 'member', value: '1' }, app] },
        { username: three, external_ids: [LICENCE] },
        { username: one, external_ids: [app] },
      ];
      for (const query of [{ dry_run: true }, {}]) {
        const { body } = await club.request<PlayerBatchResults>('POST', '/v1/players/batch', {
          body: { players },
          query,
        });
        assert.deepEqual(
          body.results.map(({ status, error }) => [status, error?.code, error?.errors.map(({ pointer }) => pointer)]),
          [
            ['created', undefined, undefined],
            ['rejected', 'external_id_taken', ['/external_ids/1']],
            ['rejected', 'external_id_taken', ['/external_ids/0']],
            ['existing', undefined, undefined],
          ],
        );
        const [{ player } = assert.fail(), { error } = assert.fail()] = body.results;
        assert.deepEqual([error?.existing_username, error?.existing_profile_id], [one, player?.id]);
      }
      await club.refusal('player_not_found', 'GET', `/v1/players/${two}`);
    });

    it('gives one value to one player, however many are sent at once', async () => {
      const { club, player } = await setUp();
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, () => register(club, { username: freshName('raced'), external_ids: [LICENCE] })),
        put(club, player, LICENCE),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 8 }, () => 409)]);
      assert.equal((await find(club, LICENCE)).length, 1);
    });
  });

  describe('the external ids of a partner', () => {
    it('are in no answer, event or export of another partner, and the other way round', async () => {
      const { creator, club, player } = await setUp();
      const path = pathOf(player);
      const secrets = [
        { partner: creator, kind: 'alpha', value: freshName('secret-of-creator') },
        { partner: club, kind: 'beta', value: freshName('secret-of-club') },
      ];
      for (const { partner, ...id } of secrets) assert.equal((await put(partner, player, id)).status, 201);
      for (const { partner } of secrets) {
        await partner.request('PUT', '/v1/rosters/night');
        await partner.request('PUT', `/v1/rosters/night/members/${player.username}`);
      }
      const reads = [
        path,
        `${path}/card`,
        `${path}/progress`,
        `${path}/analysis`,
        `${path}/matches`,
        `${path}/export`,
        '/v1/players',
        `/v1/players?q=${player.username}`,
        `/v1/players/search?q=${player.username}`,
        '/v1/rosters/night/members',
        '/v1/rosters/night/leaderboard',
        '/v1/events',
        '/v1/audit',
      ];
      for (const [index, { partner, kind, value }] of secrets.entries()) {
        const other = secrets[1 - index] ?? assert.fail();
        let own = 0;
        for (const read of reads) {
          const { text } = await partner.request('GET', read);
          assert.ok(!text.includes(other.value) && !text.includes(other.kind), `${read}: ${text}`);
          own += text.includes(value) ? 1 : 0;
        }
        assert.ok(own >= 5, String(own));
        const registered = await register(partner, { username: player.username });
        assert.deepEqual(registered.body.external_ids, [{ kind, value }]);
        assert.deepEqual(await find(partner, other), []);
        assert.equal((await put(partner, player, other)).status, 201, 'free for this partner');
        await partner.request('DELETE', `${path}/external-ids/${other.kind}`);
      }
      const { body } = await creator.request('GET', `${path}/export`);
      assert.equal(body['partners_with_external_ids'], 1);
    });

    it('are in no line of the log', async () => {
      const { club, player } = await setUp();
      const secret = { kind: 'locker', value: freshName('secret') };
      await put(club, player, secret);
      assert.deepEqual(await find(club, secret), [player.id]);
      await club.request('DELETE', `${pathOf(player)}/external-ids/${secret.kind}`);
      const routes = lines.map(({ method, route }) => `${method} ${route}`);
      for (const asked of ['PUT /v1/players/:username/external-ids/:kind', 'GET /v1/players'])
        assert.ok(routes.includes(asked), asked);
      assert.doesNotMatch(JSON.stringify(lines), new RegExp(`${secret.value}|${secret.kind}`));
    });

    it('are deleted when the player turns private or leaves the last roster, and the value is free again', async () => {
      const { creator, club, player } = await setUp();
      const [friend, stranger, own] = [await service().freshPartner(), await service().freshPartner(), club];
      await share(creator, friend, player);
      for (const partner of [creator, friend, stranger]) await put(partner, player, LICENCE);
      await creator.request('PATCH', pathOf(player), { body: { profile_is_public: false } });
      await creator.request('PATCH', pathOf(player), { body: { profile_is_public: true } });
      assert.deepEqual(await idsOf(creator, player), [LICENCE]);
      assert.deepEqual(await idsOf(friend, player), [LICENCE]);
      assert.deepEqual(await idsOf(stranger, player), []);

      const [hidden = assert.fail()] = await creator.freshPlayers(1, { profile_is_public: false });
      for (const leave of [`/v1/rosters/night/members/${hidden.username}`, '/v1/rosters/night']) {
        await share(creator, own, hidden);
        assert.equal((await put(own, hidden, LICENCE)).status, 201);
        assert.equal((await own.request('DELETE', leave)).status, 204);
        const [fresh = assert.fail()] = await own.freshPlayers(1);
        assert.deepEqual(await find(own, LICENCE), []);
        assert.equal((await put(own, fresh, LICENCE)).status, 201);
        await own.request('DELETE', `${pathOf(fresh)}/external-ids/licence`);
      }
    });

    it('do not stay at a partner that stops seeing the player while it stores one', async () => {
      const { creator, club } = await setUp();
      for (let round = 0; round < 10; round += 1) {
        const [player = assert.fail()] = await creator.freshPlayers(1, { profile_is_public: round % 2 === 1 });
        if (round % 2 === 0) await share(creator, club, player);
        const body = { username: player.username, profile_is_public: true, external_ids: [LICENCE] };
        await Promise.all([
          put(club, player, LICENCE),
          round % 2 === 0
            ? club.request('DELETE', `/v1/rosters/night/members/${player.username}`)
            : creator.request('PATCH', pathOf(player), { body: { profile_is_public: false } }),
          club.request('POST', '/v1/players/batch', { body: { players: [body] }, query: { dry_run: round > 4 } }),
        ]);
        const found = await find(club, LICENCE);
        assert.ok(!found.includes(player.id), `round ${round}`);
        for (const { id, username } of (await club.request<PageBody<Player>>('GET', '/v1/players')).body.data)
          if (found.includes(id)) await club.request('DELETE', `/v1/players/${username}/external-ids/licence`);
      }
      const left = await service().database.query<{ count: number }>(hidden, []);
      assert.equal(left[0]?.count, 0);
    });

    it('are erased with the player, at every partner', async () => {
      const { creator, club, player } = await setUp();
      const values = [freshName('gone'), freshName('gone')];
      await put(creator, player, { kind: 'licence', value: values[0] ?? '' });
      await put(club, player, { kind: 'licence', value: values[1] ?? '' });
      assert.equal((await creator.request('DELETE', pathOf(player))).status, 204);
      const dump = await dumpOf(service().database);
      for (const value of values) assert.ok(!dump.includes(value));
    });
  });
});
