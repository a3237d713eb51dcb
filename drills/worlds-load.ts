/** Concurrent load on several worlds of one service. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { aMatch, four, type MatchBody } from '@bandeja/service/test/support/matches';
import { seeded } from '@bandeja/service/test/support/seeded';
import { call, DAY_MS, isTooSoon } from './season.ts';

const PLAYERS = 40;
/** Late matches per hundred. */
const LATE_PERCENT = 3;

export interface DrillWorld {
  /** A mark in every match and roster of this world, and of no other. */
  readonly name: string;
  readonly partnerId: string;
  readonly key: string;
  readonly mode: 'live' | 'test';
  readonly usernames: readonly string[];
  /** How many matches were sent. */
  sent: number;
  /** Matches that returned 201. */
  readonly acknowledged: MatchBody[];
}

/** Registers the players of a world. All worlds have the same usernames. */
export async function openWorld(
  url: string,
  world: Pick<DrillWorld, 'name' | 'partnerId' | 'key' | 'mode'>,
): Promise<DrillWorld> {
  const usernames = Array.from({ length: PLAYERS }, (_, place) => `player-${place}`);
  const players = usernames.map((username) => ({ username, display_name: world.name, profile_is_public: true }));
  const { body } = await call(url, world.key, 'POST', '/v1/players/batch', { players });
  assert.deepEqual((body['summary'] as { created: number }).created, PLAYERS, JSON.stringify(body));
  await call(url, world.key, 'PUT', `/v1/rosters/${world.name}`, { name: world.name });
  return { ...world, usernames, sent: 0, acknowledged: [] };
}

/** Submits matches of worlds concurrently for some time. @returns the acknowledged matches per world */
export function load(
  url: string,
  loads: readonly { readonly world: DrillWorld; readonly atOnce: number }[],
  forMs: number,
): Promise<number[]> {
  const until = performance.now() + forMs;
  return Promise.all(
    loads.map(async ({ world, atOnce }) => {
      const before = world.acknowledged.length;
      // The same in all worlds.
      const random = seeded(world.sent);
      const submitting = async (): Promise<void> => {
        while (performance.now() < until) {
          world.sent += 1;
          const lateMs = random() * 100 < LATE_PERCENT ? DAY_MS * random() : 0;
          const body = aMatch({
            external_ref: `m-${world.sent}`,
            played_at: new Date(Date.now() - 60_000 - lateMs).toISOString(),
            venue_label: world.name,
            winning_team: random() < 0.5 ? 'A' : 'B',
            participants: four(...world.usernames.toSorted(() => random() - 0.5).slice(0, 4)),
          });
          const answer = await call(url, world.key, 'POST', '/v1/matches', body);
          if (isTooSoon(answer)) continue;
          assert.equal(answer.status, 201, `${world.name}: ${JSON.stringify(answer.body)}`);
          world.acknowledged.push(body);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, submitting));
      return world.acknowledged.length - before;
    }),
  );
}

/** Repeatedly fills a sandbox with some matches and clears it. @returns the number of clears */
export async function fillAndClear(url: string, key: string, until: number): Promise<number> {
  let clears = 0;
  while (performance.now() < until) {
    const world = await openWorld(url, { name: 'markergone', partnerId: '', key, mode: 'test' });
    await load(url, [{ world, atOnce: 2 }], 500);
    const { status } = await fetch(`${url}/v1/sandbox`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(status, 204);
    clears += 1;
  }
  return clears;
}

/** Moves the clocks of sandboxes ahead, which must not change their ratings. @returns the number of moves */
export async function moveClocks(url: string, worlds: readonly DrillWorld[], until: number): Promise<number> {
  let moves = 0;
  while (performance.now() < until) {
    for (const { key } of worlds) {
      const { status } = await call(url, key, 'PATCH', '/v1/sandbox', { advance_seconds: 3_600 });
      assert.equal(status, 200);
      moves += 1;
    }
    await sleep(500);
  }
  return moves;
}
