import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RegisteredPlayer } from '@bandeja/contract/players';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';
import { storedRows } from '../support/stored.ts';

/** What no schema says: a username that is a path of the API, and a country that has gone. */
const bad = [
  { body: { username: 'search' }, pointer: '/username', code: 'bad_format' },
  { body: { username: 'SEARCH' }, pointer: '/username', code: 'bad_format' },
  { body: { username: 'ana', country_code: 'AN' }, pointer: '/country_code', code: 'not_one_of' },
];

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const register = async (body: object) => {
    const partner = await service().freshPartner();
    return partner.request<RegisteredPlayer>('POST', '/v1/players', { body });
  };

  describe('registering a player returns 201', () => {
    it('with the player, its address, and defaults for omitted fields', async () => {
      const username = freshName('new');
      const { status, headers, body } = await register({ username });
      assert.equal(status, 201);
      assert.equal(headers['location'], `/v1/players/${username}`);
      const { id, ...rest } = body;
      assert.match(id, /^[0-9a-f-]{36}$/);
      assert.deepEqual(rest, {
        username,
        display_name: username,
        country_code: null,
        profile_is_public: true,
        external_ids: [],
        starting_level: null,
        rating: {
          service_score: 1500,
          level: 3,
          confidence_level: 'provisional',
          confidence_label: 'Provisional',
          matches_played: 0,
          uncertainty: 288,
          last_played_at: null,
          percentile: null,
          rating_status: 'settled',
        },
        rosters: [],
        registered_by_you: true,
      });
    });

    it('with the submitted values, and null equals an omitted field', async () => {
      const body = { display_name: 'Ana García 🎾', country_code: 'ES', profile_is_public: false, roster_slug: null };
      const answer = await register({ username: freshName('new'), ...body });
      const { display_name, country_code, profile_is_public } = answer.body;
      assert.deepEqual({ display_name, country_code, profile_is_public, roster_slug: null }, body);
      const bare = await register({
        username: freshName('new'),
        display_name: null,
        country_code: null,
        profile_is_public: null,
      });
      assert.deepEqual([bare.status, bare.body.profile_is_public, bare.body.country_code], [201, true, null]);
    });

    it('with the username in lower case', async () => {
      const username = freshName('new');
      const answer = await register({ username: username.toUpperCase() });
      assert.deepEqual([answer.body.username, answer.body.display_name], [username, username]);
    });

    it('with a private player on the named roster, which is created if necessary', async () => {
      const partner = await service().freshPartner();
      const body = { username: freshName('new'), roster_slug: 'a-1' };
      const answer = await partner.request<RegisteredPlayer>('POST', '/v1/players', { body });
      assert.deepEqual([answer.body.profile_is_public, answer.body.rosters], [false, ['a-1']]);
      const roster = await partner.request('GET', '/v1/rosters/a-1');
      assert.equal(roster.body['members'], 1);
    });
  });

  describe('registering an existing player returns 200', () => {
    it('with the unchanged player, for any content of the request', async () => {
      const partner = await service().freshPartner();
      const [player] = await partner.freshPlayers(1, { display_name: 'Ana', country_code: 'ES' });
      const body = { username: player?.username, display_name: 'Bea', country_code: 'PT', profile_is_public: false };
      const answer = await partner.request('POST', '/v1/players', { body });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['location'], undefined);
      assert.deepEqual(answer.body, { ...player, rosters: [], registered_by_you: true });
    });

    it('and adds a public player of another partner to the roster if a public one is requested', async () => {
      const { freshPartner } = service();
      const [player = assert.fail()] = await (await freshPartner()).freshPlayers(1);
      const partner = await freshPartner();
      for (const roster_slug of ['two', 'one', 'two']) {
        const answer = await partner.request('POST', '/v1/players', {
          body: { username: player.username, profile_is_public: true, roster_slug },
        });
        assert.equal(answer.status, 200);
      }
      const { username } = player;
      const again = await partner.request('POST', '/v1/players', { body: { username } });
      assert.deepEqual(again.body, { ...player, rosters: ['one', 'two'], registered_by_you: false });
      const asPrivate = await partner.request('POST', '/v1/players', { body: { username, roster_slug: 'one' } });
      assert.deepEqual([asPrivate.status, asPrivate.body['id']], [200, player.id], 'it is on a roster already');
    });

    it('without the rosters of other partners', async () => {
      const { freshPartner } = service();
      const [player] = await (await freshPartner()).freshPlayers(1, { roster_slug: 'theirs' });
      const answer = await (await freshPartner()).request('POST', '/v1/players', {
        body: { username: player?.username },
      });
      assert.deepEqual([answer.status, answer.body['rosters']], [200, []]);
    });
  });

  describe('registering the username of another partner’s player returns 201', () => {
    it('for a private player beside a public one, and the username then means the partner’s own player', async () => {
      const { freshPartner } = service();
      const [theirs = assert.fail()] = await (await freshPartner()).freshPlayers(1, { display_name: 'Their Name' });
      const { username } = theirs;
      for (const more of [{ profile_is_public: false }, { roster_slug: 'night' }]) {
        const partner = await freshPartner();
        const { status, body } = await partner.request<RegisteredPlayer>('POST', '/v1/players', {
          body: { username, display_name: 'Own Name', ...more },
        });
        assert.deepEqual([status, body.display_name, body.registered_by_you], [201, 'Own Name', true]);
        const read = await partner.request('GET', `/v1/players/${username}`);
        assert.deepEqual([read.body['id'], read.body['display_name']], [body.id, 'Own Name']);
        const again = await partner.request('POST', '/v1/players', { body: { username, profile_is_public: true } });
        assert.deepEqual([again.status, again.body['id']], [200, body.id]);
      }
    });

    it('for any player if the other one is private, as for a username that no player has', async () => {
      const { freshPartner, database } = service();
      for (const more of [{}, { roster_slug: 'night' }, { profile_is_public: true }]) {
        const [hidden = assert.fail()] = await (await freshPartner()).freshPlayers(1, { profile_is_public: false });
        const partner = await freshPartner();
        const before = await storedRows(database);
        const answers = [];
        for (const username of [hidden.username, freshName('absent').padEnd(hidden.username.length, 'x')]) {
          const { status, text } = await partner.request('POST', '/v1/players', { body: { username, ...more } });
          assert.equal(status, 201, text);
          answers.push(text.replace(/"id":"[^"]+"/, '').replaceAll(username, 'NAME'));
        }
        assert.equal(answers[0], answers[1]);
        const { players = 0 } = before;
        assert.equal((await storedRows(database))['players'], players + 2);
      }
    });
  });

  describe('registering a player returns 422 and stores nothing', () => {
    for (const { body, pointer, code } of bad) {
      it(`for ${JSON.stringify(body)}`, async () => {
        const { freshPartner, database } = service();
        const partner = await freshPartner();
        const before = await storedRows(database);
        const answer = await partner.refusal('invalid_body', 'POST', '/v1/players', { body });
        assert.equal(answer.status, 422);
        assert.deepEqual(
          answer.body.errors?.map((fault) => ({ pointer: fault.pointer, code: fault.code })),
          [{ pointer, code }],
        );
        assert.deepEqual(await storedRows(database), before);
      });
    }

    it('with all faults at once', async () => {
      const partner = await service().freshPartner();
      const body = { username: '-', country_code: 1, roster_slug: 'Ä', display_name: '', x: 1 };
      const answer = await partner.refusal('invalid_body', 'POST', '/v1/players', { body });
      assert.deepEqual(answer.body.errors?.map((fault) => fault.pointer).sort(), [
        '/country_code',
        '/display_name',
        '/roster_slug',
        '/username',
        '/username',
        '/x',
      ]);
    });
  });
});
