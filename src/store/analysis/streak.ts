/**
 * Selects how many of a player's newest completed matches, walkovers aside, have the newest one's result. It reads as far
 * back as that goes, and no further.
 * @param playerId an SQL expression
 */
export function selectStreak(playerId: string): string {
  const played = `from player_matches pm join matches m on m.id = pm.match_id
      where pm.player_id = ${playerId} and m.outcome <> 'walkover'`;
  const won = 'm.winning_team = substr(m.teams, array_position(m.player_ids, pm.player_id), 1)';
  const newestFirst = 'order by pm.played_at desc, pm.match_id desc limit 1';
  return `with newest as (select ${won} as won ${played} ${newestFirst}),
    ending as (select pm.played_at, pm.match_id ${played} and (${won}) <> (select won from newest) ${newestFirst})
    select count(*)::integer ${played} and (pm.played_at, pm.match_id) > (
      coalesce((select played_at from ending), '-infinity'),
      coalesce((select match_id from ending), '00000000-0000-0000-0000-000000000000'))`;
}
