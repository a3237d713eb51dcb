/** What people leave behind elsewhere: audit entries, erasures, results, usage, sandboxes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEntry, Erasure } from '@bandeja/contract/audit';
import type { Usage } from '@bandeja/contract/usage';
import { verifyAudit } from '../../src/audit/verify.ts';
import { aMatch, four } from '../support/matches.ts';
import { freshPerson } from '../support/people.ts';
import { freshName, onEachEngine, type PageBody, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  const submission = (participants: readonly unknown[]) => aMatch({ external_ref: freshName('match'), participants });

  describe('a person', () => {
    it('is the actor of matches and erasures by id, and the chain verifies after the person is erased', async () => {
      const club = await service().freshPartner({ mode: 'live' });
      const { client, signIn } = await freshPerson(service(), club.id);
      const other = await freshPerson(service(), club.id);
      const actor = `person:${signIn.person.id}`;
      const players = await club.freshPlayers(4);
      const { body: match } = await client.request('POST', '/v1/matches', { body: submission(four(...players)) });
      const trail = await club.request<PageBody<AuditEntry>>('GET', `/v1/matches/${match['id']}/audit`);
      assert.deepEqual(
        trail.body.data.map((entry) => entry.actor),
        [actor],
      );
      const erased = players[0] ?? assert.fail();
      assert.equal((await client.request('DELETE', `/v1/players/${erased.username}`)).status, 204);
      const erasures = await service().operator.request<PageBody<Erasure>>('GET', '/admin/v1/erasures');
      assert.deepEqual(erasures.body.data.find(({ player_id }) => player_id === erased.id)?.actor, actor);
      assert.equal((await other.client.request('DELETE', `/v1/people/${signIn.person.id}?erase=true`)).status, 204);
      assert.deepEqual((await verifyAudit(service().context)).faults, []);
    });

    it('enters results of a night, and links made by people work', async () => {
      const club = await service().freshPartner({ mode: 'live' });
      const { client } = await freshPerson(service(), club.id, 'organizer');
      const players = (await club.freshPlayers(4)).map(({ username }) => ({ username }));
      const path = `/v1/sessions/${freshName('night')}`;
      const body = { format: 'americano', courts: 1, rounds: 1, scoring: 'points', players };
      assert.ok((await client.request('PUT', `${path}/plan`, { body })).status < 300);
      await client.request('POST', `${path}/plan/rounds/1/open`);
      const link = await client.request('POST', `${path}/links`, { body: { role: 'view' } });
      const phone = service().nobody.withToken(String(link.body['token']));
      const night = await phone.request<{ round: { courts: { team_a: number[]; team_b: number[] }[] } }>(
        'GET',
        '/v1/night',
      );
      assert.equal(night.status, 200, night.text);
      const { team_a: A, team_b: B } = night.body.round.courts[0] ?? assert.fail();
      const entered = await client.request<{ result: { by: string } }>('PUT', `${path}/plan/rounds/1/courts/1/result`, {
        body: { seen: null, players: { A, B }, set_scores: [{ set_number: 1, team_a_games: 15, team_b_games: 9 }] },
      });
      assert.equal(entered.status, 201, entered.text);
      const live = await client.request('GET', `${path}/live`);
      assert.match(live.text, /"by":"person"/);
    });

    it('spends the units of the partner, and all people are one row of usage', async () => {
      const club = await service().freshPartner({ plan: 'pro', mode: 'live' });
      const people = [await freshPerson(service(), club.id), await freshPerson(service(), club.id, 'viewer')];
      const policies = new Set<string>();
      for (const { client } of people)
        policies.add((await client.request('GET', '/v1/rosters')).headers['ratelimit-policy'] ?? '');
      assert.deepEqual([...policies], ['"pro";q=120000;w=60']);
      await club.request('GET', '/v1/rosters');
      const usage = await service().operator.request<PageBody<Usage>>('GET', `/admin/v1/usage?partner_id=${club.id}`);
      assert.deepEqual(
        usage.body.data.map(({ key_id, requests }) => [key_id, requests]),
        [
          [club.keyId, 1],
          [null, 2],
        ],
      );
    });

    it('uses the sandbox by the mode, and no sandbox holds a person', async () => {
      const club = await service().freshPartner({ plan: 'pro', mode: 'live' });
      const { client, cookie } = await freshPerson(service(), club.id);
      const tester = client.withHeaders({ cookie, 'bandeja-mode': 'test' });
      const username = freshName('player');
      const made = await tester.request('POST', '/v1/players', { body: { username } });
      assert.deepEqual([made.status, made.headers['bandeja-mode']], [201, 'test']);
      assert.equal(made.headers['ratelimit-policy'], '"sandbox";q=12000;w=60');
      await client.refusal('player_not_found', 'GET', `/v1/players/${username}`);
      assert.equal(
        (await tester.request('PATCH', '/v1/sandbox', { body: { advance_seconds: 3_000_000 } })).status,
        200,
      );
      for (const path of ['/v1/people', '/v1/people/names']) {
        const [live, test] = [await client.request('GET', path), await tester.request('GET', path)];
        assert.equal(test.text, live.text);
        assert.equal(test.headers['bandeja-mode'], 'test');
      }
      const players = await Promise.all(
        [1, 2, 3, 4].map(() => tester.request('POST', '/v1/players', { body: { username: freshName('player') } })),
      );
      const participants = players.map(({ body }, index) => ({
        username: body['username'],
        team: index < 2 ? 'A' : 'B',
      }));
      assert.equal((await tester.request('POST', '/v1/matches', { body: submission(participants) })).status, 201);
      const schema = `sandbox_${club.id.replaceAll('-', '')}_1`;
      const [counts] = await service().database.query({
        name: 'test_people_of_sandbox',
        text: `select (select count(*) from ${schema}.people)::integer as people, (select count(*) from ${schema}.sign_ins)::integer as sign_ins`,
      });
      assert.deepEqual({ ...counts }, { people: 0, sign_ins: 0 });
    });
  });
});
