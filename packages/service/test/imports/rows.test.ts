import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Import } from '@bandeja/contract/imports';
import type { OwnMatchView } from '@bandeja/contract/matches';
import { setsOf } from '../support/matches.ts';
import { freshName, onEachEngine, type ProblemBody, useTestService } from '../support/service.ts';
import { AnImport, aRow, changed, matchOf } from './an-import.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const setUp = async (options: Readonly<Record<string, unknown>> = {}) => {
    const partner = await service().freshPartner();
    const four = await partner.freshPlayers(4);
    return { partner, four, imported: await AnImport.open(partner, options) };
  };

  describe('a row of an import', () => {
    it('creates a match of tier `imported` with the session fields of the options, and its own ones first', async () => {
      const { partner, four, imported } = await setUp({ session_external_ref: 'night-1', venue_label: 'Club Norte' });
      const row = await imported.sendOne(aRow(12, four, { venue_label: 'Club Sur' }));
      assert.deepEqual(
        { ...row, external_ref: null, match_id: null },
        {
          line: 12,
          state: 'created',
          external_ref: null,
          match_id: null,
          now: 'stored',
          problems: [],
          differences: [],
          warnings: [],
        },
      );
      const match = await matchOf(partner, row.match_id);
      assert.equal(match.external_ref, row.external_ref);
      assert.deepEqual(
        [match.trust_tier, match.session_external_ref, match.venue_label, match.rating_status],
        ['imported', 'night-1', 'Club Sur', 'settled'],
      );
    });

    it('is rejected alone with every problem and its values, and stored once it is corrected', async () => {
      const { four, imported } = await setUp();
      const good = aRow(1, four);
      const bad = aRow(2, four, {
        played_at: '2999-01-01T00:00:00Z',
        winning_team: 'B',
        set_scores: setsOf('6-4 66-4'),
        participants: [{ player: 'x', team: 'A' }, ...(good.match.participants.slice(1) as object[])],
      });
      const { results, summary } = await imported.send([bad, good, { line: 3, match: 7 }]);
      assert.deepEqual(summary, { created: 1, duplicate: 0, conflict: 0, voided: 0, held: 0, rejected: 2 });
      assert.deepEqual(
        results[0]?.problems.map(({ pointer, code, values }) => [pointer, code, values]),
        [
          ['/played_at', 'played_at_in_future', { played_at: '2999-01-01T00:00:00Z' }],
          ['/set_scores/1', 'implausible_score', { set_number: 2, team_a_games: 66, team_b_games: 4 }],
          ['/winning_team', 'score_contradicts_winner', { winner_by_score: 'A' }],
        ],
      );
      assert.deepEqual(
        results[2]?.problems.map(({ pointer, code }) => [pointer, code]),
        [['', 'wrong_type']],
      );
      const stranger = changed(aRow(2, four), { participants: bad.match.participants });
      assert.deepEqual(
        (await imported.sendOne(stranger)).problems.map(({ pointer, code, values }) => [pointer, code, values]),
        [['/participants/0/player', 'unknown_player_key', { sent: 'x' }]],
      );
      assert.equal((await imported.sendOne(aRow(2, four))).state, 'created');
      assert.deepEqual((await imported.read()).rows, {
        created: 2,
        duplicate: 0,
        conflict: 0,
        voided: 0,
        held: 0,
        rejected: 1,
      });
    });

    it('that the client could not read is rejected with its faults, unchanged', async () => {
      const { imported } = await setUp();
      const faults = [{ code: 'unclear_date', values: { text: '3/4' } }, { code: 'no_winner' }];
      const row = await imported.sendOne({ line: 5, faults });
      assert.deepEqual(
        [row.state, row.external_ref, row.problems],
        [
          'rejected',
          null,
          [
            { pointer: null, code: 'unclear_date', detail: null, values: { text: '3/4' } },
            { pointer: null, code: 'no_winner', detail: null, values: {} },
          ],
        ],
      );
      assert.deepEqual(await imported.rows({ state: 'rejected' }), [row]);
    });

    it('names players who are not eligible, and one who is named twice', async () => {
      const { four, imported } = await setUp();
      const [ana, ...others] = four;
      const { match } = aRow(1, four);
      const by = (...first: object[]) => ({ participants: [...first, ...match.participants.slice(first.length)] });
      const absent = freshName('absent');
      const stranger = await imported.sendOne(changed(aRow(1, four), by({ username: absent, team: 'A' })));
      const twice = await imported.sendOne(changed(aRow(1, four), by({ profile_id: others[0]?.id, team: 'A' })));
      assert.deepEqual(
        [stranger, twice].map(({ state, problems }) => [
          state,
          ...problems.map(({ pointer, code, values }) => [pointer, code, values]),
        ]),
        [
          ['rejected', ['/participants/0', 'participant_not_eligible', { sent: absent }]],
          ['rejected', ['/participants/1', 'duplicate_participant', { sent: others[0]?.username }]],
        ],
      );
      assert.ok(ana);
    });
  });

  describe('a batch that is sent again', () => {
    it('gets the same answer, and creates nothing twice', async () => {
      const { partner, four, imported } = await setUp();
      const rows = [aRow(1, four), aRow(2, four, { played_at: '2026-05-02T19:10:00Z' }), { line: 3, match: {} }];
      const [first, second] = [await imported.send(rows), await imported.send(rows)];
      assert.deepEqual(second, first);
      assert.equal(first.summary.created, 2);
      const { body } = await partner.request<{ data: object[] }>('GET', '/v1/matches');
      assert.equal(body.data.length, 2);
      assert.deepEqual((await imported.read()).rows.created, 2);
    });

    it('with another content conflicts with the match that its line created, whose record stays', async () => {
      const { four, imported } = await setUp();
      const row = aRow(1, four);
      const created = await imported.sendOne(row);
      const again = await imported.sendOne(
        changed(row, { external_ref: freshName('other'), set_scores: setsOf('6-4 6-2') }),
      );
      assert.deepEqual(
        [again.state, again.match_id, again.now, again.differences],
        [
          'conflict',
          created.match_id,
          null,
          [
            {
              code: 'score',
              stored: [
                [6, 4],
                [6, 3],
              ],
              sent: [
                [6, 4],
                [6, 2],
              ],
            },
          ],
        ],
      );
      assert.equal((await imported.sendOne({ line: 1, faults: [{ code: 'unclear' }] })).state, 'rejected');
      assert.deepEqual(await imported.rows(), [created]);
      assert.deepEqual((await imported.read()).rows, {
        created: 1,
        duplicate: 0,
        conflict: 0,
        voided: 0,
        held: 0,
        rejected: 0,
      });
    });
  });

  describe('a row with the reference of a stored match', () => {
    it('is a duplicate if it agrees in what it gives, whichever team is A, also with an amended or an earlier row’s match', async () => {
      const { partner, four, imported } = await setUp();
      const [ana, bea, cruz, dani] = four.map(({ username }) => username);
      const stored = await partner.request<OwnMatchView>('POST', '/v1/matches', {
        body: {
          ...aRow(0, four).match,
          trust_tier: 'partner_attested',
          venue_label: 'Club Norte',
          set_scores: setsOf('6-4 6-3').map((set) => ({ ...set, first_server_team: 'A' })),
          external_ref: 'liga-1',
        },
      });
      const turned = {
        ...aRow(0, four).match,
        external_ref: 'liga-1',
        winning_team: 'B',
        set_scores: setsOf('4-6 3-6'),
        participants: [dani, cruz, ana, bea].map((username, slot) => ({ username, team: slot < 2 ? 'A' : 'B' })),
      };
      const first = await imported.sendOne({ line: 1, match: turned });
      assert.deepEqual([first.state, first.match_id, first.now], ['duplicate', stored.body.id, null]);
      await partner.request('PATCH', `/v1/matches/${stored.body.id}`, { body: { set_scores: setsOf('6-4 7-5') } });
      assert.equal((await imported.sendOne({ line: 1, match: turned })).state, 'duplicate');
      const amended = { ...turned, set_scores: setsOf('4-6 5-7') };
      assert.equal((await imported.sendOne({ line: 2, match: amended })).state, 'duplicate');
      const { results } = await imported.send([
        aRow(3, four, { external_ref: 'liga-3' }),
        aRow(4, four, { external_ref: 'liga-3' }),
      ]);
      assert.deepEqual(
        results.map(({ state }) => state),
        ['created', 'duplicate'],
      );
      assert.equal(results[0]?.match_id, results[1]?.match_id);
    });

    it('lists its differences in a fixed order, with the teams of the match', async () => {
      const { partner, four, imported } = await setUp();
      const [other] = await partner.freshPlayers(1);
      const [ana, bea, cruz, dani] = four.map(({ username }) => username);
      const full = {
        external_ref: 'liga-1',
        session_external_ref: 'night-1',
        venue_label: 'Club Norte',
        competition_type: 'league',
        duration_minutes: 55,
        scoring: 'games',
      };
      await imported.sendOne(aRow(1, four, full));
      const sent = {
        ...full,
        played_at: '2026-05-01T20:10:00+02:00',
        winning_team: 'A',
        outcome: 'retired',
        session_external_ref: 'night-2',
        venue_label: 'Club Sur',
        competition_type: 'social',
        duration_minutes: 60,
        trust_tier: 'tournament_official',
        set_scores: setsOf('4-6 6-3').map((set) => ({ ...set, first_server_team: 'B' })),
        participants: [
          { username: dani, team: 'A', court_position: 'left' },
          { username: cruz, team: 'A' },
          { username: ana, team: 'B' },
          { username: other?.username, team: 'B' },
        ],
      };
      const row = await imported.sendOne({ line: 2, match: sent });
      assert.equal(row.state, 'conflict');
      assert.deepEqual(row.differences, [
        { code: 'time', stored: '2026-05-01T19:10:00.000Z', sent: '2026-05-01T18:10:00.000Z' },
        {
          code: 'players',
          stored: { A: [ana, bea], B: [cruz, dani] },
          sent: { A: [ana, other?.username], B: [dani, cruz] },
        },
        { code: 'winner', stored: 'A', sent: 'B' },
        {
          code: 'score',
          stored: [
            [6, 4],
            [6, 3],
          ],
          sent: [
            [6, 4],
            [3, 6],
          ],
        },
        { code: 'outcome', stored: 'played', sent: 'retired' },
        { code: 'session', stored: 'night-1', sent: 'night-2' },
        { code: 'venue', stored: 'Club Norte', sent: 'Club Sur' },
        { code: 'competition', stored: 'league', sent: 'social' },
        { code: 'minutes', stored: 55, sent: 60 },
        { code: 'tier', stored: 'imported', sent: 'tournament_official' },
        {
          code: 'positions',
          stored: { A: [null, null], B: [null, null] },
          sent: { A: [null, null], B: [null, 'left'] },
        },
        { code: 'servers', stored: [null, null], sent: ['A', 'A'] },
      ]);
    });

    it('is voided if that match is, or replaces it under the next free reference', async () => {
      const { partner, four, imported } = await setUp();
      const row = aRow(1, four, { external_ref: 'liga-1' });
      const first = await imported.sendOne(row);
      const undo = (id: string | null) =>
        partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: 'Undone.' } });
      await undo(first.match_id);
      assert.deepEqual(
        (await imported.rows({ now: 'voided' })).map(({ line, now }) => [line, now]),
        [[1, 'voided']],
      );
      const leaving = await AnImport.open(partner);
      const [same, other] = (await leaving.send([row, changed({ ...row, line: 2 }, { set_scores: setsOf('6-4 6-2') })]))
        .results;
      assert.deepEqual([same?.state, same?.differences, same?.match_id], ['voided', [], first.match_id]);
      assert.deepEqual([other?.state, other?.differences.map(({ code }) => code)], ['voided', ['score']]);
      const replacing = await AnImport.open(partner, { on_voided: 'replace' });
      const { results } = await replacing.send([row, { ...row, line: 2 }]);
      assert.deepEqual(
        results.map(({ state, external_ref }) => [state, external_ref]),
        [
          ['created', 'liga-1~2'],
          ['duplicate', 'liga-1~2'],
        ],
      );
      await undo(results[0]?.match_id ?? null);
      const third = await (await AnImport.open(partner, { on_voided: 'replace' })).sendOne(row);
      assert.deepEqual([third.state, third.external_ref], ['created', 'liga-1~3']);
    });

    it('is rejected if a number makes the reference too long, unless its line created the voided match', async () => {
      const { partner, four, imported } = await setUp({ on_voided: 'replace' });
      const row = aRow(1, four, { external_ref: 'x'.repeat(127) });
      const { match_id } = await imported.sendOne(row);
      await partner.request('POST', `/v1/matches/${match_id}/void`, { body: { reason: 'Undone.' } });
      const { results } = await imported.send([row, { ...row, line: 2 }]);
      assert.deepEqual(
        results.map(({ state, external_ref, problems }) => [state, external_ref, problems.map(({ code }) => code)]),
        [
          ['created', row.match.external_ref, []],
          ['rejected', row.match.external_ref, ['out_of_range']],
        ],
      );
      assert.deepEqual(await imported.rows({ state: 'rejected' }), results.slice(1));
    });
  });

  describe('a row with warnings', () => {
    it('is stored with them, or held until it is confirmed', async () => {
      const { partner, four, imported } = await setUp();
      const unfinished = aRow(1, four, { set_scores: setsOf('6-4 6-5') });
      const nearby = (line: number) => aRow(line, four, { played_at: '2026-05-01T19:00:00Z' });
      const stored = await imported.sendOne(unfinished);
      assert.deepEqual(
        stored.warnings.map(({ code, pointer, values }) => [code, pointer, values]),
        [['unfinished_set', '/set_scores/1', { set_number: 2, team_a_games: 6, team_b_games: 5 }]],
      );
      assert.deepEqual(await imported.sendOne(unfinished), stored);
      const holding = await AnImport.open(partner, { on_warning: 'hold' });
      const row = nearby(7);
      const held = await holding.sendOne(row);
      assert.deepEqual(
        [held.state, held.match_id, held.warnings.map(({ code, match_id, values }) => [code, match_id, values])],
        [
          'held',
          null,
          [['same_players_nearby', stored.match_id, { external_ref: unfinished.match.external_ref, minutes: 10 }]],
        ],
      );
      assert.deepEqual(await holding.rows({ state: 'held', warned: true }), [held]);
      const confirmed = await holding.sendOne({ ...row, confirmed: true });
      assert.deepEqual([confirmed.state, confirmed.warnings], ['created', held.warnings]);
      assert.deepEqual((await holding.read()).rows.held, 0);
    });

    it('knows the rows before it in its batch, so that the second of two alike is held', async () => {
      const { four, imported } = await setUp({ on_warning: 'hold' });
      const { results } = await imported.send([aRow(1, four), aRow(2, four)]);
      assert.deepEqual(
        results.map(({ state }) => state),
        ['created', 'held'],
      );
    });
  });

  describe('rows are refused', () => {
    const refusal = async (imported: AnImport, rows: readonly unknown[], players?: readonly unknown[]) => {
      const body = players === undefined ? { rows } : { rows, players };
      const answer = await imported.partner.request<ProblemBody>('POST', `/v1/imports/${imported.id}/rows`, { body });
      return [answer.status, answer.body.code, answer.body.errors?.map(({ pointer, code }) => [pointer, code])];
    };

    it('as a batch if a line or a key is wrong, or comes twice', async () => {
      const { imported } = await setUp();
      const faults = [{ code: 'unclear' }];
      const rows = [
        { line: 1, faults },
        { line: 1, faults, extra: 1 },
        { line: 0, match: {} },
        { match: {} },
        { line: 4 },
        { line: 5, match: {}, faults },
      ];
      const players = [{ key: 'a' }, { key: 'a' }, { key: 'é' }, 7, {}];
      assert.deepEqual(await refusal(imported, rows, players), [
        422,
        'invalid_body',
        [
          ['/players/2/key', 'bad_format'],
          ['/players/3', 'wrong_type'],
          ['/players/4/key', 'required'],
          ['/rows/1/extra', 'unknown_field'],
          ['/rows/2/line', 'out_of_range'],
          ['/rows/3/line', 'required'],
          ['/rows/4', 'required'],
          ['/rows/5', 'not_one_of'],
          ['/rows/1/line', 'duplicate_line'],
          ['/players/1/key', 'duplicate_key'],
        ],
      ]);
      assert.deepEqual(await refusal(imported, []), [422, 'invalid_body', [['/rows', 'batch_empty']]]);
    });

    it('if the import is closed, is another partner’s, or does not exist', async () => {
      const { four, imported } = await setUp();
      const stranger = await service().freshPartner();
      const { id } = imported;
      const asked = async (path: string) => {
        const answer = await stranger.request<ProblemBody>('POST', path, { body: { rows: [aRow(1, four)] } });
        const { request_id: _, ...problem } = answer.body;
        return JSON.stringify([answer.status, problem]);
      };
      const absent = '0190a0b0-1111-7222-8333-444455556666';
      assert.equal(
        (await asked(`/v1/imports/${id}/rows`)).replaceAll(id, absent),
        await asked(`/v1/imports/${absent}/rows`),
      );
      assert.equal((await imported.close()).state, 'closed');
      assert.deepEqual((await refusal(imported, [aRow(1, four)])).slice(0, 2), [409, 'import_closed']);
    });
  });

  describe('an import', () => {
    const open = async (partner: Awaited<ReturnType<typeof setUp>>['partner'], body: object) =>
      partner.request<Import & ProblemBody>('POST', '/v1/imports', { body });
    const HASH = 'ab'.repeat(32);

    it('is opened once for a file, even at the same time, and again once it is closed', async () => {
      const { partner } = await setUp();
      const body = { label: 'liga.csv', content_hash: HASH, reading: { header_line: 1 } };
      const answers = await Promise.all([open(partner, body), open(partner, body), open(partner, body)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201]);
      const [first] = answers;
      assert.deepEqual(new Set(answers.map((answer) => answer.body.id)).size, 1);
      assert.deepEqual([first?.body.content_hash, first?.body.reading], [HASH, { header_line: 1 }]);
      const other = await open(partner, { ...body, options: { on_warning: 'hold' } });
      assert.deepEqual([other.status, other.body.code, other.body['import_id']], [409, 'import_open', first?.body.id]);
      const closed = await partner.request<Import>('POST', `/v1/imports/${first?.body.id}/close`);
      assert.deepEqual([closed.body.state, closed.body.reading], ['closed', null]);
      assert.deepEqual(
        await partner.request('POST', `/v1/imports/${first?.body.id}/close`).then(({ body }) => body),
        closed.body,
      );
      assert.equal((await open(partner, body)).status, 201);
    });

    it('is answered with every option', async () => {
      const { partner } = await setUp();
      assert.deepEqual((await open(partner, { label: 'liga.csv' })).body.options, {
        references: 'given',
        on_voided: 'leave',
        on_warning: 'store',
        roster_slug: null,
        profile_is_public: false,
        session_external_ref: null,
        venue_label: null,
        competition_type: null,
      });
      const large = { label: 'x', reading: { text: 'é'.repeat(8192) } };
      assert.deepEqual(
        (await open(partner, large)).body.errors?.map(({ pointer, code }) => [pointer, code]),
        [['/reading', 'out_of_range']],
      );
      assert.equal((await open(partner, { label: 'x', reading: { text: 'a\0b' } })).status, 422);
      const deep = JSON.parse(`{"a":${'['.repeat(8000)}${']'.repeat(8000)}}`);
      assert.equal((await open(partner, { label: 'x', reading: deep })).status, 422);
      const allowed = JSON.parse(`{"]]": ${'['.repeat(99)}${']'.repeat(99)}}`);
      assert.equal((await open(partner, { label: 'x', reading: allowed })).status, 201);
    });

    it('is refused beside 20 open ones', async () => {
      const partner = await service().freshPartner();
      for (let number = 0; number < 18; number += 1) await AnImport.open(partner);
      const answers = await Promise.all(Array.from({ length: 4 }, () => open(partner, { label: 'liga.csv' })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 409, 409]);
      const { body } = await partner.request<{ data: Import[] }>('GET', '/v1/imports', { query: { state: 'open' } });
      assert.equal(body.data.length, 20);
    });
  });
});
