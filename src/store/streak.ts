import { type Queryable, statement } from './database.ts';

const PLAYED = `from player_matches pm join matches m on m.id = pm.match_id
     where pm.player_id = $1 and pm.status = 'completed' and m.outcome <> 'walkover'`;
const WON = '(m.winning_team = m.teams[array_position(m.player_ids, pm.player_id)])';

const streak = statement(
  'player_streak',
  `with ending as (
     select pm.played_at, pm.match_id ${PLAYED} and ${WON} <> $2 order by pm.played_at desc, pm.match_id desc limit 1
   )
   select count(*)::integer as length ${PLAYED}
     and (pm.played_at, pm.match_id) > (
       coalesce((select played_at from ending), '-infinity'),
       coalesce((select match_id from ending), '00000000-0000-0000-0000-000000000000')
     )`,
);

/**
 * How many of a player's newest completed matches, walkovers aside, have the newest one's result. It reads as far back as
 * that goes, and no further.
 * @param won the result of the newest
 */
export async function countStreak(database: Queryable, playerId: string, won: boolean): Promise<number> {
  const [row] = await database.query<{ length: number }>(streak, [playerId, won]);
  return row?.length ?? 0;
}
