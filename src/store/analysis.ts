import { CALIBRATION_COLUMNS, type CalibrationRow } from './calibrations.ts';
import { instant, type Queryable, statement } from './database.ts';
import { type HistoryRow, historyRowOf, type JsonHistoryRow, selectHistory } from './history.ts';
import type { CompetitionType, CourtPosition, Outcome, Scoring, SetScore, Team } from './match-rows.ts';
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
const NEWEST = `select pm.played_at, m.winning_team, m.outcome, m.competition_type, m.scoring, m.set_scores,
      m.teams[own.slot] as team, m.court_positions[own.slot] as court_position, m.player_ids[pair.slots[1] + pair.slots[2] - own.slot] as teammate_id,
      l.length, l.mean_before, l.variance_before, l.shown_before, l.last_played_at_before, l.matches_played_before
    from player_matches pm
    join matches m on m.id = pm.match_id
    cross join lateral (select array_position(m.player_ids, pm.player_id) as slot) own
    cross join lateral (select array_positions(m.teams, m.teams[own.slot]) as slots) pair
    left join match_ratings l on l.match_id = m.id
    where pm.player_id = p.id and pm.status = 'completed' and m.outcome <> 'walkover'
    order by pm.played_at desc, pm.match_id desc limit $3`;

/** One statement, for one moment and one round trip: a player whom the caller may not see costs it what an absent one does. */
const readingOf = (more: string): string => `select ${PLAYER_COLUMNS}, newest.matches,
    (select json_agg(mate) from (
      select t.id, t.username, t.display_name from players t where t.id = any (newest.teammate_ids) and ${visibleTo('t', '$1')}
    ) mate) as teammates,
    (select json_agg(w) from (${selectWindows('p.id', '$4::timestamptz[]')}) w) as windows,
    (select to_json(c) from (select ${CALIBRATION_COLUMNS} from calibrations order by calibrated_at desc limit 1) c) as calibration
    ${more}
  from players p join player_ratings r on r.player_id = p.id
  cross join lateral (
    select json_agg(seen order by seen.n) as matches, array_agg(distinct seen.teammate_id) as teammate_ids
    from (select row_number() over () as n, one.* from (${NEWEST}) one) seen
  ) newest
  where p.username = $2 and ${visibleTo('p', '$1')}`;

const forAnalysis = statement('analysis_reading', readingOf(''));
const forCard = statement(
  'card_reading',
  readingOf(`, (${selectStreak('p.id')}) as streak,
    (select json_agg(h order by h.n) from (
      select row_number() over () as n, one.* from (
        ${selectHistory} where pm.player_id = p.id and pm.status = 'completed' order by pm.played_at desc, pm.match_id desc limit $5
      ) one
    ) h) as last`),
);

type JsonMatchRow = Omit<AnalysisMatchRow, 'played_at' | 'teammate' | 'last_played_at_before'> & {
  readonly played_at: string;
  readonly teammate_id: string;
  readonly last_played_at_before: readonly (string | null)[] | null;
};

type ReadingRow = PlayerRow & {
  readonly matches: readonly JsonMatchRow[] | null;
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

function analysisReading({ matches, teammates, windows, calibration, ...player }: ReadingRow): AnalysisReading {
  const seen = new Map((teammates ?? []).map((teammate) => [teammate.id, teammate]));
  return {
    player,
    matches: (matches ?? []).map((row) => matchRowOf(row, seen)),
    windows: windows ?? [],
    calibration: calibration && { ...calibration, calibrated_at: decodeJsonInstant(calibration.calibrated_at) },
  };
}

function matchRowOf(row: JsonMatchRow, seen: ReadonlyMap<string, TeammateRow>): AnalysisMatchRow {
  return {
    ...row,
    played_at: decodeJsonInstant(row.played_at),
    teammate: seen.get(row.teammate_id) ?? null,
    last_played_at_before:
      row.last_played_at_before?.map((text) => (text === null ? null : decodeJsonInstant(text))) ?? null,
  };
}
