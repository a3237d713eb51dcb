import { instant, type Queryable, statement } from './database.ts';

/** What a player did from an instant on: completed matches from every partner, walkovers aside. */
export interface WindowRow {
  /** The instant, ms. */
  readonly since: number;
  readonly matches: number;
  readonly wins: number;
  /** Rated matches that were not retired. */
  readonly played_to_the_end: number;
  /** Rated matches. */
  readonly rated: number;
  /** The shown strength before the first rated match; null for a player who was new then, and without any. */
  readonly shown_before: number | null;
  /** The shown strength after the last rated match; null without any. */
  readonly shown_after: number | null;
}

// One walk over the longest window serves them all. A match's key orders those of one instant.
const windows = statement(
  'player_windows',
  `with recent as (
     select pm.played_at, pm.match_id, m.outcome, m.winning_team = m.teams[array_position(m.player_ids, pm.player_id)] as won,
       r.match_id is not null as is_rated, r.shown_before[rated.slot] as shown_before, r.shown_after[rated.slot] as shown_after
     from player_matches pm
     join matches m on m.id = pm.match_id
     left join match_ratings r on r.match_id = pm.match_id
     cross join lateral (select array_position(r.player_ids, pm.player_id) as slot) rated
     where pm.player_id = $1 and pm.status = 'completed' and m.outcome <> 'walkover'
       and pm.played_at >= (select min(since) from unnest($2::timestamptz[]) as asked(since))
   )
   select asked.since, count(recent.match_id)::integer as matches,
     (count(*) filter (where recent.won))::integer as wins,
     (count(*) filter (where recent.is_rated and recent.outcome = 'played'))::integer as played_to_the_end,
     (count(*) filter (where recent.is_rated))::integer as rated,
     (array_agg(recent.shown_before order by recent.played_at, recent.match_id) filter (where recent.is_rated))[1] as shown_before,
     (array_agg(recent.shown_after order by recent.played_at desc, recent.match_id desc) filter (where recent.is_rated))[1] as shown_after
   from unnest($2::timestamptz[]) with ordinality as asked(since, n)
   left join recent on recent.played_at >= asked.since
   group by asked.n, asked.since order by asked.n`,
);

/** A player's windows from these instants (ms) on, in their order. */
export async function readWindows(
  database: Queryable,
  playerId: string,
  since: readonly number[],
): Promise<WindowRow[]> {
  const instants = since.map((ms) => instant(Math.max(ms, 0)));
  return database.query<WindowRow>(windows, [playerId, instants]);
}
