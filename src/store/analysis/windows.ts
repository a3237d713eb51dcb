import { RATING_CHANGE_JOINS } from '../matches/matches.ts';

/** What a player did from an instant on: completed matches from every partner, walkovers aside. */
export interface WindowRow {
  readonly matches: number;
  readonly wins: number;
  /** Rated matches that were not retired. */
  readonly played_to_the_end: number;
  /**
   * Of each rated match the shown strength before it, null for a player who was new then, and after it; of one that waits
   * outside the ledger the provisional ones. All of them, since as long as history is being settled a match need not begin
   * where the one before it ended.
   */
  readonly steps: readonly (readonly [before: number | null, after: number])[];
}

/**
 * Selects a {@link WindowRow} for each of some instants, in their order. One walk over the longest window serves them all.
 * @param playerId an SQL expression
 * @param since an SQL expression for a `timestamptz[]`
 */
export function selectWindows(playerId: string, since: string): string {
  return `with recent as (
      select pm.played_at, pm.match_id, m.outcome, m.winning_team = substr(m.teams, array_position(m.player_ids, pm.player_id), 1) as won,
        rated.slot is not null as is_rated, (coalesce(r.shown_before, h.shown_before))[rated.slot] as shown_before,
        (coalesce(r.shown_after, h.shown_after))[rated.slot] as shown_after
      from player_matches pm
      join matches m on m.id = pm.match_id ${RATING_CHANGE_JOINS}
      cross join lateral (select array_position(coalesce(r.player_ids, h.player_ids), pm.player_id) as slot) rated
      where pm.player_id = ${playerId} and m.outcome <> 'walkover'
        and pm.played_at >= (select min(since) from unnest(${since}) as asked(since))
    )
    select count(recent.match_id)::integer as matches,
      (count(*) filter (where recent.won))::integer as wins,
      (count(*) filter (where recent.is_rated and recent.outcome = 'played'))::integer as played_to_the_end,
      coalesce(json_agg(json_build_array(recent.shown_before, recent.shown_after)) filter (where recent.is_rated), '[]') as steps
    from unnest(${since}) with ordinality as asked(since, n)
    left join recent on recent.played_at >= asked.since
    group by asked.n order by asked.n`;
}
