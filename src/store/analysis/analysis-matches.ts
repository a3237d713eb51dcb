/** The matches of a player with the states before them, as an analysis reads them. */
import { instant, type Queryable, statement } from '../engine/database.ts';
import { numberOrNull, unpackDoubles, unpackDoublesOfIntegers, unpackInstants } from '../engine/packed.ts';
import { decodeJsonInstant } from '../engine/values.ts';
import { decodeScoreline, decodeSide } from '../matches/compact.ts';
import type { CompetitionType, CourtPosition, Outcome, Scoring, SetScore, Team } from '../matches/match-rows.ts';
import type { TimeKey } from './time-order.ts';

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
  /** Null for one whom the caller may not see. */
  readonly teammate: TeammateRow | null;
  /** The ledger's, players winners first; null together as long as the match stands in no ledger. */
  readonly length: number | null;
  readonly mean_before: readonly (number | null)[] | null;
  readonly variance_before: readonly (number | null)[] | null;
  readonly shown_before: readonly (number | null)[] | null;
  readonly last_played_at_before: readonly (number | null)[] | null;
  readonly matches_played_before: readonly number[] | null;
}

export interface TeammateRow {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
}

/** A stretch of a player's matches. */
export interface MatchStretch {
  /** Completed ones from every partner, newest first; walkovers aside. */
  readonly matches: readonly AnalysisMatchRow[];
  /** Where these end; null without any. */
  readonly oldest: TimeKey | null;
}

// A walkover says nothing of anybody's play, so it takes no other match's place either. The teammate stands in the other
// of the two places of the team.
const newest = (
  source: string,
  which: string,
  limit: string,
): string => `select pm.played_at, pm.match_id, m.winning_team, m.outcome,
      m.competition_type, m.scoring, m.set_scores, own.team, substr(m.court_positions, own.slot, 1) as court_position,
      m.player_ids[strpos(m.teams, own.team) + 5 - strpos(reverse(m.teams), own.team) - own.slot] as teammate_id,
      l.length, l.mean_before, l.variance_before, l.shown_before, l.last_played_at_before, l.matches_played_before
    from ${source} pm
    join matches m on m.id = pm.match_id
    cross join lateral (select array_position(m.player_ids, pm.player_id) as slot) place
    cross join lateral (select place.slot, substr(m.teams, place.slot, 1) as team) own
    left join match_ratings l on l.match_id = m.id
    where ${which} and m.outcome <> 'walkover'
    order by pm.played_at desc, pm.match_id desc ${limit}`;

const NEWEST_FIRST = 'order by one.played_at desc, one.match_id desc';

// The states of four players before each match are many doubles: printed and read as text they would cost as much as all
// else. A match that stands in no ledger has none; `length` tells which.
const packed = (column: string, type: string): string =>
  `array_send(array_agg(coalesce(one.${column}, array[null, null, null, null]::${type}[]) ${NEWEST_FIRST})) as ${column}`;

/** Selects some matches as one row, {@link PackedMatches}. @param matches as {@link newest} selects them */
const packMatches = (matches: string): string => `select array_agg(one.teammate_id) as teammate_ids,
      (array_agg(one.match_id ${NEWEST_FIRST}))[count(*)::integer] as oldest_id, json_agg(json_build_object(
        'played_at', one.played_at, 'winning_team', one.winning_team, 'outcome', one.outcome,
        'competition_type', one.competition_type, 'scoring', one.scoring, 'set_scores', one.set_scores, 'team', one.team,
        'court_position', one.court_position, 'teammate_id', one.teammate_id, 'length', one.length) ${NEWEST_FIRST}) as matches,
      ${packed('mean_before', 'float8')}, ${packed('variance_before', 'float8')}, ${packed('shown_before', 'float8')},
      ${packed('last_played_at_before', 'timestamptz')}, ${packed('matches_played_before', 'int4')}
    from (${matches}) one`;

/**
 * Selects the newest of a player's matches as one row, {@link PackedMatches}.
 * @param playerId an SQL expression
 * @param limit an SQL expression
 */
