import { type Queryable, statement } from '../engine/database.ts';
import { decodeJsonInstant } from '../engine/values.ts';
import { CALIBRATION_COLUMNS, type CalibrationRow } from '../ledger/calibrations.ts';
import { type HistoryRow, historyRowOf, type JsonHistoryRow, selectHistory } from '../matches/history.ts';
import { PLAYER_COLUMNS, type PlayerRow } from '../players/players.ts';
import { visibleTo } from '../players/visibility.ts';
import {
  type MatchStretch,
  type PackedMatches,
  selectNewestMatches,
  type TeammateRow,
  unpackMatches,
} from './analysis-matches.ts';
import { selectStreak } from './streak.ts';
import { instantSince1970 } from './time-order.ts';
import { selectWindows, type WindowRow } from './windows.ts';

/** What an analysis of a player is made of, all of it as of one moment. */
export interface AnalysisReading extends MatchStretch {
  readonly player: PlayerRow;
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

/**
 * One statement, for one moment and one round trip: a player whom the caller may not see costs it what an absent one does.
 */
const readingOf = (more: string): string => `select ${PLAYER_COLUMNS}, newest.*,
    (select json_agg(mate) from (
      select t.id, t.username, t.display_name from players t where t.id = any (newest.teammate_ids) and ${visibleTo('t', '$1')}
    ) mate) as teammates,
    (select json_agg(w) from (${selectWindows('p.id', '$4::timestamptz[]')}) w) as windows,
    (select to_json(c) from (select ${CALIBRATION_COLUMNS} from calibrations order by calibrated_at desc limit 1) c) as calibration
    ${more}
  from players p join player_ratings r on r.player_id = p.id
  cross join lateral (${selectNewestMatches('p.id', '$3')}) newest
  where p.username = $2 and ${visibleTo('p', '$1')}`;

const forAnalysis = statement('analysis_reading', readingOf(''));

const PLACE = ', row_number() over (order by pm.played_at desc, pm.match_id desc) as n';

const forCard = statement(
  'card_reading',
  readingOf(
    `, (${selectStreak('p.id')}) as streak,
    (select json_agg(h order by h.n) from (
      ${selectHistory('pm.player_id = p.id', 'limit $5', PLACE)}
    ) h) as last`,
  ),
);

type ReadingRow = PlayerRow &
  PackedMatches & {
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
    since.map((ms) => instantSince1970(ms)),
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
  const values = [partnerId, username, limit, since.map((ms) => instantSince1970(ms)), lastMatches];
  type CardRow = ReadingRow & { readonly streak: number; readonly last: readonly JsonHistoryRow[] | null };
  const [row] = await database.query<CardRow>(forCard, values);
  return row && { ...analysisReading(row), streak: row.streak, last: (row.last ?? []).map(historyRowOf) };
}

function analysisReading(row: ReadingRow): AnalysisReading {
  const { calibration, windows, teammates } = row;
  return {
    player: row,
    ...unpackMatches(row, teammates ?? []),
    windows: windows ?? [],
    calibration: calibration && { ...calibration, calibrated_at: decodeJsonInstant(calibration.calibrated_at) },
  };
}
