import { INSTANT_MS_MAX } from '@bandeja/contract/instant';
import type { ProgressCause, ProgressInterval } from '@bandeja/contract/progress';
import { instant, type Queryable, type Statement, statement } from '@bandeja/postgres/database';
import { instantSince1970, type TimeWindow } from '../paging/time-order.ts';
import { SHOWN } from '../players/ranking-store.ts';
import { type namedPlayer, ofPlayer } from '../players/visibility-store.ts';

export interface ProgressRequest extends TimeWindow {
  readonly interval: ProgressInterval;
  /** Of days and weeks. */
  readonly time_zone: string;
  /** The most points; the newest ones are shown. */
  readonly limit: number;
}

/** A player's rated match, or a shift of the score; for a day or a week, the last one of its matches or of its shifts. */
export interface PointRow {
  readonly cause: ProgressCause;
  readonly at: number;
  /** Null for a shift, for a day or a week, and if another partner submitted the match. */
  readonly match_id: string | null;
  /** Before the match or the shift, or before the first one of the day or week. Null before the first rated match. */
  readonly shown_before: number | null;
  readonly shown_after: number;
  readonly variance_after: number;
  /** Rated matches, this one included. */
  readonly matches_played: number;
  /** When the player's last rated match then was played; null if there was none. */
  readonly last_played_at: number | null;
  /** When the first match of the day or week was completed, or the score shifted first. It begins at `start`. */
  readonly first_entered_at?: number;
  readonly start?: number;
}

export interface ProgressPlayer {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  /** Null before the first rated match, without a starting level. */
  readonly shown: number | null;
}

const playerAs = (named: typeof namedPlayer): string => `player as materialized (
    select p.*, ${SHOWN} as shown from ${named('p.id, p.username, p.display_name', '$1', '$2')} p
    join player_ratings r on r.player_id = p.id
  )`;

/** A player without points has one row, whose other columns are null. */
const pointsOfPlayer = (points: string): string => `
  select case when row_number() over () = 1 then to_json(player) end as player, point.*
  from player left join lateral (${points}) point on true`;

// A match shows what it first showed. A player who was added to a match later finds nulls there.
const SHOWN_BEFORE = "nullif(coalesce(l.first_shown[4 * slot - 3], l.before[5 * slot - 2]), 'NaN') as shown_before";
const STATE_AFTER = `coalesce(l.first_shown[4 * slot - 2], l.after[3 * slot]) as shown_after,
      coalesce(l.first_shown[4 * slot - 1], l.after[3 * slot - 1]) as variance_after,
      coalesce(l.first_shown[4 * slot], l.before[5 * slot] + 1)::integer as matches_played`;
const SHIFTED = 's.shown_after, s.variance as variance_after, s.matches_played, s.last_played_at';

/** Rated matches of `player`. */
const RATED = `player_matches pm
      join match_ratings l on l.match_id = pm.match_id
      cross join lateral array_position(l.player_ids, pm.player_id) as slot`;

const NEWEST = 'order by pm.played_at desc, pm.match_id desc';

const ofMatches = ofPlayer((named, by) =>
  statement(
    ['progress_matches', by].join('_'),
    `with ${playerAs(named)} ${pointsOfPlayer(`
    select * from (
      (select 'match' as cause, pm.played_at as at, case when m.partner_id = $1 then m.id end as match_id, ${SHOWN_BEFORE}, ${STATE_AFTER},
         pm.played_at as last_played_at, pm.match_id as id, 0::bigint as version
       from ${RATED}
       join matches m on m.id = pm.match_id
       where pm.player_id = player.id and pm.played_at >= $3 and pm.played_at < $4
       ${NEWEST} limit $5)
      union all
      (select s.cause, s.at, null, s.shown_before, ${SHIFTED}, null, s.version
       from score_shifts s
       where s.player_id = player.id and s.at >= $3 and s.at < $4
       order by s.at desc, s.version desc limit $5)
    ) both_kinds
    order by at, cause <> 'match', version, id`)}`,
  ),
);

/** The last rated match before an instant. Its day or week, `$6`, is in the zone `$7`; weeks start on Monday. */
const lastBefore = (until: string): string => `cross join lateral (
      select pm.player_id, pm.played_at, pm.match_id, ${STATE_AFTER}, date_trunc($6, pm.played_at, $7) as start
      from ${RATED}
      where pm.player_id = player.id and pm.played_at >= $3 and pm.played_at < ${until}
      ${NEWEST} limit 1
    ) last`;

// Two look-ups for each day or week, however many matches it has: a player's matches are a chain, so the first and the last one show how far
// all of them moved the score.
const ofIntervals = ofPlayer((named, by) =>
  statement(
    ['progress_intervals', by].join('_'),
    `with recursive ${playerAs(named)},
  ends as (
    select last.* from player ${lastBefore('$4')}
    union all
    select last.* from ends cross join player ${lastBefore('ends.start')}
  ) ${pointsOfPlayer(`
    select * from (
    select 'match' as cause, ends.played_at as at, null::uuid as match_id, first.shown_before, ends.shown_after, ends.variance_after,
      ends.matches_played, ends.played_at as last_played_at, first.completed_at as first_entered_at, ends.start
    from (select * from ends limit $5) ends
    cross join lateral (
      select ${SHOWN_BEFORE}, m.completed_at from ${RATED} join matches m on m.id = pm.match_id
      where pm.player_id = ends.player_id and pm.played_at >= greatest(ends.start, $3)
      order by pm.played_at, pm.match_id limit 1
    ) first
    union all
    (select s.cause, s.at, null, s.first_before, ${SHIFTED}, s.first_at, s.start
     from (
       select s.*, first_value(s.shown_before) over started as first_before, first_value(s.at) over started as first_at,
         row_number() over (partition by s.start order by s.at desc, s.version desc) as number
       from (
         select *, date_trunc($6, at, $7) as start from score_shifts where player_id = player.id and at >= $3 and at < $4
       ) s
       window started as (partition by s.start order by s.at, s.version)
     ) s
     where s.number = 1 order by s.at desc limit $5)
    ) both_kinds
    order by at, cause <> 'match'`)}`,
  ),
);

/**
 * A player with the newest points of the score history, oldest first, as of one moment: up to `limit` matches, and as many shifts.
 * @returns undefined for a player who is invisible to the partner
 */
export async function readProgress(
  database: Queryable,
  partnerId: string,
  key: string,
  { interval, time_zone, limit, since, until }: ProgressRequest,
): Promise<{ readonly player: ProgressPlayer; readonly points: readonly PointRow[] } | undefined> {
  const values = [
    partnerId,
    key,
    instantSince1970(since ?? 0),
    until === null ? instant(INSTANT_MS_MAX) : instantSince1970(until),
    limit,
  ];
  const read = (which: Statement, more: readonly string[]) =>
    database.query<PointRow & { readonly player: ProgressPlayer | null; readonly at: number | null }>(which, [
      ...values,
      ...more,
    ]);
  const rows =
    interval === 'match' ? await read(ofMatches.of(key), []) : await read(ofIntervals.of(key), [interval, time_zone]);
  const player = rows[0]?.player;
  return player == null ? undefined : { player, points: rows.filter((row) => row.at !== null) };
}
