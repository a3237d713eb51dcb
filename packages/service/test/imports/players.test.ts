import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportedPlayer, ImportResults } from '@bandeja/contract/import-rows';
import type { Player } from '@bandeja/contract/players';
import type { PageBody } from '../support/client.ts';
import { freshName, onEachEngine, type ProblemBody, type TestPartner, useTestService } from '../support/service.ts';
import { AnImport, aRow, matchOf } from './an-import.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const playerOf = (partner: TestPartner, username: string) =>
    partner.request<Player & ProblemBody>('GET', `/v1/players/${username}`);
  const shown = ({ players }: ImportResults) =>
    players.map(({ key, state, username, is_yours, problems }) => [
      key,
      state,
      username,
      is_yours,
      ...problems.map(({ pointer, code, values }) => [pointer, code, values]),
    ]);
  const keysOf = async (imported: AnImport) => {
    const path = `/v1/imports/${imported.id}/players`;
    const { body } = await imported.partner.request<PageBody<ImportedPlayer>>('GET', path);
    return body.data.map(({ key, username, registered }) => [key, username, registered]);
  };

  describe('the players of an import', () => {
    it('are registered with the first stored row that needs them, and not with rejected or held ones', async () => {
      const partner = await service().freshPartner();
      const imported = await AnImport.open(partner, { on_warning: 'hold', roster_slug: 'league' });
      const names = ['ana', 'bea', 'cruz', 'dani', 'eva'].map(freshName);
      const players = names.map((username, key) => ({ key: `${key}`, username, display_name: `Player ${key}` }));
      const held = aRow(1, ['0', '1', '2', '3'], { set_scores: [{ set_number: 1, team_a_games: 6, team_b_games: 5 }] });
      const rejected = aRow(2, ['0', '1', '2', 'x']);
      const first = await imported.send([held, rejected], players);
      assert.deepEqual(
        shown(first),
        names.map((name, key) => [`${key}`, 'new', name, null]),
      );
      assert.equal((await playerOf(partner, names[0] ?? '')).status, 404);
      const second = await imported.send([{ ...held, confirmed: true }], players);
      assert.deepEqual(shown(second), [
        ...names.slice(0, 4).map((name, key) => [`${key}`, 'registered', name, true]),
        ['4', 'new', names[4], null],
      ]);
      const [ana] = second.players;
      assert.deepEqual(
        [ana?.player?.display_name, ana?.player?.profile_is_public, ana?.player?.rating.matches_played],
        ['Player 0', false, 1],
      );
      assert.equal((await imported.read()).players_registered, 4);
      assert.deepEqual(
        await keysOf(imported),
        names.slice(0, 4).map((name, key) => [`${key}`, name, true]),
      );
      const roster = await partner.request<PageBody<{ username: string }>>('GET', '/v1/rosters/league/members');
      assert.deepEqual(roster.body.data.map(({ username }) => username).sort(), names.slice(0, 4).sort());
    });

    it('of created and duplicate rows join the roster of the import, and no others', async () => {
      const partner = await service().freshPartner();
      const [ana, bea, cruz, dani, eva] = await partner.freshPlayers(5);
      const four = [ana, bea, cruz, dani].flatMap((player) => player ?? []);
      const row = aRow(1, four);
      await (await AnImport.open(partner)).send([row]);
      const imported = await AnImport.open(partner, { roster_slug: 'league' });
      const conflict = {
        ...aRow(2, [...four.slice(1), ...(eva ? [eva] : [])]).match,
        external_ref: row.match.external_ref,
      };
      const members = () => partner.request<PageBody<{ username: string }>>('GET', '/v1/rosters/league/members');
      assert.equal((await imported.sendOne({ line: 2, match: conflict })).state, 'conflict');
      assert.equal((await members()).status, 404);
      assert.equal((await imported.sendOne({ ...row, line: 3 })).state, 'duplicate');
      const names = four.map(({ username }) => username);
      assert.deepEqual((await members()).body.data.map(({ username }) => username).sort(), names.sort());
    });

    it('stay those of their keys, whatever is sent for these later, or nothing', async () => {
      const partner = await service().freshPartner();
      const four = await partner.freshPlayers(4);
      const imported = await AnImport.open(partner);
      const [ana] = four;
      const username = freshName('new');
      await imported.send([aRow(1, ['7', ...four.slice(1)])], [{ key: '7', username, mode: 'new' }]);
      const again = await imported.send(
        [aRow(2, ['7', ...four.slice(1)])],
        [{ key: '7', username: ana?.username, mode: 'existing' }],
      );
      assert.deepEqual(shown(again), [['7', 'registered', username, true]]);
      assert.equal(
        (await imported.sendOne(aRow(3, ['7', ...four.slice(1)], { played_at: '2026-05-03T10:00:00Z' }))).state,
        'created',
      );
      assert.deepEqual(await keysOf(imported), [['7', username, true]]);
    });

    it('that their creator hid afterwards are not eligible, and have the name that matches show', async () => {
      const [owner, partner] = [await service().freshPartner(), await service().freshPartner()];
      const username = freshName('ana');
      await owner.freshPlayers(1, { username, profile_is_public: true });
      const others = await partner.freshPlayers(3);
      const imported = await AnImport.open(partner);
      const players = [{ key: '1', username, mode: 'existing' }];
      const row = aRow(1, ['1', ...others]);
      const { match_id } = (await imported.send([row], players)).results[0] ?? assert.fail('no result');
      const body = { profile_is_public: false, display_name: 'Secret' };
      assert.equal((await owner.request('PATCH', `/v1/players/${username}`, { body })).status, 200);

      const next = aRow(2, ['1', ...others], { played_at: '2026-05-03T10:00:00Z' });
      const sent = await imported.send([row, next], players);
      assert.deepEqual(shown(sent), [
        ['1', 'refused', username, null, ['/username', 'player_not_found', { sent: username }]],
      ]);
      assert.deepEqual(
        sent.results.map(({ state, problems }) => [state, ...problems.map(({ code, values }) => [code, values])]),
        [['created'], ['rejected', ['participant_not_eligible', { sent: '1' }]]],
      );
      const listed = await partner.request<PageBody<ImportedPlayer>>('GET', `/v1/imports/${imported.id}/players`);
      const match = await matchOf(partner, match_id);
      assert.deepEqual(
        listed.body.data.map((one) => [one.username, one.display_name]),
        match.participants.slice(0, 1).map((one) => [one.username, one.display_name]),
      );
      assert.ok(!listed.text.includes('Secret'));
    });

    it('are existing, new with the first free number, or refused, by their mode', async () => {
      const [owner, partner] = [await service().freshPartner(), await service().freshPartner()];
      const [base, hidden, foreign] = [freshName('ana'), freshName('hidden'), freshName('foreign')];
      await partner.freshPlayers(1, { username: base, profile_is_public: false });
      await partner.freshPlayers(1, { username: `${base}.2`, profile_is_public: false });
      await owner.freshPlayers(1, { username: hidden, profile_is_public: false });
      await owner.freshPlayers(1, { username: foreign });
      const players = [
        { key: 'either', username: base.toUpperCase() },
        { key: 'existing', username: base, mode: 'existing' },
        { key: 'numbered', username: base, mode: 'new' },
        { key: 'next', username: base, mode: 'new' },
        { key: 'third', username: `${base}.3`, mode: 'new' },
        { key: 'foreign', username: foreign, mode: 'existing' },
        { key: 'beside', username: foreign },
        { key: 'other', username: foreign, mode: 'new' },
        { key: 'hidden', username: hidden, mode: 'existing' },
        { key: 'absent', username: 'nobody.1', mode: 'existing' },
        { key: 'wrong', username: 'a', country_code: 'XX', mode: 'sometimes', roster_slug: 'x' },
        { key: 'search', username: 'search' },
      ];
      const body = { players, rows: [] };
      const { body: results } = await partner.request<ImportResults>('POST', '/v1/imports/check', { body });
      assert.deepEqual(shown(results), [
        ['either', 'existing', base, true],
        ['existing', 'existing', base, true],
        ['numbered', 'new', `${base}.3`, null],
        ['next', 'new', `${base}.4`, null],
        ['third', 'new', `${base}.3.2`, null],
        ['foreign', 'existing', foreign, false],
        ['beside', 'new', foreign, null],
        ['other', 'new', `${foreign}.2`, null],
        ['hidden', 'refused', hidden, null, ['/username', 'player_not_found', { sent: hidden }]],
        ['absent', 'refused', 'nobody.1', null, ['/username', 'player_not_found', { sent: 'nobody.1' }]],
        [
          'wrong',
          'refused',
          null,
          null,
          ['/roster_slug', 'unknown_field', {}],
          ['/username', 'out_of_range', { sent: 'a' }],
          ['/country_code', 'not_one_of', {}],
          ['/mode', 'not_one_of', {}],
        ],
        ['search', 'refused', 'search', null, ['/username', 'bad_format', { sent: 'search' }]],
      ]);
      assert.equal(
        JSON.stringify(results.players[8]).replaceAll(hidden, 'nobody.1').replace('"hidden"', '"absent"'),
        JSON.stringify(results.players[9]),
      );
    });

    it('who are refused reject their rows, and others of one username are one', async () => {
      const partner = await service().freshPartner();
      const four = await partner.freshPlayers(3);
      const imported = await AnImport.open(partner);
      const username = freshName('ana');
      const players = [
        { key: 'a', username },
        { key: 'b', username },
        { key: 'c', username: freshName('absent'), mode: 'existing' },
      ];
      const { results } = await imported.send(
        [aRow(1, ['c', ...four]), aRow(2, ['a', 'b', ...four.slice(1)]), aRow(3, ['a', ...four])],
        players,
      );
      assert.deepEqual(
        results.map(({ state, problems }) => [
          state,
          ...problems.map(({ pointer, code, values }) => [pointer, code, values]),
        ]),
        [
          ['rejected', ['/participants/0/player', 'player_refused', { sent: 'c' }]],
          ['rejected', ['/participants/1', 'duplicate_participant', { sent: 'b' }]],
          ['created'],
        ],
      );
      const next = await imported.send(
        [aRow(4, ['b', ...four], { played_at: '2026-05-03T10:00:00Z' })],
        players.slice(1, 2),
      );
      assert.deepEqual(shown(next), [['b', 'existing', username, true]]);
    });

    it('get their starting level and external ids, as a registration would give them', async () => {
      const partner = await service().freshPartner();
      const four = await partner.freshPlayers(3);
      const imported = await AnImport.open(partner);
      const [username, other] = [freshName('ana'), freshName('other')];
      const licence = [{ kind: 'licence', value: freshName('ES') }];
      const player = {
        key: 'a',
        username,
        country_code: 'PT',
        starting_level: { value: 5, source: 'coach' },
        external_ids: licence,
      };
      const { players, results } = await imported.send([aRow(1, ['a', ...four])], [player]);
      assert.equal(results[0]?.state, 'created');
      assert.deepEqual(
        [players[0]?.player?.country_code, players[0]?.player?.external_ids, players[0]?.player?.starting_level?.value],
        ['PT', licence, 5],
      );
      const taken = await imported.send(
        [aRow(2, ['b', ...four], { played_at: '2026-05-03T10:00:00Z' })],
        [{ key: 'b', username: other, external_ids: licence }],
      );
      assert.deepEqual(
        taken.players[0]?.problems.map(({ pointer, code }) => [pointer, code]),
        [['/external_ids/0', 'external_id_taken']],
      );
      assert.equal(taken.results[0]?.problems[0]?.code, 'player_refused');
      assert.equal((await playerOf(partner, other)).status, 404);
      const audit = await partner.request<{ valid?: boolean }>('GET', '/v1/audit');
      assert.equal(audit.status, 200);
    });

    it('get different usernames if many imports register the same new one at once', async () => {
      const partners = await Promise.all(Array.from({ length: 4 }, () => service().freshPartner()));
      const username = freshName('ana');
      const sent = await Promise.all(
        partners.map(async (partner) => {
          const four = await partner.freshPlayers(3);
          const imported = await AnImport.open(partner, { profile_is_public: true });
          return imported.send([aRow(1, ['a', ...four])], [{ key: 'a', username, mode: 'new' }]);
        }),
      );
      assert.deepEqual(
        sent.map(({ players, results }) => [players[0]?.state, results[0]?.state]),
        partners.map(() => ['registered', 'created']),
      );
      assert.deepEqual(
        sent.map(({ players }) => players[0]?.username).sort(),
        [username, `${username}.2`, `${username}.3`, `${username}.4`].sort(),
      );
    });

    it('need the scope and the plan of registration', async () => {
      const partner = await service().freshPartner({ scopes: ['write:matches'] });
      const imported = await AnImport.open(partner);
      const rows = [{ line: 1, faults: [{ code: 'unclear' }] }];
      const batch = { rows, players: [{ key: 'a', username: 'ana' }] };
      for (const path of [`/v1/imports/${imported.id}/rows`, '/v1/imports/check']) {
        const { status, body } = await partner.request<ProblemBody>('POST', path, { body: batch });
        assert.deepEqual([status, body.code], [403, 'insufficient_scope']);
        assert.equal((await partner.request('POST', path, { body: { rows, players: [] } })).status, 200);
      }
    });
  });

  describe('a check', () => {
    it('answers as a new import would, with the ids of its matches, and stores nothing', async () => {
      const partner = await service().freshPartner();
      const four = await partner.freshPlayers(4);
      const options = { on_warning: 'hold', session_external_ref: 'night-1' };
      const players = [{ key: 'a', username: freshName('ana') }];
      const rows = [
        aRow(1, four),
        aRow(2, ['a', ...four.slice(1)], { played_at: '2026-05-03T10:00:00Z' }),
        aRow(3, four, { played_at: '2026-05-01T19:00:00Z' }),
        { line: 4, faults: [{ code: 'unclear' }] },
      ];
      const { status, body: checked } = await partner.request<ImportResults>('POST', '/v1/imports/check', {
        body: { options, players, rows },
      });
      assert.equal(status, 200);
      assert.deepEqual((await partner.request<PageBody<object>>('GET', '/v1/matches')).body.data, []);
      const imported = await AnImport.open(partner, options);
      const { players: registered, ...stored } = await imported.send(rows, players);
      const { players: planned, ...tried } = checked;
      assert.deepEqual(tried, stored);
      assert.deepEqual([planned[0]?.state, registered[0]?.state], ['new', 'registered']);
    });
  });
});
