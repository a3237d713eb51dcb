/** The matches of a player, newest first, with the states before them: what cards and analyses are computed from. */
import { instant, type Queryable, statement } from '../engine/database.ts';
import { unpackDoubles } from '../engine/packed.ts';
import { decodeScoreline, decodeSide } from '../matches/compact.ts';
import type { CompetitionType, CourtPosition, Outcome, Scoring, SetScore, Team } from '../matches/match-rows.ts';
import { visibleTo } from '../players/visibility.ts';
import type { TimeKey } from './time-order.ts';

/** A completed match of a player. It names no one whom the caller may not see. */
export interface PlayerMatchRow {
  readonly match_id: string;
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
  /** Null for a player whom the caller may not see. */
  readonly teammate: TeammateRow | null;
  /** From the ledger, winners first; null together for a match that is not in the ledger yet. */
  readonly length: number | null;
  /** As in `LedgerRow`. */
  readonly before: ArrayLike<number> | null;
  /** The player's own shown strength around the match; before the first rated match, null. */
  readonly own_shown_before: number | null;
  /** Null for a match without a rating change. */
  readonly own_shown_after: number | null;
}

export interface TeammateRow {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
}

/** Numbers in `before`: five for each of the four players. */
const STATE_NUMBERS = 20;

// The teammate has the other of the team's two places.
const COLUMNS = `pm.played_at, pm.match_id, m.winning_team, m.outcome, m.competition_type, m.scoring, m.set_scores,
      own.team, substr(m.court_positions, own.place, 1) as side,
      m.player_ids[strpos(m.teams, own.team) + 5 - strpos(reverse(m.teams), own.team) - own.place] as teammate_id,
      l.length, array_send(l.before) as before, (shown_before(l.before))[rated.slot] as own_shown_before, (shown_after(l.after))[rated.slot] as own_shown_after`;

const JOINS = `join matches m on m.id = pm.match_id
    left join match_ratings l on l.match_id = m.id
    cross join lateral (select array_position(m.player_ids, pm.player_id) as place) found
    cross join lateral (select found.place, substr(m.teams, found.place, 1) as team) own
    cross join lateral (select array_position(l.player_ids, pm.player_id) as slot) rated`;

const newest = statement(
  'player_matches_newest',
  `with newest as materialized (
     -- A walkover says nothing about how anyone plays, so it does not take the place of another match.
     select ${COLUMNS}
     from player_matches pm ${JOINS}
     where pm.player_id = (select p.id from players p where p.username = $2 and ${visibleTo('p', '$1')})
       and m.outcome <> 'walkover'
     order by pm.played_at desc, pm.match_id desc limit $3
   ), teammates as materialized (
     select t.id, t.username, t.display_name
     from players t where t.id = any(array(select teammate_id from newest)) and ${visibleTo('t', '$1')}
   )
   select newest.*, teammates.username, teammates.display_name
   from newest left join teammates on teammates.id = newest.teammate_id
   order by newest.played_at desc, newest.match_id desc`,
);

type Row = Omit<PlayerMatchRow, 'set_scores' | 'court_position' | 'teammate' | 'before'> & {
  readonly before: Uint8Array | null;
  readonly set_scores: string;
  readonly side: string;
  readonly teammate_id: string;
  readonly username: string | null;
  readonly display_name: string | null;
};

/**
 * The newest completed matches of a player from every partner, walkovers excluded, newest first.
 * @returns nothing for a player whom the partner may not see
 */
export async function readNewestMatches(
  database: Queryable,
  partnerId: string,
  username: string,
  limit: number,
): Promise<PlayerMatchRow[]> {
  return (await database.query<Row>(newest, [partnerId, username, limit])).map(matchOf);
}

const older = statement(
  'player_matches_older',
  `select ${COLUMNS}, null as username, null as display_name
   from (
     select * from player_matches where player_id = $1 and (played_at, match_id) < ($2, $3)
     order by played_at desc, match_id desc offset $4 limit $5
   ) pm ${JOINS}
   order by pm.played_at desc, pm.match_id desc`,
);

/** A stretch of a player's history before a match. */
export interface Stretch {
  readonly before: TimeKey;
  readonly offset: number;
  readonly limit: number;
}

/** The completed matches of a stretch, newest first, including walkovers, without names. */
export async function readOlderMatches(
  database: Queryable,
  playerId: string,
  { before, offset, limit }: Stretch,
): Promise<PlayerMatchRow[]> {
  const values = [playerId, instant(before.played_at), before.id, offset, limit];
  return (await database.query<Row>(older, values)).map(matchOf);
}

/** Field by field: a copy of so many columns by `...` costs ten times as much. */
function matchOf(row: Row): PlayerMatchRow {
  const { username, display_name } = row;
  return {
    match_id: row.match_id,
    played_at: row.played_at,
    winning_team: row.winning_team,
    outcome: row.outcome,
    competition_type: row.competition_type,
    scoring: row.scoring,
    set_scores: decodeScoreline(row.set_scores),
    team: row.team,
    court_position: decodeSide(row.side),
    teammate: username === null || display_name === null ? null : { id: row.teammate_id, username, display_name },
    length: row.length,
    before: row.before && unpackDoubles(row.before, STATE_NUMBERS),
    own_shown_before: row.own_shown_before,
    own_shown_after: row.own_shown_after,
  };
}
