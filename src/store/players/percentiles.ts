import { type Database, instant, statement } from '../engine/database.ts';
import { isRanked, scoreOf } from '../rosters/ranking.ts';

/** The share of the ranked players whose score is lower than that of `player_ratings r`; null as long as none was counted. */
export const PERCENTILE = `(select by_score.percentile from score_percentiles by_score
  where by_score.service_score = ${scoreOf('r.shown')})`;

/** "bandeja" on a telephone's keys, and one more. */
const LOCK = 2_263_353;

const lock = statement('percentiles_lock', `select pg_try_advisory_xact_lock(${LOCK}) as is_free`);

const write = statement(
  'percentiles_write',
  `with ranked as (
     select ${scoreOf('r.shown')} as score, count(*) as players from player_ratings r where ${isRanked('$1')} group by 1
   ),
   pool as (select sum(players) as players from ranked)
   insert into score_percentiles as known (service_score, percentile)
   select s.score, floor(100 * coalesce(sum(ranked.players) over (
     order by s.score rows between unbounded preceding and 1 preceding), 0) / pool.players)::integer
   from pool cross join generate_series(0, 3000) as s(score) left join ranked on ranked.score = s.score
   where pool.players > 0
   on conflict (service_score) do update set percentile = excluded.percentile
     where known.percentile <> excluded.percentile`,
);

/** Counts the scores of all players past provisional at an instant. Leaves it to another node that is just doing so. */
export async function writePercentiles(database: Database, now: number): Promise<void> {
  await database.transaction(async (transaction) => {
    const [found] = await transaction.query<{ is_free: boolean }>(lock);
    if (found?.is_free === true) await transaction.query(write, [instant(now)]);
  });
}
