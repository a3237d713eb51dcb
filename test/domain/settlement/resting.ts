/** A scene of which one partner rests: what it sends late waits outside the ledger. */
import type { Database } from '../../../src/store/engine/database.ts';
import { Scene, type SceneMatch } from './scene.ts';

/** How long the run takes that norte has had, and how long it rests after it. */
const RUN_MS = 1_000;
export const REST_MS = 9 * RUN_MS;

/** Ten days of players 0–7 of both clubs, of which norte has had a late match settled: it rests from now on. */
export async function openRestingScene(database: Database): Promise<{ scene: Scene; days: readonly SceneMatch[] }> {
  const scene = await Scene.open(database);
  const days = Array.from({ length: 10 }, (_, day) => {
    const seats = [day, day + 1, day + 3, day + 6].map((seat) => seat % 8);
    return scene.match(10 + day, seats, {}, day % 2 === 0 ? 'norte' : 'sur');
  });
  await scene.submit(days);
  await scene.send(scene.match(9, [0, 2, 4, 6]));
  const settler = scene.settler(4);
  await settler.step();
  scene.now += RUN_MS;
  await settler.finish();
  await scene.assertExact();
  return { scene, days };
}

/** A match of before those days, in which players 1, 3, 5 and 7 win and lose. */
export const lateOf = (scene: Scene, day = 9.5, changes: Readonly<Record<string, unknown>> = {}): SceneMatch =>
  scene.match(day, [1, 3, 5, 7], changes);
