import type { Verification } from '@bandeja/contract/ledger';
import type { Transaction } from '@bandeja/postgres/database';
import { inSnapshot, type ReadSnapshot } from '@bandeja/postgres/snapshot';
import { MODEL_VERSION, Players } from '@bandeja/rating';
import type { Context } from '../context.ts';
import { estimateLedger } from '../history/ledger-store.ts';
import { BEFORE_HISTORY, comparePlaces, END_OF_HISTORY, type LedgerPlace } from '../history/place.ts';
import { ratedMatch } from '../history/rated-match.ts';
import { readRatedAmong, readRatedWithin } from '../history/rated-matches-store.ts';
import { addStarts } from '../history/ratings-store.ts';
import { replayNext } from '../history/states.ts';
import type { ProgressOptions } from '../runtime/progress.ts';
import { addHistoryDifferences, compareBlock, Differences, type LedgerBlock, RatingsComparison } from './compare.ts';
import {
  type HistoryDifference,
  readHistoryDifferences,
  readIdsInLedger,
  readStoredLedger,
  readStoredRatings,
  readSurplusHistory,
  readUnsettledPart,
  type StoredRating,
  type StoredRow,
} from './store.ts';

export interface VerificationOptions extends ProgressOptions {
  /** How many matches are read and compared at once. Only tests change it. */
  readonly blockMatches?: number;
}

/** Reading a block takes about 30 ms on PostgreSQL, and 40 ms on the embedded database, where it blocks all other work. */
const BLOCK_MATCHES = 2000;
const PLAYERS_PER_READ = 5000;
const HISTORIES_PER_READ = 500;
const BEFORE_ALL_PLAYERS = '00000000-0000-0000-0000-000000000000';

/**
 * Replays the whole rated history and compares every stored double with it, bit for bit: the model's input and the states in the
 * ledger, and the current rating of every player. Ratings that are not settled yet are not compared, but must keep the invariants of
 * docs/ledger.md. Also compares the players' histories with the matches. It writes nothing.
 *
 * On PostgreSQL it blocks nothing. On the embedded database, other work waits while a block is read. The history can change
 * between two blocks there, so an apparent difference may be false. If one is found, everything is read again in one snapshot,
 * while all other work waits, and that result counts.
 * @throws {DOMException} the reason of `signal` if that is aborted.
 */
export async function verifyRatings({ database }: Context, options: VerificationOptions = {}): Promise<Verification> {
  if (database.engine === 'pglite') {
    const found = await replayAndCompare((read) => inSnapshot(database, read), options, true);
    if (found.differences === 0) return found;
  }
  return inSnapshot(database, (snapshot) => replayAndCompare((read) => read(snapshot), options, false));
}

/** @param isFirstPass each block has its own snapshot, and the comparison stops at the first difference. */
async function replayAndCompare(
  read: ReadSnapshot,
  { onProgress, signal, blockMatches = BLOCK_MATCHES }: VerificationOptions,
  isFirstPass: boolean,
): Promise<Verification> {
  const [players, stored] = [new Players(), new Players()];
  const latest = new Map<string, string>();
  const differences = new Differences();
  const total = await read(estimateLedger);
  await read(async (snapshot) => {
    await addStarts(snapshot, players);
    await addStarts(snapshot, stored);
  });
  let [matches, unsettled] = [0, 0];
  let compared = { players: 0, unsettled: 0 };
  onProgress?.({ done: 0, total });
  for await (const { block, isLast, ratings } of readAhead(read, blockMatches, isFirstPass)) {
    signal?.throwIfAborted();
    for (const match of block.rated) for (const id of match.player_ids) latest.set(id, match.match_id);
    unsettled += compareBlock(block, replayNext(players, block.rated), stored, differences);
    matches += block.rated.length;
    if (isLast) {
      const comparison = new RatingsComparison({ players, stored, latest }, block.unsettled, differences);
      for await (const part of ratings ?? ratingsIn(read)) {
        signal?.throwIfAborted();
        comparison.add(part);
      }
      comparison.finish();
      compared = comparison;
      for await (const found of surplusIn(read)) {
        signal?.throwIfAborted();
        addHistoryDifferences(differences, found);
      }
    }
    onProgress?.({ done: matches, total: total === null ? null : Math.max(matches, total) });
    if (isFirstPass && differences.count > 0) break;
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

/** A block of the history, with its end. */
interface ReadBlock {
  readonly block: LedgerBlock;
  readonly end: LedgerPlace;
  readonly isLast: boolean;
  /** In the first pass, the last block comes with all current ratings, read in the same snapshot. Otherwise null. */
  readonly ratings: readonly (readonly StoredRating[])[] | null;
}

/** Reads the whole history. The next block is read while the current one is compared. */
async function* readAhead(read: ReadSnapshot, limit: number, withRatings: boolean): AsyncGenerator<ReadBlock> {
  const readFrom = (after: LedgerPlace) =>
    read(async (transaction): Promise<ReadBlock> => {
      const found = await readBlock(transaction, after, limit);
      const ratings =
        found.isLast && withRatings ? await Array.fromAsync(ratingsIn((work) => work(transaction))) : null;
      return { ...found, ratings };
    });
  for (let next: Promise<ReadBlock> | null = readFrom(BEFORE_HISTORY); next !== null; ) {
    const found: ReadBlock = await next;
    next = found.isLast ? null : readFrom(found.end);
    // If the verification ends before it awaits this, an unhandled rejection would end the process.
    next?.catch(() => {});
    yield found;
  }
}

async function* ratingsIn(read: ReadSnapshot): AsyncGenerator<readonly StoredRating[]> {
  for (let after: string | undefined = BEFORE_ALL_PLAYERS; after !== undefined; ) {
    const from: string = after;
    const part = await read((transaction) => readStoredRatings(transaction, from, PLAYERS_PER_READ));
    if (part.length > 0) yield part;
    after = part.at(-1)?.id;
  }
}

async function* surplusIn(read: ReadSnapshot): AsyncGenerator<readonly HistoryDifference[]> {
  for (let after: string | null = BEFORE_ALL_PLAYERS; after !== null; ) {
    const from: string = after;
    const part = await read((transaction) => readSurplusHistory(transaction, from, HISTORIES_PER_READ));
    yield part.differences;
    after = part.last;
  }
}

/** Reads the next `limit` ledger rows, and the rated matches in the same range. */
async function readBlock(
  transaction: Transaction,
  after: LedgerPlace,
  limit: number,
): Promise<Omit<ReadBlock, 'ratings'>> {
  const unsettled = await readUnsettledPart(transaction);
  const ledger = await readStoredLedger(transaction, after, limit);
  const lastRow = ledger.length < limit ? undefined : ledger.at(-1);
  const ledgerEnd = lastRow === undefined ? END_OF_HISTORY : placeOf(lastRow);
  // If ledger rows are missing, there are more matches than rows. Then the block ends early.
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
  const histories = await readHistoryDifferences(transaction, after, end, ratedMax);
  const block = { rated, rows, displaced, orphaned, histories, unsettled };
  return { block, end, isLast: end === END_OF_HISTORY };
}

/** Rounds down to the millisecond, as the rest of the service does. */
const placeOf = ({ played_at, match_id }: StoredRow): LedgerPlace => ({ played_at: Math.floor(played_at), match_id });
