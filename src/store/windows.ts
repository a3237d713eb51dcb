/** What a player did from an instant on: completed matches from every partner, walkovers aside. */
export interface WindowRow {
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

/**
 * Selects a {@link WindowRow} for each of some instants, in their order. One walk over the longest window serves them all.
 * @param playerId an SQL expression
 * @param since an SQL expression for a `timestamptz[]`
 */
export function selectWindows(playerId: string, since: string): string {
  return `with recent as (
      select pm.played_at, pm.match_id, m.outcome, m.winning_team = m.teams[array_position(m.player_ids, pm.player_id)] as won,
        l.match_id is not null as is_rated, l.shown_before[rated.slot] as shown_before, l.shown_after[rated.slot] as shown_after
      from player_matches pm
      join matches m on m.id = pm.match_id
      left join match_ratings l on l.match_id = pm.match_id
      cross join lateral (select array_position(l.player_ids, pm.player_id) as slot) rated
      where pm.player_id = ${playerId} and pm.status = 'completed' and m.outcome <> 'walkover'
        and pm.played_at >= (select min(since) from unnest(${since}) as asked(since))
    )
    select count(recent.match_id)::integer as matches,
      (count(*) filter (where recent.won))::integer as wins,
      (count(*) filter (where recent.is_rated and recent.outcome = 'played'))::integer as played_to_the_end,
      (count(*) filter (where recent.is_rated))::integer as rated,
      (array_agg(recent.shown_before order by recent.played_at, recent.match_id) filter (where recent.is_rated))[1] as shown_before,
      (array_agg(recent.shown_after order by recent.played_at desc, recent.match_id desc) filter (where recent.is_rated))[1] as shown_after
    from unnest(${since}) with ordinality as asked(since, n)
    left join recent on recent.played_at >= asked.since
    group by asked.n order by asked.n`;
}
