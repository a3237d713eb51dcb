import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { PROVISIONAL_MATCHES } from '@bandeja/rating';
import { isPastProvisional, scoreOf } from './ranking-store.ts';

/**
 * The share of the players past provisional whose score is lower than that of `player_ratings r`; null without such players. Before the
 * first count it is counted here, for players who may be past provisional: a database with such players and without a count is
 * a few seconds old.
 */
export const PERCENTILE = `case when r.matches_played >= ${PROVISIONAL_MATCHES} then coalesce(
    (select by_score.percentile from score_percentiles by_score where by_score.service_score = ${scoreOf('r.shown')}),
    (select floor(100.0 * count(*) filter (where ${scoreOf('r.shown')} < own.score) / nullif(count(*), 0))::integer
     from (select ${scoreOf('r.shown')} as score) own, player_ratings r
     where ${isPastProvisional('now()')} and r.player_id not in (select id from players where erased_at is not null))) end`;

const write = statement(
  'percentiles_write',
  `with ranked as (
     select ${scoreOf('r.shown')} as score, count(*) as players from player_ratings r
     where ${isPastProvisional('$1')} and r.player_id not in (select id from players where erased_at is not null)
     group by 1
   ),
   pool as (select sum(players) as players from ranked),
   written as (
     insert into score_percentiles as known (service_score, percentile)
     select s.score, floor(100 * coalesce(sum(ranked.players) over (
       order by s.score rows between unbounded preceding and 1 preceding), 0) / pool.players)::integer
     from pool cross join generate_series(0, 3000) as s(score) left join ranked on ranked.score = s.score
     where pool.players > 0
     order by s.score
     on conflict (service_score) do update set percentile = excluded.percentile
       where known.percentile <> excluded.percentile
   )
   select players::float8 as players from pool`,
);

/**
 * Counts the scores of all players past provisional at an instant. Reads all ratings.
 * @returns false if no player is past provisional
 */
export async function writePercentiles(database: Queryable, now: number): Promise<boolean> {
  const [pool] = await database.query<{ players: number | null }>(write, [instant(now)]);
  return pool?.players != null;
}
