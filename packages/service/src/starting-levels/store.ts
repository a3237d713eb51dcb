import type { StartingLevelScale, StartingLevelSource } from '@bandeja/contract/starting-level';
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { bigint, integer, jsonb, nullable, type RowOf, table, uuid } from '@bandeja/postgres/table';

/** A starting level as it was sent, and the points that it was converted to. */
export interface StatedLevel {
  readonly value: number;
  readonly scale: StartingLevelScale;
  readonly source: StartingLevelSource;
  readonly service_score: number;
}

/** A change of a starting level; null: none. */
const levelChanges = table('starting_level_changes', {
  partner_id: uuid,
  seq: bigint,
  player_id: uuid,
  before: nullable(jsonb<StatedLevel | null>()),
  after: nullable(jsonb<StatedLevel | null>()),
});

export interface LevelChangeRow extends RowOf<typeof levelChanges> {}

const writeWords = statement(
  'starting_levels_write',
  `with change as materialized (${levelChanges.source(2)}), recorded as (
     insert into starting_level_changes (${levelChanges.select()}) select * from change
   ), removed as (
     delete from player_starting_levels s using change where s.player_id = change.player_id and change.after is null
   )
   insert into player_starting_levels (player_id, value, scale, source, stated_at)
   select player_id, (after ->> 'value')::numeric, after ->> 'scale', after ->> 'source', $1 from change where after is not null
   on conflict (player_id) do update set value = excluded.value, scale = excluded.scale, source = excluded.source,
     stated_at = excluded.stated_at`,
);

/** Writes changes, at most one of each player. Their audit entries are written. */
export async function writeLevelChanges(
  transaction: Transaction,
  changes: readonly LevelChangeRow[],
  at: number,
): Promise<void> {
  await transaction.query(writeWords, [instant(at), ...levelChanges.values(changes)]);
}

const points = table('player_ratings', { player_id: uuid, stated_points: integer });

const writePoints = statement(
  'starting_levels_write_points',
  `update player_ratings r set stated_points = s.stated_points from (${points.source()}) s where r.player_id = s.player_id`,
);

/** Sets the points of players that this transaction has inserted. */
export async function writeStatedPoints(
  transaction: Transaction,
  rows: readonly RowOf<typeof points>[],
): Promise<void> {
  await transaction.query(writePoints, points.values(rows));
}

/** A player that the partner created, and its starting level. */
export interface LevelledPlayer {
  readonly id: string;
  readonly matches_played: number;
  readonly level: StatedLevel | null;
}

const ofCreated = statement(
  'starting_levels_of_created',
  `select p.id, r.matches_played, (
     select json_build_object('value', s.value, 'scale', s.scale, 'source', s.source, 'service_score', r.stated_points)
     from player_starting_levels s where s.player_id = p.id
   ) as level
   from players p join player_ratings r on r.player_id = p.id where p.creator_partner_id = $1 and p.username = $2`,
);

export async function readLevelled(
  database: Queryable,
  partnerId: string,
  username: string,
): Promise<LevelledPlayer | undefined> {
  return (await database.query<LevelledPlayer>(ofCreated, [partnerId, username]))[0];
}

const history = statement(
  'starting_levels_history',
  `select e.at, c.before, c.after from starting_level_changes c
   join audit_entries e on e.partner_id = c.partner_id and e.seq = c.seq where c.player_id = $1 order by c.seq`,
);

/** The changes of a player's starting level, oldest first. */
export async function readLevelHistory(
  database: Queryable,
  playerId: string,
): Promise<(Pick<LevelChangeRow, 'before' | 'after'> & { readonly at: number })[]> {
  return database.query(history, [playerId]);
}
