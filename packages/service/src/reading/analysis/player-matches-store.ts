/**
 * A player with the newest matches: what cards and analyses are computed from. The matches come as one row, column by
 * column: fifty rows of sixteen values cost the service more than everything that it counts in them.
 */

import type { CompetitionType, CourtPosition, Outcome, Scoring, Team } from '@bandeja/contract/match-enums';
import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { numberOrNull, unpackDoubles, unpackInstants } from '@bandeja/postgres/packed';
import { decodeSide, decodeTeams, type LetteredSet, readScoreline } from '../../matches/compact.ts';
import { PLAYER_COLUMNS, type PlayerRow } from '../../players/store.ts';
import { visibleTo } from '../../players/visibility-store.ts';
import type { TimeKey } from './time-order.ts';

/** A completed match of a player. It names no one whom the caller may not see. */
export interface PlayerMatchRow {
  readonly played_at: number;
  /** Null for a draw. */
  readonly winning_team: Team | null;
  /** Whether the own pair is the first of the ledger: the winners, of a draw the pair that has the lowest id. */
  readonly isOfFirstPair: boolean;
  readonly outcome: Outcome;
  readonly competition_type: CompetitionType | null;
  readonly scoring: Scoring | null;
  /** By set number. */
  readonly set_scores: readonly LetteredSet[];
  /** The player's own. */
  readonly team: Team;
  readonly court_position: CourtPosition | null;
  /** Null for a player whom the caller may not see. */
  readonly teammate: TeammateRow | 'erased' | null;
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

/** Matches as columns; over no matches all but the count are null. */
interface MatchColumns {
  readonly matches: number;
  readonly played_at: Uint8Array;
  /** The id of the last match. */
  readonly last_id: string;
  readonly winning_teams: string;
  readonly outcomes: string;
  /** An empty text for null. */
  readonly competition_types: string;
  /** An empty text for null. */
  readonly scorings: string;
  readonly scorelines: string;
  /** Four letters a match. */
  readonly teams: string;
  /** Four letters a match. */
  readonly court_positions: string;
  /** A digit a match: 1 to 4. */
  readonly own_places: string;
  /** A digit a match: 1 to 4, or 0 for a match that is not in the ledger. */
  readonly own_slots: string;
  readonly lengths: Uint8Array;
  readonly before: Uint8Array;
  readonly own_shown_after: Uint8Array;
}

interface TeammateColumns {
  readonly teammate_ids: readonly (string | null)[];
  readonly usernames: readonly (string | null)[];
  readonly display_names: readonly (string | null)[];
}

/** Numbers in `before`: five for each of the four players. */
const STATE_NUMBERS = 20;
const NO_STATES = `'{${Array.from({ length: STATE_NUMBERS }, () => 'NaN').join()}}'::double precision[]`;

/** A match of `player_matches pm`. */
const COLUMNS = `pm.played_at, pm.match_id, m.winning_team, m.outcome, m.competition_type, m.scoring, m.set_scores, m.teams,
      m.court_positions, own.place, coalesce(array_position(l.player_ids, pm.player_id), 0) as slot, l.length,
      coalesce(l.before, ${NO_STATES}) as before, l.after`;

const JOINS = `join matches m on m.id = pm.match_id
    left join match_ratings l on l.match_id = m.id
    cross join lateral (select array_position(m.player_ids, pm.player_id) as place) own`;

/** The aggregates of {@link MatchColumns}, over rows `x` with {@link COLUMNS}. They get the rows in their order. */
const AS_COLUMNS = `count(*)::integer as matches, array_send(array_agg(x.played_at)) as played_at,
      (array_agg(x.match_id))[count(*)] as last_id, string_agg(coalesce(x.winning_team, '-'), '') as winning_teams,
      string_agg(x.outcome, ' ') as outcomes, string_agg(coalesce(x.competition_type, ''), ' ') as competition_types,
      string_agg(coalesce(x.scoring, ''), ' ') as scorings, string_agg(x.set_scores, ';') as scorelines,
      string_agg(x.teams, '') as teams, string_agg(x.court_positions, '') as court_positions,
      string_agg(x.place::text, '') as own_places, string_agg(x.slot::text, '') as own_slots,
      array_send(array_agg(x.length)) as lengths, array_send(array_agg(x.before)) as before,
      array_send(array_agg(x.after[3 * x.slot])) as own_shown_after`;

/** The other place of the team that has place `own.place`. */
const TEAMMATE_PLACE = `(case when m.teams in ('AABB', 'BBAA') then '{2,1,4,3}'::integer[]
      when m.teams in ('ABAB', 'BABA') then '{3,4,1,2}' else '{4,3,2,1}' end)[own.place]`;

const newest = statement(
  'player_matches_newest',
  `select ${PLAYER_COLUMNS}, pool.steepness, pool.penalty, pool.hold_rate, newest.*
   from players p
   join player_ratings r on r.player_id = p.id
   left join (select steepness, penalty, hold_rate from calibrations order by calibrated_at desc limit 1) pool on true
   cross join lateral (
     select ${AS_COLUMNS}, array_agg(x.teammate_id) as teammate_ids, array_agg(x.username) as usernames,
       array_agg(x.display_name) as display_names
     from (
       -- A walkover says nothing about how anyone plays, so it does not take the place of another match.
       select ${COLUMNS}, t.id as teammate_id, t.username, t.display_name
       from player_matches pm ${JOINS}
       left join players t on t.id = m.player_ids[${TEAMMATE_PLACE}] and (${visibleTo('t', '$1')} or t.erased_at is not null)
       where pm.player_id = p.id and m.outcome <> 'walkover'
       order by pm.played_at desc, pm.match_id desc limit $3
     ) x
   ) newest
   where p.username = $2 and ${visibleTo('p', '$1')}`,
);

/** A player with the newest matches. */
export interface PlayerMatches {
  readonly player: PlayerRow;
  /** As the latest calibration found it; null before the first. */
  readonly pool: { readonly steepness: number; readonly penalty: number; readonly hold_rate: number } | null;
  readonly matches: readonly PlayerMatchRow[];
  /** The place of the last of the matches, if there are as many as were asked for. */
  readonly end: TimeKey | null;
}

type NewestRow = PlayerRow &
  MatchColumns &
  TeammateColumns & {
    readonly steepness: number | null;
    readonly penalty: number | null;
    readonly hold_rate: number | null;
  };

/**
 * A player with the newest completed matches from every partner, walkovers excluded, newest first.
 * @returns undefined for a player whom the partner may not see
 */
export async function readNewestMatches(
  database: Queryable,
  partnerId: string,
  username: string,
  limit: number,
): Promise<PlayerMatches | undefined> {
  const [row] = await database.query<NewestRow>(newest, [partnerId, username, limit]);
  if (row === undefined) return undefined;
  const { steepness, penalty, hold_rate } = row;
  const matches = matchesOf(row, row);
  const last = matches.at(-1);
  return {
    player: row,
    pool: steepness === null || penalty === null || hold_rate === null ? null : { steepness, penalty, hold_rate },
    matches,
    end: last === undefined || matches.length < limit ? null : { played_at: last.played_at, id: row.last_id },
  };
}

const older = statement(
  'player_matches_older',
  `select ${AS_COLUMNS} from (
     select ${COLUMNS} from (
       select * from player_matches where player_id = $1 and (played_at, match_id) < ($2, $3)
       order by played_at desc, match_id desc offset $4 limit $5
     ) pm ${JOINS}
     order by pm.played_at desc, pm.match_id desc
   ) x`,
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
  const [columns] = await database.query<MatchColumns>(older, values);
  return columns === undefined ? [] : matchesOf(columns, null);
}

function matchesOf(columns: MatchColumns, teammates: TeammateColumns | null): PlayerMatchRow[] {
  const { matches: count } = columns;
  if (count === 0) return [];
  const playedAt = unpackInstants(columns.played_at, count);
  const outcomes = columns.outcomes.split(' ') as Outcome[];
  const competitionTypes = columns.competition_types.split(' ') as (CompetitionType | '')[];
  const scorings = columns.scorings.split(' ') as (Scoring | '')[];
  const scorelines = columns.scorelines.split(';');
  const teams = decodeTeams(columns.teams);
  const lengths = unpackDoubles(columns.lengths, count);
  const before = unpackDoubles(columns.before, count * STATE_NUMBERS);
  const ownShownAfter = unpackDoubles(columns.own_shown_after, count);
  return outcomes.map((outcome, index): PlayerMatchRow => {
    const place = 4 * index + Number(columns.own_places[index]) - 1;
    const slot = Number(columns.own_slots[index]);
    const isRated = slot > 0;
    return {
      played_at: playedAt[index] as number,
      winning_team: columns.winning_teams[index] === '-' ? null : (columns.winning_teams[index] as Team),
      isOfFirstPair: slot <= 2,
      outcome,
      competition_type: competitionTypes[index] || null,
      scoring: scorings[index] || null,
      set_scores: readScoreline(scorelines[index] as string),
      team: teams[place] as Team,
      court_position: decodeSide(columns.court_positions[place] as string),
      teammate: teammates && teammateOf(teammates, index),
      length: isRated ? (lengths[index] as number) : null,
      before: isRated ? before.subarray(index * STATE_NUMBERS, (index + 1) * STATE_NUMBERS) : null,
      // The third number of five is the strength that was shown.
      own_shown_before: isRated ? numberOrNull(before[index * STATE_NUMBERS + 5 * slot - 3]) : null,
      own_shown_after: numberOrNull(ownShownAfter[index]),
    };
  });
}

function teammateOf(
  { teammate_ids: ids, usernames, display_names: names }: TeammateColumns,
  index: number,
): PlayerMatchRow['teammate'] {
  const [id, username, display_name] = [ids[index], usernames[index], names[index]];
  if (id == null) return null;
  return username == null || display_name == null ? 'erased' : { id, username, display_name };
}
