import { MODEL_VERSION } from '../../rating/index.ts';
import { type CalibrationRow, insertCalibration } from '../../store/ledger/calibrations.ts';
import { estimateLedger } from '../../store/ledger/ledger.ts';
import type { LedgerPlace } from '../../store/ledger/ledger-state.ts';
import { readRatedInLedger } from '../../store/ledger/rated-matches.ts';
import type { Context } from '../context.ts';
import { HistoryFold, type ReadHistory, withoutBlocking } from '../rated-history/index.ts';
import { BEFORE_HISTORY, ratedMatch } from '../ratings/index.ts';
import type { Watcher } from '../watcher.ts';
import { holdRateOf } from './hold-rate.ts';
import { countServiceGames, type ServiceGames } from './service-games.ts';

export interface CalibrationOptions extends Watcher {
  /** So many matches are read and folded at once; other than the default in tests only. */
  readonly blockMatches?: number;
}

/** As many as a verification reads at once. */
const BLOCK_MATCHES = 2000;

/**
 * Finds the pool's steepness and hold rate over the whole rated history, and keeps both with their date; they count from
 * then on. No rating depends on them: the steepness enters predictions only. On the embedded database the history is read a
 * block at a time, so that a change meanwhile may or may not be in them.
 * @returns what is kept.
 * @throws {DOMException} the reason of `signal`, once that has fired; nothing is kept then.
 */
export async function calibrate(context: Context, options: CalibrationOptions = {}): Promise<CalibrationRow> {
  const { steepness, matches, counted } = await withoutBlocking(context.database, (read) => foldPool(read, options));
  const row: CalibrationRow = {
    calibrated_at: context.now(),
    model_version: MODEL_VERSION,
    steepness,
    hold_rate: holdRateOf(counted),
    matches,
    service_games: counted.serviceGames,
  };
  await insertCalibration(context.database, row);
  return row;
}

/** What the whole history tells of the pool. */
interface Pool {
  readonly steepness: number;
  readonly matches: number;
  readonly counted: ServiceGames;
}

async function foldPool(
  read: ReadHistory,
  { onProgress, signal, blockMatches = BLOCK_MATCHES }: CalibrationOptions,
): Promise<Pool> {
  const fold = new HistoryFold();
  const total = await read(estimateLedger);
  let [matches, serviceGames, holds] = [0, 0, 0];
  for (let next: LedgerPlace | null = BEFORE_HISTORY; next !== null; ) {
    signal?.throwIfAborted();
    onProgress?.({ done: matches, total: total === null ? null : Math.max(matches, total) });
    const after: LedgerPlace = next;
    const block = await read((transaction) => readRatedInLedger(transaction, after, blockMatches));
    fold.rate(block.map(ratedMatch));
    for (const match of block) {
      const counted = countServiceGames(match);
      serviceGames += counted.serviceGames;
      holds += counted.holds;
    }
    matches += block.length;
    const last = block.at(-1);
    next = block.length < blockMatches || last === undefined ? null : { played_at: last.played_at, match_id: last.id };
  }
  return { steepness: fold.steepness, matches, counted: { serviceGames, holds } };
}
