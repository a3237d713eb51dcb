/** A path that names another partner’s thing gets the same bytes as one that names nothing. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { storingNothing } from '../support/club.ts';
import { freshPerson } from '../support/people.ts';
import { onEachEngine, type ProblemBody, type TestClient } from '../support/service.ts';
import { absent, type Operation, operations, pathOf } from './contract/document.ts';
import { type Fixture, fixtureOf } from './contract/fixture.ts';
import { requests } from './contract/requests.ts';
import { useContractService } from './contract/scene.ts';

const MALFORMED = ['Mal!formed', '\0', '%', 'ñ', 'x'.repeat(300)];

/** These create the thing that their path names. By operation, the malformed names. */
const CREATING: Readonly<Record<string, readonly string[]>> = {
  'PUT /v1/rosters/{slug}': MALFORMED,
  // A session's name is free text.
  'PUT /v1/sessions/{ref}/plan': ['\0', 'x'.repeat(300)],
};

onEachEngine((engine) => {
  const service = useContractService(engine);
  let fixture: Fixture;
  let stranger: TestClient;
  let strangeManager: TestClient;
  before(async () => {
    fixture = await fixtureOf(service());
    const other = await service().freshPartner();
    stranger = other;
    strangeManager = (await freshPerson(service(), other.id)).client;
  });

  /** The refusal, without the names in the path. */
  async function refusalOf(client: TestClient, operation: Operation, values: Record<string, string>, body: unknown) {
    const options = { headers: { 'x-request-id': 'the-same' }, ...(body === undefined ? {} : { body }) };
    const {
      status,
      text,
      body: problem,
    } = await client.request<ProblemBody>(operation.method, pathOf(operation, values), options);
    assert.equal(status, 404, `${operation.name} of ${JSON.stringify(values)}: ${text}`);
    return {
      code: problem.code,
      text: Object.entries(values)
        .filter(([parameter]) => !['round', 'court'].includes(parameter))
        .reduce((left, [, value]) => left.replaceAll(value, '…'), text),
    };
  }

  for (const operation of operations.filter(({ name }) => name in CREATING)) {
    it(`${operation.name} answers 422 with the rule for a malformed name, and creates nothing`, async () => {
      const { values = {}, body } = (await requests[operation.name]?.(fixture)) ?? assert.fail(operation.name);
      await storingNothing(service(), async () => {
        for (const text of CREATING[operation.name] ?? []) {
          const malformed = Object.fromEntries(Object.keys(values).map((parameter) => [parameter, text]));
          const options = body === undefined ? {} : { body };
          const path = pathOf(operation, malformed);
          const answer = await stranger.request<ProblemBody>(operation.method, path, options);
          assert.deepEqual([answer.status, answer.body.code], [422, 'invalid_body'], answer.text);
          assert.deepEqual(
            answer.body.errors?.map(({ parameter }) => parameter),
            Object.keys(values),
          );
        }
      });
    });
  }

  for (const operation of operations.filter(({ name, path }) => path.includes('{') && !(name in CREATING))) {
    const { name, access } = operation;
    const isPartners = !['operator', 'link', 'match link'].includes(access);
    const isPersons = access === 'person';
    const what = isPartners ? 'absent, malformed or another partner’s' : 'absent or malformed';
    it(`${name} answers 404 for what is ${what}, and changes nothing`, async () => {
      const { values = {}, body } = (await requests[name]?.(fixture)) ?? assert.fail(name);
      const found = { ...values, ...('username' in values && { username: fixture.hidden.username }) };
      const own = isPersons ? strangeManager : stranger;
      const client = isPartners ? own : fixture[access === 'operator' ? 'operator' : 'phone'];
      await storingNothing(service(), async () => {
        const codes = new Set<string>();
        for (const text of MALFORMED) {
          const malformed = Object.fromEntries(Object.keys(values).map((parameter) => [parameter, text]));
          codes.add((await refusalOf(client, operation, malformed, body)).code);
        }
        const none = await refusalOf(client, operation, { ...absent }, body);
        assert.deepEqual([...codes], [none.code]);
        if (isPartners) assert.deepEqual(await refusalOf(client, operation, found, body), none);
      });
    });
  }
});
