/** Two nodes of the service over one database, which alone decides what happens when both do the same at once. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { listAudit } from '../../src/audit/list.ts';
import { CLOSURE_MAX } from '../../src/ledger/with-players.ts';
import { chainFaults } from '../support/audit-chain.ts';
import { createMigratedPostgres } from '../support/database.ts';
import { LocalNode } from '../support/node.ts';
import { NOW, World } from '../support/world.ts';

const MATCHES = 10;

describe('two nodes over one PostgreSQL', () => {
  let databases: readonly [Database, Database];
  let nodes: readonly LocalNode[];
  before(async () => {
    const url = await createMigratedPostgres();
    databases = [postgresDatabase({ url }), postgresDatabase({ url })];
    nodes = databases.map((database) => new LocalNode(database));
  });
  after(() => Promise.all(databases.map((database) => database.close())));

  const openWorld = () => World.open(databases[0], { players: 5, closureMax: CLOSURE_MAX });

  async function chainOf(world: World) {
    const { data } = await listAudit(world.calledBy(), { limit: 1000, offset: 0, after: null });
    assert.deepEqual(chainFaults(data), []);
    return data;
  }

  test('two nodes store a match once and return the same id', async () => {
    const world = await openWorld();
    const matches = Array.from({ length: MATCHES }, (_, index) => {
      const seats = [...world.players.keys()].filter((seat) => seat !== index % 5);
      // Every third comes late, so that nodes append and replay at once.
      return world.match((index % 3 === 0 ? MATCHES - index : index + 1) / 24, seats);
    });
    const submitAll = (node: LocalNode, list: typeof matches) =>
      Promise.all(
        list.map(async (match) => {
          const [result = assert.fail()] = await node.submit({ now: NOW, closureMax: CLOSURE_MAX }, [
            world.submission(match),
          ]);
          return { match, result };
        }),
      );
    const results = await Promise.all(
      nodes.map((node, at) => submitAll(node, at === 0 ? matches : matches.toReversed())),
    );
    for (const match of matches) {
      const both = results.flat().filter((one) => one.match === match);
      assert.deepEqual(both.map(({ result }) => result.status).sort(), ['created', 'duplicate']);
      for (const { result } of both) {
        if (result.status === 'created') assert.equal(result.match.id, match.id);
        else if (result.status === 'duplicate') assert.equal(result.existing_match_id, match.id);
      }
    }
    assert.equal((await chainOf(world)).length, MATCHES);
    world.sent.push(...matches);
    await world.assertExact();
  });

  test('two nodes apply each transition of a match once', async () => {
    const world = await openWorld();
    const matches = Array.from({ length: 5 }, () => {
      return world.match(1, [0, 1, 2, 3], { trust_tier: 'player_confirmed' });
    });
    await world.submit(matches);
    await Promise.all(nodes.flatMap((node) => matches.map((match) => world.confirm(match, { node }))));
    await Promise.all(nodes.flatMap((node) => matches.map((match) => world.void(match, { node }))));
    const actions = (await chainOf(world)).map(({ action }) => action);
    for (const action of ['submitted', 'confirmed', 'voided']) {
      assert.equal(actions.filter((one) => one === action).length, matches.length);
    }
    assert.deepEqual(world.rated(), []);
    await world.assertExact();
  });
});
