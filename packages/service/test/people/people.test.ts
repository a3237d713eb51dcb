import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERASED_PERSON, PEOPLE_MAX, type Person, type PersonName } from '@bandeja/contract/people';
import { addedPerson, freshPerson } from '../support/people.ts';
import { onEachEngine, type PageBody, type TestClient, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const freshClub = async () => service().freshPartner();
  const namesOf = async (client: TestClient) =>
    (await client.request<PageBody<PersonName>>('GET', '/v1/people/names')).body.data;

  describe('people', () => {
    it('are added, changed and listed by managers, and a role takes effect with the next request', async () => {
      const club = await freshClub();
      const manager = await freshPerson(service(), club.id);
      const ana = await freshPerson(service(), club.id, 'viewer');
      const path = `/v1/people/${ana.signIn.person.id}`;
      await ana.client.refusal('insufficient_scope', 'PUT', '/v1/rosters/ladder');
      const body = { role: 'organizer', display_name: 'Ana Prats' };
      const changed = await manager.client.request<Person>('PATCH', path, { body });
      assert.deepEqual([changed.body.role, changed.body.display_name], ['organizer', 'Ana Prats']);
      assert.ok((await ana.client.request('PUT', '/v1/rosters/ladder')).status < 300);
      const { data } = (await manager.client.request<PageBody<Person>>('GET', '/v1/people')).body;
      assert.deepEqual(
        data.map(({ role }) => role),
        ['manager', 'organizer'],
      );
      assert.equal(data[0]?.created_by, 'operator:environment');
      const added = await manager.client.request<Person>('POST', '/v1/people', {
        body: { display_name: 'Ana Prats', role: 'coach' },
      });
      assert.equal(added.body.created_by, `person:${manager.signIn.person.id}`);
    });

    it('are removed with everything that lets them in; the name stays until it is erased', async () => {
      const club = await freshClub();
      const manager = await freshPerson(service(), club.id);
      const ana = await freshPerson(service(), club.id, 'viewer');
      const { id, display_name } = ana.signIn.person;
      const path = `/v1/people/${id}`;
      const { body: invitation } = await manager.client.request('POST', `${path}/invitation`);
      for (let count = 0; count < 2; count += 1)
        assert.equal((await manager.client.request('DELETE', path)).status, 204);
      await ana.client.refusal('invalid_credentials', 'GET', '/v1/rosters');
      const invited = service().nobody.withToken(String(invitation['token']));
      await invited.refusal('invalid_credentials', 'GET', '/v1/invitation');
      await manager.client.refusal('person_not_found', 'PATCH', path, { body: { role: 'coach' } });
      await manager.client.refusal('person_not_found', 'POST', `${path}/invitation`);
      await manager.client.refusal('person_not_found', 'DELETE', `${path}/invitation`);
      const { body: removed } = await manager.client.request<Person>('GET', path);
      assert.deepEqual([removed.display_name, removed.role, removed.sign_ins], [display_name, 'viewer', []]);
      assert.deepEqual(
        (await namesOf(club)).map((one) => one.display_name),
        [manager.signIn.person.display_name, display_name],
      );
      await manager.client.request('DELETE', `${path}?erase=true`);
      assert.equal((await manager.client.request<Person>('GET', path)).body.display_name, ERASED_PERSON);
      assert.equal((await namesOf(club))[1]?.display_name, ERASED_PERSON);
      const tables = ['people', 'sign_ins', 'invitations', 'passkeys'];
      for (const table of tables) {
        const rows = await service().database.query({
          name: `test_${table}`,
          text: `select r::text as row from ${table} r`,
        });
        assert.ok(!JSON.stringify(rows).includes(display_name), table);
      }
      const all = await manager.client.request<PageBody<Person>>('GET', '/v1/people?all=true');
      const present = await manager.client.request<PageBody<Person>>('GET', '/v1/people');
      assert.deepEqual([all.body.data.length, present.body.data.length], [2, 1]);
    });

    it('keep a manager: of two who remove or demote each other at once, one stays; operators may remove the last', async () => {
      const club = await freshClub();
      for (const method of ['DELETE', 'PATCH'] as const) {
        const [one, two] = [await freshPerson(service(), club.id), await freshPerson(service(), club.id)];
        const body = method === 'PATCH' ? { body: { role: 'viewer' } } : {};
        const answers = await Promise.all([
          one.client.request(method, `/v1/people/${two.signIn.person.id}`, body),
          two.client.request(method, `/v1/people/${one.signIn.person.id}`, body),
        ]);
        const managers = await service().operator.request<PageBody<Person>>(
          'GET',
          `/admin/v1/partners/${club.id}/people`,
        );
        const left = managers.body.data.filter(({ role }) => role === 'manager');
        assert.equal(left.length, 1, JSON.stringify(answers.map(({ status, text }) => [status, text])));
        const last = [one, two].find(({ signIn }) => signIn.person.id === left[0]?.id) ?? assert.fail();
        const own = `/v1/people/${last.signIn.person.id}`;
        await last.client.refusal('last_manager', 'DELETE', own);
        await last.client.refusal('last_manager', 'PATCH', own, { body: { role: 'coach' } });
        assert.equal(
          (await last.client.request('PATCH', own, { body: { display_name: 'Still a manager' } })).status,
          200,
        );
        assert.equal((await service().operator.request('DELETE', `/admin${own}`)).status, 204);
      }
    });

    it(`are at most ${PEOPLE_MAX}, even if several are added at once`, async () => {
      const club = await freshClub();
      const { client } = await freshPerson(service(), club.id);
      await service().database.script(
        `insert into people (id, partner_id, display_name, role, created_at, created_by)
         select gen_random_uuid(), '${club.id}', 'Ana', 'viewer', now(), 'service' from generate_series(1, ${PEOPLE_MAX - 2})`,
      );
      const body = { display_name: 'Ana', role: 'viewer' };
      const answers = await Promise.all([1, 2, 3].map(() => client.request('POST', '/v1/people', { body })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
      await client.refusal('too_many_people', 'POST', '/v1/people', { body });
    });

    it('have no key that may manage them', async () => {
      const club = await freshClub();
      const body = { scopes: ['manage:people'] };
      const refused = await service().operator.refusal('invalid_body', 'POST', `/admin/v1/partners/${club.id}/keys`, {
        body,
      });
      assert.deepEqual(
        refused.body.errors?.map(({ pointer, code }) => [pointer, code]),
        [['/scopes/0', 'not_one_of']],
      );
    });

    it('are shown by name in the log of operators, until they are erased', async () => {
      const { operator } = service();
      const { id, display_name } = await addedPerson(service(), (await freshClub()).id);
      type Entry = { readonly target: string; readonly target_name: string; readonly action: string };
      const nameOf = async () =>
        (await operator.request<PageBody<Entry>>('GET', '/admin/v1/audit')).body.data.find(
          ({ target }) => target === id,
        )?.target_name;
      assert.equal(await nameOf(), display_name);
      await operator.request('DELETE', `/admin/v1/people/${id}?erase=true`);
      assert.equal(await nameOf(), ERASED_PERSON);
    });
  });
});
