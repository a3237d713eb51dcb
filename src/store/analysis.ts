import { CALIBRATION_COLUMNS, type CalibrationRow } from './calibrations.ts';
import { instant, type Queryable, statement } from './database.ts';
import { type HistoryRow, historyRowOf, type JsonHistoryRow, selectHistory } from './history.ts';
import type { CompetitionType, CourtPosition, Outcome, Scoring, SetScore, Team } from './match-rows.ts';
import { unpackDoubles, unpackDoublesOfIntegers, unpackInstants } from './packed.ts';
import { PLAYER_COLUMNS, type PlayerRow } from './players.ts';
import { selectStreak } from './streak.ts';
import { decodeJsonInstant } from './values.ts';
import { visibleTo } from './visibility.ts';
import { selectWindows, type WindowRow } from './windows.ts';

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

/** What an analysis of a player is made of, all of it as of one moment. */
export interface AnalysisReading {
  readonly player: PlayerRow;
  /** The newest completed ones from every partner, newest first; walkovers aside. */
  readonly matches: readonly AnalysisMatchRow[];
  /** One for each of the instants that were asked for. */
  readonly windows: readonly WindowRow[];
  /** The latest, or null before the first. */
  readonly calibration: CalibrationRow | null;
}

/** What a card of a player is made of, all of it as of one moment. */
export interface CardReading extends AnalysisReading {
  /** How many of the newest matches ended alike, over the whole history; 0 without matches. */
  readonly streak: number;
  /** The newest of the history, walkovers among them. */
  readonly last: readonly HistoryRow[];
}

export interface AnalysisReadingOptions {
  /** The most matches. */
  readonly limit: number;
  /** Where the windows begin, ms. */
  readonly since: readonly number[];
}

// A walkover says nothing of anybody's play, so it takes no other match's place either. The teammate stands in the other
// of the two places of the team.
const NEWEST = `select pm.played_at, pm.match_id, m.winning_team, m.outcome, m.competition_type, m.scoring, m.set_scores,
      m.teams[own.slot] as team, m.court_positions[own.slot] as court_position, m.player_ids[pair.slots[1] + pair.slots[2] - own.slot] as teammate_id,
      l.length, l.mean_before, l.variance_before, l.shown_before, l.last_played_at_before, l.matches_played_before
    from player_matches pm
    join matches m on m.id = pm.match_id
    cross join lateral (select array_position(m.player_ids, pm.player_id) as slot) own
    cross join lateral (select array_positions(m.teams, m.teams[own.slot]) as slots) pair
    left join match_ratings l on l.match_id = m.id
    where pm.player_id = p.id and pm.status = 'completed' and m.outcome <> 'walkover'
    order by pm.played_at desc, pm.match_id desc limit $3`;

const NEWEST_FIRST = 'order by one.played_at desc, one.match_id desc';

// The states of four players before each match are many doubles: printed and read as text they would cost as much as all
// else. A match that stands in no ledger has none; `length` tells which.
const packed = (column: string, type: string): string =>
  `array_send(array_agg(coalesce(one.${column}, array[null, null, null, null]::${type}[]) ${NEWEST_FIRST})) as ${column}`;

/** One statement, for one moment and one round trip: a player whom the caller may not see costs it what an absent one does. */
const readingOf = (more: string): string => `select ${PLAYER_COLUMNS}, newest.*,
    (select json_agg(mate) from (
      select t.id, t.username, t.display_name from players t where t.id = any (newest.teammate_ids) and ${visibleTo('t', '$1')}
    ) mate) as teammates,
    (select json_agg(w) from (${selectWindows('p.id', '$4::timestamptz[]')}) w) as windows,
    (select to_json(c) from (select ${CALIBRATION_COLUMNS} from calibrations order by calibrated_at desc limit 1) c) as calibration
    ${more}
  from players p join player_ratings r on r.player_id = p.id
  cross join lateral (
    select array_agg(one.teammate_id) as teammate_ids, json_agg(json_build_object(
        'played_at', one.played_at, 'winning_team', one.winning_team, 'outcome', one.outcome,
        'competition_type', one.competition_type, 'scoring', one.scoring, 'set_scores', one.set_scores, 'team', one.team,
        'court_position', one.court_position, 'teammate_id', one.teammate_id, 'length', one.length) ${NEWEST_FIRST}) as matches,
      ${packed('mean_before', 'float8')}, ${packed('variance_before', 'float8')}, ${packed('shown_before', 'float8')},
      ${packed('last_played_at_before', 'timestamptz')}, ${packed('matches_played_before', 'int4')}
    from (${NEWEST}) one
  ) newest
  where p.username = $2 and ${visibleTo('p', '$1')}`;

