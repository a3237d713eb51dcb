import assert from 'node:assert/strict';
import { type Database, statement } from '@bandeja/postgres/database';
import type { RatingState } from '@bandeja/rating';
import type { LedgerRow } from '../../src/history/ledger-store.ts';
import type { World } from '../support/world.ts';

/** What a fold makes of the ledger: the first number of each in its array, and how many a player has there. */
const CELLS = {
  mean_before: ['before', 1, 5],
  variance_before: ['before', 2, 5],
  shown_before: ['before', 3, 5],
  last_played_at_before: ['before', 4, 5],
  matches_played_before: ['before', 5, 5],
  mean_after: ['after', 1, 3],
  variance_after: ['after', 2, 3],
  shown_after: ['after', 3, 3],
} as const;

export type LedgerField = keyof typeof CELLS;

/** The doubles among them. */
export const STATE_FIELDS = [
  'mean_before',
  'variance_before',
  'shown_before',
  'mean_after',
  'variance_after',
  'shown_after',
] as const satisfies readonly LedgerField[];

/** The element of a ledger row's arrays that holds a value of the player in a slot, from 0; as SQL. */
export function cellOf(field: LedgerField, slot: number): string {
  const [array, first, width] = CELLS[field];
  return `${array}[${first + width * slot}]`;
}

/** The value in a row that was read. */
export function valueIn(row: LedgerRow, field: LedgerField, slot: number): number {
  const [array, first] = CELLS[field];
  const part = (['mean', 'variance', 'shown', 'at', 'played'] as const)[first - 1] ?? assert.fail();
  const state = row[array][slot as 0] as Partial<RatingState> | null;
  return state?.[part] ?? assert.fail(`no number for ${field}`);
}

const ofLedger = STATE_FIELDS.flatMap((field) =>
  [0, 1, 2, 3].map((slot) =>
    statement(
      `test_tamper_${field}_${slot}`,
      `update match_ratings set ${cellOf(field, slot)} = ${cellOf(field, slot)} * (1 + $2::double precision) where match_id = $1`,
    ),
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
     update match_ratings l set
       before = (select array_agg(case when n % 5 in (1, 2, 3) then v * 1.25 else v end order by n)
         from unnest(l.before) with ordinality as u(v, n)),
       after = (select array_agg(v * 1.25 order by n) from unnest(l.after) with ordinality as u(v, n))
     where player_ids && $1::uuid[] returning match_id
   )
   update player_ratings set mean = mean * 1.25, variance = variance * 1.25, shown = shown * 1.25
   where player_id = any($1::uuid[]) returning (select count(*)::integer from ledger)`,
);

/** Makes every double of the world's ledger and of its players' present ratings wrong. */
export async function tamperWithAll(database: Database, world: World): Promise<void> {
  await database.query(all, [world.players]);
}

/** Makes some doubles of the world's ledger and one in the present rating of each of its players wrong. */
export async function tamperWith(database: Database, world: World, chance: Iterable<number>): Promise<void> {
  const chances = chance[Symbol.iterator]();
  const pick = <T>(list: readonly T[]): T => list[Number(chances.next().value ?? 0) % list.length] ?? assert.fail();
  const matches = [...(await world.stored()).rows.keys()];
  for (let times = 0; times < 5; times += 1) {
    await database.query(pick(ofLedger), [pick(matches), pick([1e-15, 0.25, -0.5])]);
  }
  for (const id of world.players) await database.query(pick(ofPlayers), [id, pick([1e-15, 0.25, -0.5])]);
}

const KEEP = `create table kept_ledger as table match_ratings; create table kept_ratings as table player_ratings;
  create table kept_players as table player_matches;`;
const RESTORE = `delete from match_ratings; insert into match_ratings table kept_ledger;
  delete from player_ratings; insert into player_ratings table kept_ratings;
  delete from player_matches; insert into player_matches table kept_players;
  drop table kept_ledger, kept_ratings, kept_players;`;

/** Tampers with what is stored behind the service's back, and restores it once `look` has looked at it. */
export async function tampered<T>(database: Database, sql: string, look: () => Promise<T>): Promise<T> {
  await database.script(KEEP);
  try {
    await database.script(sql);
    return await look();
  } finally {
    await database.script(RESTORE);
  }
}
