/** Starting levels over HTTP: what partners send, and what they get. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Event } from '@bandeja/contract/events';
import type { PlayerBatchResults } from '@bandeja/contract/player-batches';
import type { Player } from '@bandeja/contract/players';
import { verifyAudit } from '../../src/audit/verify.ts';
import { aClub } from '../support/club.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { freshName, onEachEngine, type PageBody, useTestService } from '../support/service.ts';

const LEVEL = { value: 3.5, source: 'coach' };

const wrong = [
  { level: { ...LEVEL, value: 7.01 }, pointer: '/starting_level/value', code: 'out_of_range' },
  { level: { ...LEVEL, value: 3.555 }, pointer: '/starting_level/value', code: 'bad_format' },
  { level: { ...LEVEL, value: -1 }, pointer: '/starting_level/value', code: 'out_of_range' },
  { level: { ...LEVEL, value: 1500.5, scale: 'service_score' }, pointer: '/starting_level/value', code: 'wrong_type' },
  { level: { ...LEVEL, value: 3001, scale: 'service_score' }, pointer: '/starting_level/value', code: 'out_of_range' },
  { level: { ...LEVEL, source: 'mother' }, pointer: '/starting_level/source', code: 'not_one_of' },
  { level: { value: 3 }, pointer: '/starting_level/source', code: 'required' },
];

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('a starting level', () => {
    it('is part of a registration, moves the score before the first match, and is recorded', async () => {
      const partner = await service().freshPartner();
      const username = freshName('level');
      const { status, body } = await partner.request<Player>('POST', '/v1/players', {
        body: { username, starting_level: LEVEL },
      });
      assert.equal(status, 201);
      const { stated_at, ...level } = body.starting_level ?? assert.fail();
      assert.deepEqual(level, { ...LEVEL, scale: 'level', service_score: 1600 });
      assert.equal(typeof stated_at, 'string');
      const { service_score, uncertainty, confidence_level, matches_played } = body.rating;
      assert.deepEqual([service_score, uncertainty, confidence_level, matches_played], [1548, 208, 'provisional', 0]);
      const again = await partner.request<Player>('POST', '/v1/players', {
        body: { username, starting_level: { value: 1, source: 'self' } },
      });
      assert.deepEqual([again.status, again.body.starting_level], [200, body.starting_level]);
      const list = await partner.request<{ data: Player[] }>('GET', '/v1/players');
      assert.deepEqual(list.body.data[0]?.starting_level, body.starting_level);
      const progress = await partner.request<{ summary: object }>('GET', `/v1/players/${username}/progress`);
      assert.deepEqual(progress.body.summary, { first: 1548, current: 1548, peak: 1548, lowest: 1548, change: 0 });
      const { body: audit } = await partner.request<{ data: { changes: object[] }[] }>(
        'GET',
        `/v1/players/${username}/audit`,
      );
      const after = { ...LEVEL, scale: 'level', service_score: 1600 };
      assert.deepEqual(
        audit.data.map(({ changes }) => changes),
        [[{ pointer: '/starting_level', before: null, after }]],
      );
    });

    it('is shown to other partners without its source and time', async () => {
      const [partner, other] = [await service().freshPartner(), await service().freshPartner()];
      const username = freshName('level');
      await partner.request('POST', '/v1/players', { body: { username, starting_level: LEVEL } });
      const { body } = await other.request<Player>('GET', `/v1/players/${username}`);
      const hidden = { source: null, stated_at: null };
      assert.deepEqual(body.starting_level, { value: 3.5, scale: 'level', service_score: 1600, ...hidden });
      const { status } = await other.request('GET', `/v1/players/${username}/audit`);
      assert.equal(status, 404);
    });

    it('is refused where it is wrong, alone, in a batch and in a change', async () => {
      const partner = await service().freshPartner();
      const username = freshName('level');
      await partner.request('POST', '/v1/players', { body: { username } });
      for (const { level, pointer, code } of wrong) {
        const single = await partner.request<{ errors: { pointer: string; code: string }[] }>('POST', '/v1/players', {
          body: { username: freshName('wrong'), starting_level: level },
        });
        const change = await partner.request<{ errors: { pointer: string; code: string }[] }>(
          'PATCH',
          `/v1/players/${username}`,
          { body: { display_name: 'Other', starting_level: level } },
        );
        for (const { status, body } of [single, change]) {
          assert.deepEqual([status, body.errors[0]?.pointer, body.errors[0]?.code], [422, pointer, code]);
        }
        const batch = await partner.request<{ results: { status: string }[] }>('POST', '/v1/players/batch', {
          body: {
            players: [
              { username: freshName('wrong'), starting_level: level },
              { username: freshName('right'), starting_level: LEVEL },
            ],
          },
        });
        assert.deepEqual(
          batch.body.results.map((result) => result.status),
          ['rejected', 'created'],
        );
      }
      const { body } = await partner.request<Player>('GET', `/v1/players/${username}`);
      assert.deepEqual([body.display_name, body.starting_level], [username, null]);
    });

    it('is refused beyond the ends of the scale of the operators, alone, in a batch and in a change', async (t) => {
      const points = [
        [0, 0],
        [3000, 3.5],
      ];
      await service().operator.request('PUT', '/admin/v1/scale', { body: { name: 'Half scale', points } });
      t.after(() => service().operator.request('DELETE', '/admin/v1/scale'));
      const partner = await service().freshPartner();
      const [within, beyond] = [
        { value: 3.5, source: 'self' },
        { value: 3.51, source: 'self' },
      ];
      const fault = (pointer: string) => [[pointer, 'out_of_range']];
      const faultsIn = ({ errors = [] }: { readonly errors?: readonly { pointer?: string; code: string }[] }) =>
        errors.map(({ pointer, code }) => [pointer, code]);
      const username = freshName('level');
      const { status } = await partner.request('POST', '/v1/players', { body: { username, starting_level: within } });
      assert.equal(status, 201);
      const single = await partner.request('POST', '/v1/players', {
        body: { username: freshName('level'), starting_level: beyond },
      });
      const change = await partner.request('PATCH', `/v1/players/${username}`, { body: { starting_level: beyond } });
      for (const answer of [single, change]) {
        assert.deepEqual([answer.status, faultsIn(answer.body)], [422, fault('/starting_level/value')]);
      }
      const { body } = await partner.request<PlayerBatchResults>('POST', '/v1/players/batch', {
        body: {
          players: [beyond, within].map((starting_level) => ({ username: freshName('level'), starting_level })),
        },
      });
      assert.deepEqual(
        body.results.map((result) => result.status),
        ['rejected', 'created'],
      );
      assert.deepEqual(faultsIn(body.results[0]?.error ?? {}), fault('/starting_level/value'));
    });

    it('that changes is an event for every player whose score it changes, without a match', async () => {
      const club = await aClub(service());
      const [first = assert.fail(), ...others] = club.players;
      await club.submit();
      const scores = async () =>
        Promise.all(club.players.map(async (player) => (await club.profile(player)).rating.service_score));
      const before = await scores();
      await feedCaughtUp(service().database);
      const latest = await club.partner.request<PageBody<Event>>('GET', '/v1/events?latest=true');
      const starting_level = { value: 6, source: 'self' };
      await club.partner.request('PATCH', `/v1/players/${first.username}`, { body: { starting_level } });
      const after = await scores();
      await feedCaughtUp(service().database);
      const { body } = await club.partner.request<PageBody<Event>>(
        'GET',
        `/v1/events?after=${latest.body.data[0]?.id}`,
      );
      const changed = [first, ...others].flatMap(({ username }, place) =>
        before[place] === after[place] ? [] : [[username, null, before[place], after[place]]],
      );
      assert.ok(changed.length > 1);
      const sent = body.data.map((event) => {
        assert.ok(event.type === 'rating.updated', event.type);
        const { username, match_id, service_score_before, service_score_after } = event.data;
        return [username, match_id, service_score_before, service_score_after];
      });
      assert.deepEqual(sent.toSorted(), changed.toSorted());
    });

    it('changes, stays if it is the same, and goes; the audit trail verifies, also after an erasure', async () => {
      const partner = await service().freshPartner();
      const username = freshName('level');
      const path = `/v1/players/${username}`;
      await partner.request('POST', '/v1/players', { body: { username, starting_level: LEVEL } });
      const patch = async (starting_level: object | null) =>
        (await partner.request<Player>('PATCH', path, { body: { starting_level } })).body;
      const first = await patch(LEVEL);
      const { body: one } = await partner.request<{ data: object[] }>('GET', `${path}/audit`);
      assert.equal(one.data.length, 1);
      const changed = await patch({ value: 2000, scale: 'service_score', source: 'self' });
      assert.notDeepEqual(changed.starting_level, first.starting_level);
      assert.equal(changed.rating.service_score, 1615);
      const gone = await patch(null);
      assert.deepEqual([gone.starting_level, gone.rating.service_score], [null, 1500]);
      await patch({ value: 2, source: 'other_app' });
      const { body: exported } = await partner.request<{ starting_level_history: { after: unknown }[] }>(
        'GET',
        `${path}/export`,
      );
      assert.deepEqual(
        exported.starting_level_history.map(({ after }) => (after as { value: number } | null)?.value ?? null),
        [3.5, 2000, null, 2],
      );
      const { context } = service();
      assert.deepEqual((await verifyAudit(context, {}, partner.id)).faults, []);
      assert.equal((await partner.request('DELETE', path)).status, 204);
      assert.deepEqual((await verifyAudit(context, {}, partner.id)).faults, []);
      const { body: chain } = await partner.request<{ data: { action: string; changes: object[] }[] }>(
        'GET',
        '/v1/audit',
      );
      assert.deepEqual(
        chain.data.map(({ changes }) => changes),
        [[], [], [], []],
      );
    });
  });
});