const forAnalysis = statement('analysis_reading', readingOf(''));
const forCard = statement(
  'card_reading',
  readingOf(`, (${selectStreak('p.id')}) as streak,
    (select json_agg(h order by h.n) from (
      select row_number() over () as n, one.* from (
        ${selectHistory(`pm.player_id = p.id and pm.status = 'completed'`, 'limit $5')}
      ) one
    ) h) as last`),
);

type LedgerColumn =
  | 'mean_before'
  | 'variance_before'
  | 'shown_before'
  | 'last_played_at_before'
  | 'matches_played_before';

type JsonMatchRow = Omit<AnalysisMatchRow, 'played_at' | 'teammate' | LedgerColumn> & {
  readonly played_at: string;
  readonly teammate_id: string;
};

type ReadingRow = PlayerRow &
  Readonly<Record<LedgerColumn, Uint8Array | null>> & {
    readonly matches: readonly JsonMatchRow[] | null;
    readonly teammate_ids: readonly string[] | null;
    readonly teammates: readonly TeammateRow[] | null;
    readonly windows: readonly WindowRow[] | null;
    readonly calibration: (Omit<CalibrationRow, 'calibrated_at'> & { readonly calibrated_at: string }) | null;
  };

/**
 * Reads for the analysis of a player; undefined for one whom the partner may not see, as for one that never existed.
 * @param partnerId who asks: a teammate whom this partner may not see is left nameless.
 */
export async function readForAnalysis(
  database: Queryable,
  partnerId: string,
  username: string,
  { limit, since }: AnalysisReadingOptions,
): Promise<AnalysisReading | undefined> {
  const [row] = await database.query<ReadingRow>(forAnalysis, [
    partnerId,
    username,
    limit,
    since.map(instantSince1970),
  ]);
  return row && analysisReading(row);
}

/**
 * Reads for the card of a player, like {@link readForAnalysis}.
 * @param lastMatches how many of the history
 */
export async function readForCard(
  database: Queryable,
  partnerId: string,
  username: string,
  { limit, since }: AnalysisReadingOptions,
  lastMatches: number,
): Promise<CardReading | undefined> {
  const values = [partnerId, username, limit, since.map(instantSince1970), lastMatches];
  type CardRow = ReadingRow & { readonly streak: number; readonly last: readonly JsonHistoryRow[] | null };
  const [row] = await database.query<CardRow>(forCard, values);
  return row && { ...analysisReading(row), streak: row.streak, last: (row.last ?? []).map(historyRowOf) };
}

const instantSince1970 = (ms: number) => instant(Math.max(ms, 0));

function analysisReading(row: ReadingRow): AnalysisReading {
  const { calibration, windows, matches } = row;
  return {
    player: row,
    matches: matches === null ? [] : matchRows(row, matches),
    windows: windows ?? [],
    calibration: calibration && { ...calibration, calibrated_at: decodeJsonInstant(calibration.calibrated_at) },
  };
}

const PLAYERS = 4;

function matchRows(row: ReadingRow, matches: readonly JsonMatchRow[]): AnalysisMatchRow[] {
  const teammates = new Map((row.teammates ?? []).map((teammate) => [teammate.id, teammate]));
  const count = matches.length * PLAYERS;
  const bytes = (column: LedgerColumn): Uint8Array => row[column] ?? new Uint8Array();
  const means = unpackDoubles(bytes('mean_before'), count);
  const variances = unpackDoubles(bytes('variance_before'), count);
  const shown = unpackDoubles(bytes('shown_before'), count);
  const instants = unpackInstants(bytes('last_played_at_before'), count);
  const played = unpackDoublesOfIntegers(bytes('matches_played_before'), count);
  return matches.map((match, index) => {
    const four = (values: Float64Array): (number | null)[] | null =>
      match.length === null ? null : [0, 1, 2, 3].map((slot) => numberOrNull(values[PLAYERS * index + slot]));
    return {
      ...match,
      played_at: decodeJsonInstant(match.played_at),
      teammate: teammates.get(match.teammate_id) ?? null,
      mean_before: four(means),
      variance_before: four(variances),
      shown_before: four(shown),
      last_played_at_before: four(instants),
      matches_played_before: four(played)?.map((number) => number ?? 0) ?? null,
    };
  });
}

const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