export function selectNewestMatches(playerId: string, limit: string): string {
  return packMatches(newest('player_matches', `pm.player_id = ${playerId}`, `limit ${limit}`));
}

type LedgerColumn =
  | 'mean_before'
  | 'variance_before'
  | 'shown_before'
  | 'last_played_at_before'
  | 'matches_played_before';

type JsonMatchRow = Omit<
  AnalysisMatchRow,
  'played_at' | 'court_position' | 'set_scores' | 'teammate' | LedgerColumn
> & {
  readonly played_at: string;
  readonly court_position: string;
  readonly set_scores: string;
  readonly teammate_id: string;
};

/** What {@link selectNewestMatches} selects; all of it null without matches. */
export type PackedMatches = Readonly<Record<LedgerColumn, Uint8Array | null>> & {
  readonly matches: readonly JsonMatchRow[] | null;
  readonly oldest_id: string | null;
  readonly teammate_ids: readonly string[] | null;
};

const PLAYERS = 4;

/** @param teammates those whom the caller may see */
export function unpackMatches(row: PackedMatches, teammates: readonly TeammateRow[]): MatchStretch {
  const { matches, oldest_id: id } = row;
  if (matches === null || id === null) return { matches: [], oldest: null };
  const rows = matchRows(row, matches, teammates);
  const last = rows.at(-1);
  return { matches: rows, oldest: last === undefined ? null : { played_at: last.played_at, id } };
}

function matchRows(
  row: PackedMatches,
  matches: readonly JsonMatchRow[],
  teammates: readonly TeammateRow[],
): AnalysisMatchRow[] {
  const seen = new Map(teammates.map((teammate) => [teammate.id, teammate]));
  const count = matches.length * PLAYERS;
  const bytes = (column: LedgerColumn): Uint8Array => row[column] ?? new Uint8Array();
  const means = unpackDoubles(bytes('mean_before'), count);
  const variances = unpackDoubles(bytes('variance_before'), count);
  const shown = unpackDoubles(bytes('shown_before'), count);
  const instants = unpackInstants(bytes('last_played_at_before'), count);
  const played = unpackDoublesOfIntegers(bytes('matches_played_before'), count);
  return matches.map(({ teammate_id: teammateId, ...match }, index) => {
    const four = (values: Float64Array): (number | null)[] | null =>
      match.length === null ? null : [0, 1, 2, 3].map((slot) => numberOrNull(values[PLAYERS * index + slot]));
    return {
      ...match,
      played_at: decodeJsonInstant(match.played_at),
      court_position: decodeSide(match.court_position),
      set_scores: decodeScoreline(match.set_scores),
      teammate: seen.get(teammateId) ?? null,
      mean_before: four(means),
      variance_before: four(variances),
      shown_before: four(shown),
      last_played_at_before: four(instants),
      matches_played_before: four(played)?.map((number) => number ?? 0) ?? null,
    };
  });
}

const STRETCH = `(select * from player_matches
      where player_id = $1 and (played_at, match_id) < ($2, $3)
      order by played_at desc, match_id desc offset $4 limit $5)`;

const olderScored = statement(
  'analysis_older_scored_matches',
  packMatches(newest(STRETCH, `m.outcome = 'played' and m.set_scores <> '' and l.match_id is not null`, '')),
);

/** A stretch of a player's matches before a place, counted with all that they hold. */
export interface OlderStretch {
  readonly before: TimeKey;
  readonly offset: number;
  readonly limit: number;
}

/** Of a stretch of a player's matches those in the ledger that were played to the end and have a scoreline; no names. */
export async function readOlderScored(
  database: Queryable,
  playerId: string,
  { before, offset, limit }: OlderStretch,
): Promise<readonly AnalysisMatchRow[]> {
  const values = [playerId, instant(before.played_at), before.id, offset, limit];
  const [row] = await database.query<PackedMatches>(olderScored, values);
  return row === undefined ? [] : unpackMatches(row, []).matches;
}
