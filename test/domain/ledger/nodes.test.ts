/** Two nodes of the service over one database, which alone decides what happens when both do the same at once. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listAudit } from '../../../src/domain/audit/index.ts';
import type { KeyActor } from '../../../src/domain/context.ts';
import { confirmMatch, type SubmissionResult, submitMatches, voidMatch } from '../../../src/domain/matches/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { postgresDatabase } from '../../../src/store/engine/postgres.ts';
import { chainFaults } from '../../support/audit-chain.ts';
import { calledBy } from '../../support/context.ts';
import { createMigratedPostgres } from '../../support/database.ts';
import { aMatch, four } from '../../support/matches.ts';
import { ledgerOf } from './histories.ts';
import {
  bitsOfLedger,
  contextOf,
  foundPartner,
  foundPlayers,
  idOf,
  ratedMatchOf,
  storedLedger,
} from './stored-ledger.ts';

const MATCHES = 40;

describe('two nodes over one PostgreSQL', () => {
  let nodes: readonly [Database, Database];
  before(async () => {
    const url = await createMigratedPostgres();
    nodes = [postgresDatabase({ url }), postgresDatabase({ url })];
  });
  after(() => Promise.all(nodes.map((node) => node.close())));

  async function club(name: string): Promise<{ caller: KeyActor; players: readonly string[] }> {
    const submitter = await foundPartner(nodes[0], name);
    const players = await foundPlayers(
      nodes[0],
      submitter,
      [0, 1, 2, 3, 4].map((place) => `${name}-${place}`),
    );
    return { caller: submitter, players };
  }

  async function chainOf(caller: KeyActor) {
    const { data } = await listAudit(calledBy(contextOf(nodes[1]), caller), { limit: 1000, offset: 0, after: null });
    assert.deepEqual(chainFaults(data), []);
    return data;
  }

  test('store a match once that both are sent, and tell both its id', async () => {
    const { caller, players } = await club('norte');
    const bodies = Array.from({ length: MATCHES }, (_, index) => {
      const seats = players.filter((_player, place) => place !== index % 5);
      // Every third comes late, so that nodes append and replay at once.
      const day = index % 3 === 0 ? MATCHES - index : index + 1;
      const played_at = new Date(Date.UTC(2026, 3, 1) + day * 3_600_000).toISOString();
      return aMatch({ external_ref: `m${index}`, played_at, participants: four(...seats.map((id) => ({ id }))) });
    });
    const results = await Promise.all(
      nodes.flatMap((node, at) =>
        (at === 0 ? bodies : bodies.toReversed()).map(async (body): Promise<[string, SubmissionResult]> => {
          const [result] = await submitMatches(contextOf(node), [{ actor: caller, body }]);
          return [body.external_ref, result ?? assert.fail()];
        }),
      ),
    );
    for (const body of bodies) {
      const [one, two] = results.flatMap(([reference, result]) => (reference === body.external_ref ? [result] : []));
      assert.deepEqual([one?.status, two?.status].sort(), ['created', 'duplicate']);
      for (const result of [one, two]) {
        const id =
          result?.status === 'created'
            ? result.match.id
            : result?.status === 'duplicate'
              ? result.existing_match_id
              : null;
        assert.equal(id, idOf(caller.partnerId, body));
      }
    }
    assert.equal((await chainOf(caller)).length, MATCHES);
    const wanted = ledgerOf(bodies.flatMap((body) => ratedMatchOf(caller.partnerId, body, 'completed') ?? []));
    assert.deepEqual(bitsOfLedger(await storedLedger(nodes[1], players)), bitsOfLedger(wanted));
  });

  test('take each step of a match once that both are asked for', async () => {
    const { caller, players } = await club('sur');
    const bodies = Array.from({ length: 10 }, (_, index) =>
      aMatch({
        external_ref: `m${index}`,
        trust_tier: 'player_confirmed',
        participants: four(...players.slice(0, 4).map((id) => ({ id }))),
      }),
    );
    await submitMatches(
      contextOf(nodes[0]),
      bodies.map((body) => ({ actor: caller, body })),
    );
    const ids = bodies.map((body) => idOf(caller.partnerId, body));
    await Promise.all(nodes.flatMap((node) => ids.map((id) => confirmMatch(calledBy(contextOf(node), caller), id))));
    await Promise.all(
      nodes.flatMap((node) => ids.map((id) => voidMatch(calledBy(contextOf(node), caller), id, 'Twice.'))),
    );
    const actions = (await chainOf(caller)).map(({ action }) => action);
    for (const action of ['submitted', 'confirmed', 'voided']) {
      assert.equal(actions.filter((one) => one === action).length, bodies.length);
    }
    assert.deepEqual(bitsOfLedger(await storedLedger(nodes[0], players)), bitsOfLedger(ledgerOf([])));
  });
});
