import type { Verification } from '@bandeja/contract/ledger';
import type { Transaction } from '@bandeja/postgres/database';
import { inSnapshot, type ReadSnapshot } from '@bandeja/postgres/snapshot';
import { MODEL_VERSION, Players } from '@bandeja/rating';
import type { Context } from '../context.ts';
import type { ProgressOptions } from '../runtime/progress.ts';
import { compareStretch, Differences, RatingsComparison, type Stretch } from './compare.ts';
import { BEFORE_HISTORY, comparePlaces } from './places.ts';
import { ratedMatch } from './rated-match.ts';
import { readRatedAmong, readRatedWithin } from './rated-matches-store.ts';
import { END_OF_HISTORY, type LedgerPlace, readLedgerState } from './state-store.ts';
import { replayNext } from './states.ts';
import { estimateLedger } from './store.ts';
import {
  readIdsInLedger,
  readStoredLedger,
  readStoredRatings,
  type StoredRating,
  type StoredRow,
} from './verification-store.ts';

export interface VerificationOptions extends ProgressOptions {
  /** How many matches are read and compared at once; other than the default in tests only. */
  readonly blockMatches?: number;
}

/** About 30 ms of reading on PostgreSQL, and 40 on the embedded database, where everything else waits for it. */
const BLOCK_MATCHES = 2000;
const PLAYERS_A_READING = 5000;
const BEFORE_ALL_PLAYERS = '00000000-0000-0000-0000-000000000000';

/**
 * Replays the whole rated history and compares every stored double with it, bit for bit: the states around each match in the
 * ledger, what the model was given, and the present rating of every player. What a settlement will still change is not
 * compared. Nothing is written, and nothing else waits, except on the embedded database for one block at a time.
 *
 * There the history can change between two blocks, and then what looks like a difference may be none. So if a difference is
 * found there, everything is read again in one snapshot, for which all else has to wait, and that result counts.
 * @throws {DOMException} the reason of `signal`, once that has fired.
 */
export async function verifyRatings({ database }: Context, options: VerificationOptions = {}): Promise<Verification> {
  if (database.engine === 'pglite') {
    const found = await replayAndCompare((read) => inSnapshot(database, read), options, true);
    if (found.differences === 0) return found;
  }
  return inSnapshot(database, (snapshot) => replayAndCompare((read) => read(snapshot), options, false));
}

/** @param isFirstLook the readings have a snapshot each; ends with the first difference. */
async function replayAndCompare(
  read: ReadSnapshot,
  { onProgress, signal, blockMatches = BLOCK_MATCHES }: VerificationOptions,
  isFirstLook: boolean,
): Promise<Verification> {
  const players = new Players();
  const latest = new Map<string, string>();
  const differences = new Differences();
  const total = await read(estimateLedger);
  let [matches, unsettled] = [0, 0];
  let compared = { players: 0, unsettled: 0 };
  onProgress?.({ done: 0, total });
  for await (const { stretch, isLast, ratings } of readAhead(read, blockMatches, isFirstLook)) {
    signal?.throwIfAborted();
    for (const match of stretch.rated) for (const id of match.player_ids) latest.set(id, match.match_id);
    unsettled += compareStretch(stretch, replayNext(players, stretch.rated), differences);
    matches += stretch.rated.length;
    if (isLast) {
      const comparison = new RatingsComparison({ players, latest }, stretch.ledgerState, differences);
      for await (const part of ratings ?? ratingsIn(read)) {
        signal?.throwIfAborted();
        comparison.add(part);
      }
      comparison.finish();
      compared = comparison;
    }
    onProgress?.({ done: matches, total: total === null ? null : Math.max(matches, total) });
    if (isFirstLook && differences.count > 0) break;
  }
  const { count, examples } = differences;
  return {
    matches,
    players: compared.players,
    unsettled,
    unsettled_players: compared.unsettled,
    differences: count,
    examples,
    model_version: MODEL_VERSION,
  };
}

/** A stretch of the history, where it ends, and whether nothing follows. */
interface Reading {
  readonly stretch: Stretch;
  readonly end: LedgerPlace;
  readonly isLast: boolean;
  /** With the last stretch: all present ratings from its snapshot; null where all readings have one snapshot anyway. */
  readonly ratings: readonly (readonly StoredRating[])[] | null;
}

/** Reads the whole history; the next stretch is read while the present one is compared. */
async function* readAhead(read: ReadSnapshot, limit: number, withRatings: boolean): AsyncGenerator<Reading> {
  const readFrom = (after: LedgerPlace) =>
    read(async (transaction): Promise<Reading> => {
      const found = await readStretch(transaction, after, limit);
      const ratings =
        found.isLast && withRatings ? await Array.fromAsync(ratingsIn((work) => work(transaction))) : null;
      return { ...found, ratings };
    });
  for (let reading: Promise<Reading> | null = readFrom(BEFORE_HISTORY); reading !== null; ) {
    const found: Reading = await reading;
    reading = found.isLast ? null : readFrom(found.end);
    // The verification may end before it is awaited; an unhandled rejection would end the process.
    reading?.catch(() => {});
    yield found;
  }
}

async function* ratingsIn(read: ReadSnapshot): AsyncGenerator<readonly StoredRating[]> {
  for (let after: string | undefined = BEFORE_ALL_PLAYERS; after !== undefined; ) {
    const from: string = after;
    const part = await read((transaction) => readStoredRatings(transaction, from, PLAYERS_A_READING));
    if (part.length > 0) yield part;
    after = part.at(-1)?.id;
  }
}

/** Reads the next `limit` rows of the ledger, and the rated matches between them: as many, unless something is wrong. */
async function readStretch(
  transaction: Transaction,
  after: LedgerPlace,
  limit: number,
): Promise<Omit<Reading, 'ratings'>> {
  const ledgerState = await readLedgerState(transaction);
  const ledger = await readStoredLedger(transaction, after, limit);
  const lastRow = ledger.length < limit ? undefined : ledger.at(-1);
  const ledgerEnd = lastRow === undefined ? END_OF_HISTORY : placeOf(lastRow);
  // If rows are missing there are more matches than rows; then the stretch ends early.
  const ratedMax = 2 * limit;
  const rated = (await readRatedWithin(transaction, after, ledgerEnd, ratedMax)).map(ratedMatch);
  const last = rated.length < ratedMax ? undefined : rated.at(-1);
  const end = last === undefined ? ledgerEnd : { played_at: last.played_at, match_id: last.match_id };
  const rows = new Map<string, StoredRow>();
  for (const row of ledger) if (comparePlaces(placeOf(row), end) <= 0) rows.set(row.match_id, row);
  const missing = rated.flatMap(({ match_id: id }) => (rows.has(id) ? [] : [id]));
  const displaced = new Set(missing.length === 0 ? [] : await readIdsInLedger(transaction, missing));
  const here = new Set(rated.map((match) => match.match_id));
  const orphaned = new Map<string, LedgerPlace | null>();
  for (const id of rows.keys()) if (!here.has(id)) orphaned.set(id, null);
  if (orphaned.size > 0) {
    for (const place of await readRatedAmong(transaction, [...orphaned.keys()])) orphaned.set(place.match_id, place);
  }
  const stretch = { rated, rows, displaced, orphaned, ledgerState };
  return { stretch, end, isLast: end === END_OF_HISTORY };
}

/** Rounded down to the millisecond, as everywhere. */
const placeOf = ({ played_at, match_id }: StoredRow): LedgerPlace => ({ played_at: Math.floor(played_at), match_id });
