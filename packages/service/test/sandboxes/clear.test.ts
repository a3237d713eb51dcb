import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Event } from '@bandeja/contract/events';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { SandboxState } from '@bandeja/contract/sandboxes';
import { statement } from '@bandeja/postgres/database';
import { unusedSandboxesJob } from '../../src/sandboxes/unused-job.ts';
import type { PageBody } from '../support/client.ts';
import { aClub } from '../support/club.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { aMatch, four } from '../support/matches.ts';
import { freshPerson } from '../support/people.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const schemas = statement(
  'test_schemas',
  `select nspname::text as name from pg_namespace where starts_with(nspname, $1) order by nspname`,
);

const ageSandbox = statement(
  'test_age_sandbox',
  'update sandboxes set created_at = created_at - make_interval(days => $2) where partner_id = $1',
);
const useKeys = statement(
  'test_use_keys',
  'update api_keys set last_used_at = clock_timestamp() - make_interval(days => $2) where partner_id = $1',
);

const usePeople = statement(
  'test_use_by_people',
  'update sandboxes set person_used_at = person_used_at - make_interval(days => $2) where partner_id = $1',
);

onEachEngine((engine) => {
  describe('clearing a sandbox', () => {
    const service = useTestService({ engine });

    const stateOf = async (partner: TestPartner) => (await partner.request<SandboxState>('GET', '/v1/sandbox')).body;

    const schemasOf = async ({ id }: TestPartner) => {
      const prefix = `sandbox_${id.replaceAll('-', '')}_`;
      const found = await service().database.query<{ name: string }>(schemas, [prefix]);
      return found.map(({ name }) => name.slice(prefix.length));
    };

    it('leaves only the keys, resets the clock, and does not affect other sandboxes', async () => {
      const club = await aClub(service(), { mode: 'test' });
      const other = await aClub(service(), { mode: 'test' });
      const { id } = await club.submit();
      await club.partner.request('PATCH', '/v1/sandbox', { body: { advance_seconds: 1000 } });
      assert.equal((await club.partner.request('DELETE', '/v1/sandbox')).status, 204);
      await club.partner.refusal('match_not_found', 'GET', `/v1/matches/${id}`);
      const { players, matches, clock_ahead_seconds, cleared_at } = await stateOf(club.partner);
      assert.deepEqual([players, matches, clock_ahead_seconds], [0, 0, 0]);
      assert.ok(cleared_at !== null);
      assert.equal((await stateOf(other.partner)).players, 4);
      assert.deepEqual(await schemasOf(club.partner), ['2']);
    });

    let partner: TestPartner;
    before(async () => {
      partner = await service().freshPartner({ mode: 'test' });
    });

    it('happens to sandboxes that no test key and no person has used for 90 days, which the next request makes again', async () => {
      const [club, other] = [await aClub(service(), { mode: 'test' }), await aClub(service(), { mode: 'test' })];
      const { id } = await club.submit();
      const { database, context } = service();
      const job = unusedSandboxesJob(context);
      const run = () => job.run(new AbortController().signal);
      await database.query(ageSandbox, [club.partner.id, 91]);
      await database.query(useKeys, [club.partner.id, 89]);
      await run();
      assert.deepEqual(await schemasOf(club.partner), ['1'], 'a key was used');
      await database.query(useKeys, [club.partner.id, 91]);
      const { client } = await freshPerson(service(), club.partner.id, 'viewer', 'test');
      assert.equal((await client.request('GET', '/v1/rosters')).status, 200);
      await run();
      assert.deepEqual(await schemasOf(club.partner), ['1'], 'a person used it');
      await database.query(usePeople, [club.partner.id, 91]);
      await run();
      assert.deepEqual([await schemasOf(club.partner), await schemasOf(other.partner)], [[], ['1']]);
      await run();
      await club.partner.refusal('match_not_found', 'GET', `/v1/matches/${id}`);
      const { players, cleared_at } = await stateOf(club.partner);
      assert.deepEqual([players, cleared_at !== null, await schemasOf(club.partner)], [0, true, ['2']]);
      await club.partner.request('POST', '/v1/players', {
        body: { username: freshName('new'), profile_is_public: true },
      });
      await run();
      assert.deepEqual([(await stateOf(club.partner)).players, (await stateOf(other.partner)).players], [1, 4]);
      await job.close?.();
    });

    it('restarts the audit trail, and assigns the same ids again', async () => {
      const names = [1, 2, 3, 4].map(() => freshName('again'));
      const body = aMatch({ participants: four(...names) });
      const night = async () => {
        for (const username of names) {
          await partner.request('POST', '/v1/players', { body: { username, profile_is_public: true } });
        }
        const match = await partner.request<OwnMatchView>('POST', '/v1/matches', { body });
        const audit = await partner.request<{ data: { seq: number }[] }>('GET', '/v1/audit');
        return { id: match.body.id, seqs: audit.body.data.map(({ seq }) => seq) };
      };
      await partner.request('DELETE', '/v1/sandbox');
      const first = await night();
      await partner.request('DELETE', '/v1/sandbox');
      assert.deepEqual(await night(), first);
    });

    it('never reuses an event id, and rejects earlier event ids', async () => {
      const register = () => partner.request('POST', '/v1/players', { body: { username: freshName('event') } });
      const firstEvent = async (): Promise<Event | undefined> => {
        await feedCaughtUp((await service().sandboxes.enter(partner.actor)).database);
        return (await partner.request<PageBody<Event>>('GET', '/v1/events')).body.data[0];
      };
      await register();
      const before = await firstEvent();
      await partner.request('DELETE', '/v1/sandbox');
      await register();
      const after = await firstEvent();
      assert.ok(before !== undefined && after !== undefined);
      assert.notEqual(after.id, before.id);
      const { body } = await partner.refusal('invalid_query', 'GET', `/v1/events?after=${before.id}`);
      assert.equal(body.errors?.[0]?.parameter, 'after');
    });

    it('lets each concurrent request succeed, fail as cleared or see the empty sandbox, and never a mixture', async () => {
      let isOver = false;
      let submitted = 0;
      const answers = new Map<string, number>();
      const note = (what: string): void => void answers.set(what, (answers.get(what) ?? 0) + 1);
      const work = async (): Promise<void> => {
        while (!isOver) {
          const names = [1, 2, 3, 4].map(() => freshName('busy'));
          const registered = await partner.request('POST', '/v1/players/batch', {
            body: { players: names.map((username) => ({ username, profile_is_public: true })) },
          });
          note(`register ${registered.status} ${registered.body['code'] ?? ''}`);
          const match = await partner.request('POST', '/v1/matches', {
            body: aMatch({ participants: four(...names) }),
          });
          note(`submit ${match.status} ${match.body['code'] ?? ''}`);
          if (match.status !== 201) continue;
          submitted += 1;
          const read = await partner.request('GET', `/v1/matches/${match.body['id']}`);
          note(`read ${read.status} ${read.body['code'] ?? ''}`);
        }
      };
      const workers = [1, 2, 3].map(() => work());
      await until(() => submitted >= 3);
      const clears = await Promise.all([1, 2].map(() => partner.request('DELETE', '/v1/sandbox')));
      // If two run at once, one may fail because the other has cleared the sandbox.
      for (const { status, body } of clears) note(`clear ${status} ${body?.['code'] ?? ''}`);
      const wanted = submitted + 3;
      await until(() => submitted >= wanted);
      isOver = true;
      await Promise.all(workers);
      const expected =
        /^(register (200|409 sandbox_cleared)|submit (201|409 sandbox_cleared|422 participant_not_eligible)|read (200|409 sandbox_cleared|404 match_not_found)|clear (204|409 sandbox_cleared)) ?$/;
      for (const what of answers.keys()) assert.match(what, expected, JSON.stringify([...answers]));
      assert.equal((await partner.request('DELETE', '/v1/sandbox')).status, 204);
      const { players, matches } = await stateOf(partner);
      assert.deepEqual([players, matches, (await schemasOf(partner)).length], [0, 0, 1]);
    });
  });
});
