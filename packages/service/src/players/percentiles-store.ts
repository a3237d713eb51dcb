import { type Database, instant, statement } from '@bandeja/postgres/database';
import { isRanked, scoreOf } from './ranking-store.ts';

/** The share of the ranked players whose score is lower than that of `player_ratings r`; null before the first count. */
export const PERCENTILE = `(select by_score.percentile from score_percentiles by_score
  where by_score.service_score = ${scoreOf('r.shown')})`;

/**
 * The number of table pages that one statement reads: 16 MB, some ten milliseconds. During that time the embedded database runs
 * nothing else, and a server cannot remove old row versions. A rating that moves to another page between two statements is counted
 * twice or not at all.
 */
const PAGES_AT_ONCE = 2_000;

const size = statement(
  'percentiles_size',
  `select (pg_relation_size('player_ratings') / current_setting('block_size')::integer)::integer as pages`,
);

const count = statement(
  'percentiles_count',
  `select ${scoreOf('r.shown')} as score, count(*)::integer as players from player_ratings r
   where r.ctid >= $2::tid and r.ctid < $3::tid and ${isRanked('$1')}
     and r.player_id not in (select id from players where erased_at is not null) group by 1`,
);

const write = statement(
  'percentiles_write',
  `with ranked as (select * from unnest($1::integer[], $2::bigint[]) as ranked(score, players)),
   pool as (select sum(players) as players from ranked)
   insert into score_percentiles as known (service_score, percentile)
   select s.score, floor(100 * coalesce(sum(ranked.players) over (
     order by s.score rows between unbounded preceding and 1 preceding), 0) / pool.players)::integer
   from pool cross join generate_series(0, 3000) as s(score) left join ranked on ranked.score = s.score
   where pool.players > 0
   order by s.score
   on conflict (service_score) do update set percentile = excluded.percentile
     where known.percentile <> excluded.percentile`,
);

/**
 * Counts the scores of all players past provisional at an instant, in slices between which the database does other work.
 * @returns the number of different scores; 0 if no player is past provisional
 */
export async function writePercentiles(database: Database, now: number): Promise<number> {
  const players = new Map<number, number>();
  const [table] = await database.query<{ pages: number }>(size);
  for (let page = 0; page < (table?.pages ?? 0); page += PAGES_AT_ONCE) {
    const slice = [`(${page},0)`, `(${page + PAGES_AT_ONCE},0)`];
    for (const row of await database.query<{ score: number; players: number }>(count, [instant(now), ...slice])) {
      players.set(row.score, (players.get(row.score) ?? 0) + row.players);
    }
  }
  await database.query(write, [[...players.keys()], [...players.values()]]);
  return players.size;
}
