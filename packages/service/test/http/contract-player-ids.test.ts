/** Every path that names a player takes the id of a visible player in the place of the username. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import type { Player } from '@bandeja/contract/players';
import { onEachEngine, type TestClient } from '../support/service.ts';
import { type Operation, operations, pathOf } from './contract/document.ts';
import { type Fixture, fixtureOf } from './contract/fixture.ts';
import { requests } from './contract/requests.ts';
import { useContractService } from './contract/scene.ts';

onEachEngine((engine) => {
  const service = useContractService(engine);
  let fixture: Fixture;
  let stranger: TestClient;
  before(async () => {
    fixture = await fixtureOf(service());
    stranger = await service().freshPartner();
  });

  /** @param others of the path, in the place of those of a valid request */
  async function answerTo(client: TestClient, operation: Operation, others: Readonly<Record<string, string>> = {}) {
    const { values = {}, ...options } = (await requests[operation.name]?.(fixture)) ?? assert.fail(operation.name);
    const { username = '' } = values;
    const find = async () => (await fixture.partner.request<Player>('GET', `/v1/players/${username}`)).body.id;
    const path = pathOf(operation, {
      ...values,
      username: others['username'] ?? (await find()),
      ...('slug' in values && others),
    });
    const headers = { 'x-request-id': 'the-same' };
    return client.request(operation.method, path, { ...options, headers });
  }

  for (const operation of operations.filter(({ path }) => path.includes('{username}'))) {
    it(`${operation.name} takes a player’s id`, async () => {
      const { status, text } = await answerTo(fixture.partner, operation);
      assert.ok(operation.successes.has(status), text);
    });

    it(`${operation.name} answers the id of an invisible player as an unknown one`, async () => {
      // A roster of the caller, since the path of a member has one.
      await stranger.request('PUT', '/v1/rosters/night');
      const refusals = await Promise.all(
        [fixture.hidden.id, randomUUID()].map(async (id) => {
          const { status, text } = await answerTo(stranger, operation, { username: id, slug: 'night' });
          return [status, text.replaceAll(id, 'ID')];
        }),
      );
      assert.equal(refusals[0]?.[0], 404);
      assert.deepEqual(refusals[0], refusals[1]);
    });
  }

  it('an id reaches a player whose username means another one', async () => {
    const [club, other] = [await service().freshPartner(), await service().freshPartner()];
    const [theirs = assert.fail()] = await other.freshPlayers(1);
    const { username } = theirs;
    await club.request('POST', '/v1/players', { body: { username, profile_is_public: false } });
    const idAt = async (key: string) => (await club.request<Player>('GET', `/v1/players/${key}`)).body.id;
    assert.notEqual(await idAt(username), theirs.id);
    assert.equal(await idAt(theirs.id), theirs.id);
    assert.equal(await idAt(theirs.id.toUpperCase()), theirs.id);
  });

  it('a username in the form of an id means its player, unless that is the id of another visible one', async () => {
    const [club, other] = [await service().freshPartner(), await service().freshPartner()];
    const [victim = assert.fail()] = await other.freshPlayers(1);
    const register = async (username: string) =>
      (await club.request<Player>('POST', '/v1/players', { body: { username } })).body.id;
    const idAt = async (key: string) => (await club.request<Player>('GET', `/v1/players/${key}`)).body.id;
    const free = randomUUID();
    assert.equal(await register(free), await idAt(free));
    await register(victim.id);
    assert.equal(await idAt(victim.id), victim.id);
  });
});
