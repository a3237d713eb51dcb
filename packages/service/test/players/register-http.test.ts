import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RegisteredPlayer } from '@bandeja/contract/players';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';
import { storedRows } from '../support/stored.ts';

interface BadBody {
  readonly name: string;
  readonly body: object;
  readonly pointer: string;
  readonly code: string;
}

const bad: readonly BadBody[] = [
  { name: 'no username', body: {}, pointer: '/username', code: 'required' },
  { name: 'a null username', body: { username: null }, pointer: '/username', code: 'required' },
  { name: 'a username that is no text', body: { username: 7 }, pointer: '/username', code: 'wrong_type' },
  { name: 'an empty username', body: { username: '' }, pointer: '/username', code: 'out_of_range' },
  { name: 'a username of one character', body: { username: 'a' }, pointer: '/username', code: 'out_of_range' },
  {
    name: 'a username of 41 characters',
    body: { username: 'a'.repeat(41) },
    pointer: '/username',
    code: 'out_of_range',
  },
  { name: 'a username that begins with a dot', body: { username: '.ana' }, pointer: '/username', code: 'bad_format' },
  { name: 'a username that ends with a hyphen', body: { username: 'ana-' }, pointer: '/username', code: 'bad_format' },
  { name: 'a username with a blank', body: { username: 'ana b' }, pointer: '/username', code: 'bad_format' },
  { name: 'a username with a blank around it', body: { username: ' ana ' }, pointer: '/username', code: 'bad_format' },
  {
    name: 'a username with a line break at its end',
    body: { username: 'ana\n' },
    pointer: '/username',
    code: 'bad_format',
  },
  { name: 'a username with an accent', body: { username: 'josé' }, pointer: '/username', code: 'bad_format' },
  {
    name: 'a username with the Kelvin sign',
    body: { username: 'mar\u212A' },
    pointer: '/username',
    code: 'bad_format',
  },
  { name: 'a username with U+0000', body: { username: 'an\0a' }, pointer: '/username', code: 'bad_format' },
  { name: 'the reserved username', body: { username: 'search' }, pointer: '/username', code: 'bad_format' },
  { name: 'the reserved username in capitals', body: { username: 'SEARCH' }, pointer: '/username', code: 'bad_format' },
  { name: 'an empty display name', body: { display_name: '' }, pointer: '/display_name', code: 'out_of_range' },
  {
    name: 'a display name of 81 characters',
    body: { display_name: 'x'.repeat(81) },
    pointer: '/display_name',
    code: 'out_of_range',
  },
  {
    name: 'a display name with half a surrogate pair',
    body: { display_name: '\ud83d' },
    pointer: '/display_name',
    code: 'bad_format',
  },
  { name: 'an unknown country', body: { country_code: 'XX' }, pointer: '/country_code', code: 'not_one_of' },
  { name: 'a country in lower case', body: { country_code: 'es' }, pointer: '/country_code', code: 'not_one_of' },
  { name: 'a country of three letters', body: { country_code: 'ESP' }, pointer: '/country_code', code: 'not_one_of' },
  { name: 'a country that is withdrawn', body: { country_code: 'AN' }, pointer: '/country_code', code: 'not_one_of' },
  {
    name: 'a visibility that is text',
    body: { profile_is_public: 'false' },
    pointer: '/profile_is_public',
    code: 'wrong_type',
  },
  { name: 'an empty slug', body: { roster_slug: '' }, pointer: '/roster_slug', code: 'out_of_range' },
  {
    name: 'a slug of 65 characters',
    body: { roster_slug: 'a'.repeat(65) },
    pointer: '/roster_slug',
    code: 'out_of_range',
  },
  { name: 'a slug with a capital', body: { roster_slug: 'Night' }, pointer: '/roster_slug', code: 'bad_format' },
  { name: 'a slug with an underscore', body: { roster_slug: 'a_b' }, pointer: '/roster_slug', code: 'bad_format' },
  { name: 'a field with another case', body: { Display_name: 'Ana' }, pointer: '/Display_name', code: 'unknown_field' },
];

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const register = async (body: object) => {
    const partner = await service().freshPartner();
    return partner.request<RegisteredPlayer>('POST', '/v1/players', { body });
  };

  describe('registering a player answers 201', () => {
    it('with the player, its place, and defaults for what was left out', async () => {
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
        rating: {
          service_score: 1500,
          confidence_level: 'provisional',
          confidence_label: 'Provisional',
          matches_played: 0,
          uncertainty: 288,
          last_played_at: null,
          percentile: null,
          rating_status: 'settled',
        },
        rosters: [],
      });
    });

    it('with what was sent, null standing for what is left out', async () => {
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

    it('with the username in lower case, in which form it is found again', async () => {
      const username = freshName('new');
      const answer = await register({ username: username.toUpperCase() });
      assert.deepEqual([answer.body.username, answer.body.display_name], [username, username]);
    });

    it('with a private player on the roster when a roster is named, which is made if need be', async () => {
      const partner = await service().freshPartner();
      const body = { username: freshName('new'), roster_slug: 'a-1' };
      const answer = await partner.request<RegisteredPlayer>('POST', '/v1/players', { body });
      assert.deepEqual([answer.body.profile_is_public, answer.body.rosters], [false, ['a-1']]);
      const roster = await partner.request('GET', '/v1/rosters/a-1');
      assert.equal(roster.body['members'], 1);
    });

    it('with a public player on a roster when that is asked for', async () => {
      const answer = await register({ username: freshName('new'), roster_slug: 'night', profile_is_public: true });
      assert.equal(answer.body.profile_is_public, true);
    });

    it('for the shortest and the longest username', async () => {
      const short = Array.from(freshName('').slice(-2)).join('');
      assert.ok([200, 201, 409].includes((await register({ username: short })).status));
      const long = freshName('long').padEnd(40, 'x');
      assert.equal((await register({ username: long })).status, 201);
    });
  });

  describe('registering a player who is there answers 200', () => {
    it('with the player unchanged, whatever was sent', async () => {
      const partner = await service().freshPartner();
      const [player] = await partner.freshPlayers(1, { display_name: 'Ana', country_code: 'ES' });
      const body = { username: player?.username, display_name: 'Bea', country_code: 'PT', profile_is_public: false };
      const answer = await partner.request('POST', '/v1/players', { body });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['location'], undefined);
      assert.deepEqual(answer.body, { ...player, rosters: [] });
    });

    it('and puts the player on the roster, also a public one of another partner', async () => {
      const { freshPartner } = service();
      const [player] = await (await freshPartner()).freshPlayers(1);
      const partner = await freshPartner();
      for (const roster_slug of ['two', 'one', 'two']) {
        const answer = await partner.request('POST', '/v1/players', {
          body: { username: player?.username, roster_slug },
        });
        assert.equal(answer.status, 200);
      }
      const answer = await partner.request('POST', '/v1/players', { body: { username: player?.username } });
      assert.deepEqual(answer.body['rosters'], ['one', 'two']);
    });

    it('and never tells one partner of another’s rosters', async () => {
      const { freshPartner } = service();
      const [player] = await (await freshPartner()).freshPlayers(1, { roster_slug: 'theirs' });
      const answer = await (await freshPartner()).request('POST', '/v1/players', {
        body: { username: player?.username },
      });
      assert.deepEqual([answer.status, answer.body['rosters']], [200, []]);
    });
  });

  describe('registering a private player of another partner answers 409 username_taken', () => {
    it('and gives away neither the profile nor a place on a roster', async () => {
      const { freshPartner, database } = service();
      const [hidden] = await (await freshPartner()).freshPlayers(1, {
        profile_is_public: false,
        display_name: 'Hidden Name',
      });
      const partner = await freshPartner();
      const before = await storedRows(database);
      for (const more of [{}, { roster_slug: 'night' }, { profile_is_public: true }]) {
        const body = { username: hidden?.username, ...more };
        const answer = await partner.refusal('username_taken', 'POST', '/v1/players', { body });
        assert.equal(answer.status, 409);
        assert.ok(!answer.text.includes('Hidden Name') && !answer.text.includes(hidden?.id ?? ''));
      }
      assert.deepEqual(await storedRows(database), before);
      await partner.refusal('player_not_found', 'GET', `/v1/players/${hidden?.username}`);
      await partner.refusal('roster_not_found', 'GET', '/v1/rosters/night');
    });
  });

  describe('registering a player answers 422 and stores nothing', () => {
    for (const { name, body, pointer, code } of bad) {
      it(`for ${name}`, async () => {
        const { freshPartner, database } = service();
        const partner = await freshPartner();
        const before = await storedRows(database);
        const sent = 'username' in body || pointer === '/username' ? body : { username: freshName('new'), ...body };
        const answer = await partner.refusal('invalid_body', 'POST', '/v1/players', { body: sent });
        assert.equal(answer.status, 422);
        assert.deepEqual(
          answer.body.errors?.map((fault) => ({ pointer: fault.pointer, code: fault.code })),
          [{ pointer, code }],
        );
        assert.deepEqual(await storedRows(database), before);
      });
    }

    it('with every fault at once', async () => {
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
