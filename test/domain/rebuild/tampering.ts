import assert from 'node:assert/strict';
import { type Database, statement } from '../../../src/store/engine/database.ts';
import type { Scene } from '../settlement/scene.ts';

/** The columns of the ledger that a fold makes. */
export const STATE_COLUMNS = [
  'mean_before',
  'variance_before',
  'shown_before',
  'mean_after',
  'variance_after',
  'shown_after',
] as const;

const ofLedger = STATE_COLUMNS.map((column) =>
  statement(
    `test_tamper_${column}`,
    `update match_ratings set ${column}[$2] = ${column}[$2] * (1 + $3::double precision) where match_id = $1 returning match_id`,
  ),
);
const ofPlayers = ['mean', 'variance', 'shown'].map((column) =>
  statement(
    `test_tamper_player_${column}`,
    `update player_ratings set ${column} = ${column} * (1 + $2::double precision) where player_id = $1 returning player_id`,
  ),
);

const all = statement(
  'test_tamper_all',
  `with ledger as (
     update match_ratings l set ${STATE_COLUMNS.map(
       (column) =>
         `${column} = (select array_agg(v * 1.25 order by n) from unnest(l.${column}) with ordinality as u(v, n))`,
     ).join(', ')} where player_ids && $1::uuid[] returning match_id
   )
   update player_ratings set mean = mean * 1.25, variance = variance * 1.25, shown = shown * 1.25
   where player_id = any($1::uuid[]) returning (select count(*)::integer from ledger)`,
);

/** Makes every double of the scene's ledger and of its players' present ratings wrong. */
export async function tamperWithAll(database: Database, scene: Scene): Promise<void> {
  await database.query(all, [scene.players]);
}

/** Makes some doubles of the scene's ledger and one in the present rating of each of its players wrong. */
export async function tamperWith(database: Database, scene: Scene, chance: Iterable<number>): Promise<void> {
  const chances = chance[Symbol.iterator]();
  const pick = <T>(list: readonly T[]): T => list[Number(chances.next().value ?? 0) % list.length] ?? assert.fail();
  const matches = [...(await scene.stored()).rows.keys()];
  for (let times = 0; times < 5; times += 1) {
    await database.query(pick(ofLedger), [pick(matches), pick([1, 2, 3, 4]), pick([1e-15, 0.25, -0.5])]);
  }
  for (const id of scene.players) await database.query(pick(ofPlayers), [id, pick([1e-15, 0.25, -0.5])]);
}
