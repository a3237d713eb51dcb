import { type Queryable, statement } from '@bandeja/postgres/database';
import { nameParts, newestFirst, type TimeKey, type TimeWindow, type Values } from '../paging/time-order.ts';

/** A player's rated match with the rating before and after it. */
export interface RatedStepRow {
  readonly match_id: string;
  readonly played_at: number;
  /** The caller submitted the match. */
  readonly is_own: boolean;
  /** Null for the first rated match. */
  readonly shown_before: number | null;
  readonly shown_after: number;
  readonly variance_after: number;
  /** Rated matches, this one included. */
  readonly matches_played: number;
}

const SELECT = `select pm.match_id, pm.played_at, m.partner_id = $1 as is_own, (shown_before(l.before))[n] as shown_before,
    (shown_after(l.after))[n] as shown_after, l.after[3 * n - 1] as variance_after, l.before[5 * n]::integer + 1 as matches_played
  from player_matches pm
  join match_ratings l on l.match_id = pm.match_id
  join matches m on m.id = pm.match_id
  cross join lateral array_position(l.player_ids, $2::uuid) as n`;

/** A player's rated matches within a window, newest first: at most `limit`, from the key `after` on. */
export async function readRatedSteps(
  database: Queryable,
  partnerId: string,
  playerId: string,
  window: TimeWindow,
  after: TimeKey | null,
  limit: number,
): Promise<RatedStepRow[]> {
  const values: Values = [partnerId, playerId];
  const conditions = [
    'pm.player_id = $2',
    ...newestFirst({ playedAt: 'pm.played_at', id: 'pm.match_id' }, window, after, values),
  ];
  const text = `${SELECT} where ${conditions.join(' and ')} order by pm.played_at desc, pm.match_id desc limit $${values.push(limit)}`;
  return database.query<RatedStepRow>(
    statement(['progress_steps', ...nameParts(window, after)].join('_'), text),
    values,
  );
}
