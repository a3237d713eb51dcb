import { type Queryable, statement } from './database.ts';
import type { CompetitionType, CourtPosition, Outcome, Scoring, SetScore, Team } from './match-rows.ts';
import { visibleTo } from './visibility.ts';

/** A match of a player as its analysis reads it, with the states before it; it names nobody whom the caller may not see. */
export interface AnalysisMatchRow {
  readonly played_at: number;
  readonly winning_team: Team;
  readonly outcome: Outcome;
  readonly competition_type: CompetitionType | null;
  readonly scoring: Scoring | null;
  /** By set number. */
  readonly set_scores: readonly SetScore[];
  /** The player's own. */
  readonly team: Team;
  readonly court_position: CourtPosition | null;
  /** The three are null together, for a teammate whom the caller may not see. */
  readonly teammate_id: string | null;
  readonly teammate_username: string | null;
  readonly teammate_display_name: string | null;
  /** The ledger's, players winners first; null together as long as the match stands in no ledger. */
  readonly length: number | null;
  readonly mean_before: readonly (number | null)[] | null;
  readonly variance_before: readonly (number | null)[] | null;
  readonly shown_before: readonly (number | null)[] | null;
  readonly last_played_at_before: readonly (number | null)[] | null;
  readonly matches_played_before: readonly number[] | null;
}

// A walkover says nothing of anybody's play, so it takes no other match's place either.
const newest = statement(
  'analysis_matches',
  `select m.played_at, m.winning_team, m.outcome, m.competition_type, m.scoring, m.set_scores,
     m.teams[own.slot] as team, m.court_positions[own.slot] as court_position,
     teammate.id as teammate_id, teammate.username as teammate_username, teammate.display_name as teammate_display_name,
     r.length, r.mean_before, r.variance_before, r.shown_before, r.last_played_at_before, r.matches_played_before
   from player_matches pm
   join matches m on m.id = pm.match_id
   cross join lateral (select array_position(m.player_ids, pm.player_id) as slot) own
   left join lateral (
     select p.id, p.username, p.display_name
     from unnest(m.player_ids, m.teams) as one(player_id, team) join players p on p.id = one.player_id
     where one.team = m.teams[own.slot] and one.player_id <> pm.player_id and ${visibleTo('p', '$1')}
   ) teammate on true
   left join match_ratings r on r.match_id = m.id
   where pm.player_id = $2 and pm.status = 'completed' and m.outcome <> 'walkover'
   order by pm.played_at desc, pm.match_id desc limit $3`,
);

/**
 * The newest completed matches of a player, from every partner, newest first; walkovers aside.
 * @param partnerId who asks: a teammate whom this partner may not see is left nameless.
 */
export async function listAnalysisMatches(
  database: Queryable,
  partnerId: string,
  playerId: string,
  limit: number,
): Promise<AnalysisMatchRow[]> {
  return database.query<AnalysisMatchRow>(newest, [partnerId, playerId, limit]);
}
