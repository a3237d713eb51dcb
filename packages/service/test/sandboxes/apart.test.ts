/**
 * The live world and two sandboxes take the same kinds of steps at random, with the same usernames and references. For each of
 * them, another service takes the steps of that world only. In the end each world is equal to its service.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { scopes } from '@bandeja/contract/account-enums';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { Player } from '@bandeja/contract/players';
import { issueKey } from '../../src/keys/keys.ts';
import { insertPartner } from '../../src/partners/store.ts';
import { aMatch, four } from '../support/matches.ts';
import { seeded } from '../support/seeded.ts';
import {
  onEachEngine,
  type PageBody,
  startTestService,
  type TestClient,
  type TestService,
  useTestService,
} from '../support/service.ts';

const STEPS = 90;
const NAMES = ['ana', 'bea', 'carla', 'dora', 'eva', 'fina'];
const START = Date.UTC(2026, 4, 1);

interface World {
  readonly client: TestClient;
  /** The same world in a separate service. */
  readonly alone: TestClient;
}

type Step = readonly [method: string, path: string, body: object];

/** What a world shows, without what differs from service to service: ids of players, and when something was done. */
async function shownBy(client: TestClient): Promise<unknown> {
  const players = await Promise.all(
    NAMES.map(async (username) => {
      const { body } = await client.request<Player>('GET', `/v1/players/${username}`);
      return { username: body.username, rating: { ...body.rating, percentile: null } };
    }),
  );
  const { body } = await client.request<PageBody<OwnMatchView>>('GET', '/v1/matches?limit=100');
  const matches = body.data.map(({ id, status, revision, participants }) => ({
    id,
    status,
    revision,
    participants: participants.map(({ username, rating_change }) => ({ username, rating_change })),
  }));
  const audit = await client.request<PageBody<{ action: string }>>('GET', '/v1/audit?limit=1000');
  return { players, matches, audit: audit.body.data.map(({ action }) => action) };
}

onEachEngine((engine) => {
  describe('the live world and sandboxes', () => {
    const service = useTestService({ engine, isOwn: true });
    const references: TestService[] = [];
    before(async () => {
      for (let count = 0; count < 3; count += 1) references.push(await startTestService({ engine: 'postgres' }));
    });
    after(() => Promise.all(references.map((reference) => reference.stop())));

    /** A partner of the same id in both services, and a key in each. */
    async function worldOf(partnerId: string, mode: 'live' | 'test', reference: TestService): Promise<World> {
      const row = {
        id: partnerId,
        name: 'Club',
        plan: 'enterprise',
        suspended: false,
        time_zone: 'UTC',
        created_at: START,
      } as const;
      await reference.database.transaction((transaction) => insertPartner(transaction, row));
      const [own, alone] = await Promise.all([
        issueKey(service().context, partnerId, { scopes: [...scopes], mode }),
        issueKey(reference.context, partnerId, { scopes: [...scopes] }),
      ]);
      return { client: service().nobody.withToken(own.key), alone: reference.nobody.withToken(alone.key) };
    }

    it('stay apart under every operation', async () => {
      const random = seeded(28);
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] ?? assert.fail();
      const [one, two] = [
        await service().freshPartner({ mode: 'live' }),
        await service().freshPartner({ mode: 'live' }),
      ];
      const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = references;
      const worlds = [
        await worldOf(one.id, 'live', first),
        await worldOf(one.id, 'test', second),
        await worldOf(two.id, 'test', third),
      ];
      const known = new Map<World, string[]>(worlds.map((world) => [world, []]));
      const aStep = (world: World): Step => {
        const matches = known.get(world) ?? [];
        const kind = matches.length === 0 ? 0 : random();
        if (kind > 0.85) return ['POST', `/v1/matches/${pick(matches)}/void`, { reason: 'by mistake' }];
        const day = Math.floor(random() * 20);
        const played_at = new Date(START + day * 86_400_000).toISOString();
        if (kind > 0.7) return ['PATCH', `/v1/matches/${pick(matches)}`, { played_at }];
        const players = NAMES.toSorted(() => random() - 0.5).slice(0, 4);
        // Few references, so that the worlds use the same ones, and one world the same one twice.
        const external_ref = `m${Math.floor(random() * 40)}`;
        const winning_team = pick(['A', 'B']);
        return [
          'POST',
          '/v1/matches',
          aMatch({ external_ref, played_at, winning_team, participants: four(...players) }),
        ];
      };
      for (const { client, alone } of worlds) {
        for (const username of NAMES) {
          for (const each of [client, alone]) {
            const body = { username, profile_is_public: true };
            assert.equal((await each.request('POST', '/v1/players', { body })).status, 201);
          }
        }
      }
      // The worlds run beside each other; each takes its own steps in order.
      const steps = worlds.map((world) => ({ world, run: Promise.resolve() }));
      const runStep = async (world: World): Promise<void> => {
        const [method, path, body] = aStep(world);
        const answers = await Promise.all(
          [world.client, world.alone].map((each) => each.request(method, path, { body })),
        );
        const [own, alone] = answers.map(({ status, body: answer }) => [status, answer['code'], answer['id']]);
        assert.deepEqual(own, alone, `${method} ${path}`);
        if (own?.[0] === 201) known.get(world)?.push(String(own[2]));
      };
      for (let step = 0; step < STEPS; step += 1) {
        const next = pick(steps);
        next.run = next.run.then(() => runStep(next.world));
      }
      await Promise.all(steps.map(({ run }) => run));
      for (const { client, alone } of worlds) assert.deepEqual(await shownBy(client), await shownBy(alone));
    });
  });
});
