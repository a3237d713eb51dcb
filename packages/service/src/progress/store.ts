import { INSTANT_MS_MAX } from '@bandeja/contract/instant';
import type { ProgressInterval } from '@bandeja/contract/progress';
import { instant, type Queryable, type Statement, statement } from '@bandeja/postgres/database';
import { instantSince1970, type TimeWindow } from '../paging/time-order.ts';
import { SHOWN } from '../players/ranking-store.ts';
import { namedPlayer } from '../players/visibility-store.ts';

export interface ProgressRequest extends TimeWindow {
  readonly interval: ProgressInterval;
  /** The most points; the newest ones are shown. */
  readonly limit: number;
}

/** A player's rated match, or the last one of a day or a week. */
export interface PointRow {
  /** Null for a day or a week, and if another partner submitted the match. */
  readonly match_id: string | null;
  readonly played_at: number;
  /** Before the match, or before the first one of the day or week. Null before the first rated match. */
  readonly shown_before: number | null;
  readonly shown_after: number;
  readonly variance_after: number;
  /** Rated matches, this one included. */
  readonly matches_played: number;
}

export interface ProgressPlayer {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  /** Null before the first rated match, without a starting level. */
  readonly shown: number | null;
}

const PLAYER = `player as materialized (
    select p.*, ${SHOWN} as shown from ${namedPlayer('p.id, p.username, p.display_name', '$1', '$2')} p
    join player_ratings r on r.player_id = p.id
  )`;

/** A player without points has one row, whose other columns are null. */
const pointsOfPlayer = (points: string): string => `
  select case when row_number() over () = 1 then to_json(player) end as player, point.*
  from player left join lateral (${points}) point on true`;

const SHOWN_BEFORE = "nullif(l.before[5 * slot - 2], 'NaN') as shown_before";
const STATE_AFTER = `l.after[3 * slot] as shown_after, l.after[3 * slot - 1] as variance_after,
      l.before[5 * slot]::integer + 1 as matches_played`;

/** Rated matches of `player`. */
const RATED = `player_matches pm
      join match_ratings l on l.match_id = pm.match_id
      cross join lateral array_position(l.player_ids, pm.player_id) as slot`;

const NEWEST = 'order by pm.played_at desc, pm.match_id desc';

const ofMatches = statement(
  'progress_matches',
  `with ${PLAYER} ${pointsOfPlayer(`
    select case when m.partner_id = $1 then m.id end as match_id, pm.played_at, ${SHOWN_BEFORE}, ${STATE_AFTER}
    from ${RATED}
    join matches m on m.id = pm.match_id
    where pm.player_id = player.id and pm.played_at >= $3 and pm.played_at < $4
    ${NEWEST} limit $5`)}`,
);

/** The last rated match before an instant. Its day or week, `$6`, is in UTC; weeks start on Monday. */
const lastBefore = (until: string): string => `cross join lateral (
      select pm.player_id, pm.played_at, ${STATE_AFTER}, date_trunc($6, pm.played_at, 'UTC') as start
      from ${RATED}
      where pm.player_id = player.id and pm.played_at >= $3 and pm.played_at < ${until}
      ${NEWEST} limit 1
    ) last`;

// Two look-ups for each day or week, however many matches it has: a player's matches are a chain, so the first and the last one show how far
// all of them moved the score.
const ofIntervals = statement(
  'progress_intervals',
  `with recursive ${PLAYER},
  ends as (
    select last.* from player ${lastBefore('$4')}
    union all
    select last.* from ends cross join player ${lastBefore('ends.start')}
  ) ${pointsOfPlayer(`
    select null::uuid as match_id, ends.played_at, first.shown_before, ends.shown_after, ends.variance_after, ends.matches_played
    from (select * from ends limit $5) ends
    cross join lateral (
      select ${SHOWN_BEFORE} from ${RATED}
      where pm.player_id = ends.player_id and pm.played_at >= greatest(ends.start, $3)
      order by pm.played_at, pm.match_id limit 1
    ) first
    order by ends.played_at desc`)}`,
);

/**
 * A player with the newest points of the score history, newest first, as of one moment.
 * @returns undefined for a player who is invisible to the partner
 */
export async function readProgress(
  database: Queryable,
  partnerId: string,
  username: string,
  { interval, limit, since, until }: ProgressRequest,
): Promise<{ readonly player: ProgressPlayer; readonly points: readonly PointRow[] } | undefined> {
  const values = [
    partnerId,
    username,
    instantSince1970(since ?? 0),
    until === null ? instant(INSTANT_MS_MAX) : instantSince1970(until),
    limit,
  ];
  const read = (which: Statement, more: readonly string[]) =>
    database.query<PointRow & { readonly player: ProgressPlayer | null; readonly played_at: number | null }>(which, [
      ...values,
      ...more,
    ]);
  const rows = interval === 'match' ? await read(ofMatches, []) : await read(ofIntervals, [interval]);
  const player = rows[0]?.player;
  return player == null ? undefined : { player, points: rows.filter((row) => row.played_at !== null) };
}
