import { formatInstant } from '@bandeja/contract/instant';
import type { Calibration, CalibrationView } from '@bandeja/contract/ledger';
import { roundTo } from '@bandeja/contract/rounding';
import { inSnapshot, type ReadSnapshot } from '@bandeja/postgres/snapshot';
import { MODEL_VERSION, Players } from '@bandeja/rating';
import type { Context } from '../context.ts';
import { estimateLedger } from '../history/ledger-store.ts';
import { BEFORE_HISTORY, type LedgerPlace } from '../history/place.ts';
import { historyMatch, ratedMatch } from '../history/rated-match.ts';
import { readRatedInLedger } from '../history/rated-matches-store.ts';
import { addStarts } from '../history/ratings-store.ts';
import type { ProgressOptions } from '../runtime/progress.ts';
import { countServiceGames, holdRateOf } from './pool.ts';
import { type CalibrationRow, insertCalibration, readCalibration } from './store.ts';

export interface CalibrationOptions extends ProgressOptions {
  /** How many matches are read and replayed at once. Only tests change it. */
  readonly blockMatches?: number;
}

/** The same block size as in a verification. */
const BLOCK_MATCHES = 2000;

/**
 * Computes the pool's steepness, penalty and hold rate over the whole rated history, and stores them. Predictions use them
 * from then on; ratings never depend on them.
 *
 * On PostgreSQL, all blocks are read in one snapshot. The embedded database has one connection, so each block has its own
 * snapshot there: changes during the calibration may or may not be included.
 * @returns the stored calibration.
 * @throws {DOMException} the reason of `signal` if that is aborted; then nothing is stored.
 */
export async function calibrate({ database, now }: Context, options: CalibrationOptions = {}): Promise<CalibrationRow> {
  const found =
    database.engine === 'pglite'
      ? await replayPool((read) => inSnapshot(database, read), options)
      : await inSnapshot(database, (snapshot) => replayPool((read) => read(snapshot), options));
  const row = { ...found, calibrated_at: now(), model_version: MODEL_VERSION };
  await insertCalibration(database, row);
  return row;
}

async function replayPool(
  read: ReadSnapshot,
  { onProgress, signal, blockMatches = BLOCK_MATCHES }: CalibrationOptions,
): Promise<Omit<CalibrationRow, 'calibrated_at' | 'model_version'>> {
  const players = new Players();
  const total = await read(estimateLedger);
  await read((snapshot) => addStarts(snapshot, players));
  let [matches, serviceGames, holds] = [0, 0, 0];
  for (let next: LedgerPlace | null = BEFORE_HISTORY; next !== null; ) {
    signal?.throwIfAborted();
    onProgress?.({ done: matches, total: total === null ? null : Math.max(matches, total) });
    const after: LedgerPlace = next;
    const block = await read((transaction) => readRatedInLedger(transaction, after, blockMatches));
    players.rate(block.map((match) => historyMatch(ratedMatch(match))));
    for (const match of block) {
      const counted = countServiceGames(match);
      serviceGames += counted.serviceGames;
      holds += counted.holds;
    }
    matches += block.length;
    const last = block.at(-1);
    next = block.length < blockMatches || last === undefined ? null : { played_at: last.played_at, match_id: last.id };
  }
  const hold_rate = holdRateOf({ serviceGames, holds });
  return { ...players.pool, hold_rate, matches, service_games: serviceGames };
}

/** A calibration as the API returns it. */
export function calibrationView(row: CalibrationRow): Calibration {
  return {
    calibrated_at: formatInstant(row.calibrated_at),
    model_version: row.model_version,
    steepness: roundTo(row.steepness, 4),
    penalty: roundTo(row.penalty, 4),
    hold_rate: roundTo(row.hold_rate, 4),
    matches: row.matches,
    service_games: row.service_games,
  };
}

/** All null before the first calibration. */
const NO_CALIBRATION = {
  calibrated_at: null,
  model_version: null,
  steepness: null,
  penalty: null,
  hold_rate: null,
  matches: null,
  service_games: null,
} as const;

/** The calibration in use. */
export async function getCalibration({ database }: Context): Promise<CalibrationView> {
  const row = await readCalibration(database);
  return row === undefined ? NO_CALIBRATION : calibrationView(row);
}
