import { MODEL_VERSION } from '../../rating/index.ts';
import type { Transaction } from '../../store/engine/database.ts';
import { estimateLedger } from '../../store/ledger/ledger.ts';
import type { LedgerPlace } from '../../store/ledger/ledger-state.ts';
import { readStoredRatings, type StoredRatings } from '../../store/ledger/verification.ts';
import type { Context } from '../context.ts';
import { HistoryFold, inManySnapshots, inOneSnapshot, type ReadHistory } from '../rated-history/index.ts';
import { BEFORE_HISTORY } from '../ratings/index.ts';
import type { Watcher } from '../watcher.ts';
import { compareBlock } from './compare-block.ts';
import { RatingsComparison } from './compare-ratings.ts';
import { type Difference, Differences } from './differences.ts';
import { type HistoryBlock, readBlock } from './read-block.ts';

/** What a verification found. */
export interface Verification {
  /** Rated matches that were folded. */
  readonly matches: number;
  readonly players: number;
  /** Matches, among them, whose ratings a settlement will still change: only what the model was given is compared of them. */
  readonly unsettled: number;
  /** Players, among them, whose present rating a settlement will still change: it is not compared. */
  readonly unsettled_players: number;
  /** Stored values that are not what the fold gives. */
  readonly differences: number;
  /** The first of them, in the order of the history, players last; at most 20. */
  readonly examples: readonly Difference[];
  /** The model of the fold. */
  readonly model_version: string;
}

export interface VerificationOptions extends Watcher {
  /** So many matches are read and compared at once; other than the default in tests only. */
  readonly blockMatches?: number;
}

/** About 30 ms of reading on PostgreSQL and 40 on the embedded database, where everybody waits for it. */
const BLOCK_MATCHES = 2000;
const PLAYERS_A_READING = 5000;
const BEFORE_ALL_PLAYERS = '00000000-0000-0000-0000-000000000000';

/**
 * Folds the whole rated history from nothing and compares every stored double with it, bit for bit: the states around each
 * match in the ledger, what the model was given of it, and the present rating of every player. What a settlement will still
 * change is not compared. Nothing is written, and nobody waits but, on the embedded database, for a block at a time.
 *
 * There the history may move between two blocks, and what looks like a difference be none: only if it does is the whole
 * read again in one snapshot, for which everybody has to wait, and that one counts.
 * @throws {DOMException} the reason of `signal`, once that has fired.
 */
export async function verifyRatings({ database }: Context, options: VerificationOptions = {}): Promise<Verification> {
  if (database.engine === 'pglite') {
    const found = await foldAndCompare(inManySnapshots(database), options, true);
    if (found.differences === 0) return found;
  }
  return inOneSnapshot(database, (read) => foldAndCompare(read, options, false));
}

/** @param isSketch ends with the first difference. */
async function foldAndCompare(
  read: ReadHistory,
  { onProgress, signal, blockMatches = BLOCK_MATCHES }: VerificationOptions,
  isSketch: boolean,
): Promise<Verification> {
  const fold = new HistoryFold();
  const differences = new Differences();
  const total = await read(estimateLedger);
  let [matches, unsettled] = [0, 0];
  let compared = { players: 0, unsettled: 0 };
  onProgress?.({ done: 0, total });
  for await (const { block, end } of readAhead(read, blockMatches, isSketch)) {
    signal?.throwIfAborted();
    unsettled += compareBlock(block, fold.rate(block.rated), differences);
    matches += block.rated.length;
    if (end !== null) {
      const comparison = new RatingsComparison(fold, block.ledgerState, differences);
      for await (const part of end.ratings ?? ratingsIn(read)) {
        signal?.throwIfAborted();
        comparison.add(part);
      }
      compared = comparison.finish();
    }
    onProgress?.({ done: matches, total: total === null ? null : Math.max(matches, total) });
    if (isSketch && differences.count > 0) break;
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

/** A stretch of the history, and with the last one what is to be compared after it. */
interface Reading {
  readonly block: HistoryBlock;
  /**
   * In the same snapshot as the end of the history, or players would have gone on. The ratings are null where all readings
   * have one snapshot: then they are read part by part, and never all held at once.
   */
  readonly end: { readonly ratings: readonly StoredRatings[] | null } | null;
}

/** Reads the whole history; while a block is looked at, the next one is on its way. */
async function* readAhead(read: ReadHistory, limit: number, withRatings: boolean): AsyncGenerator<Reading> {
  const readFrom = (after: LedgerPlace) => read((transaction) => readOn(transaction, after, limit, withRatings));
  for (let reading: Promise<Reading> | null = readFrom(BEFORE_HISTORY); reading !== null; ) {
    const found: Reading = await reading;
    reading = found.end === null ? readFrom(found.block.end) : null;
    // Nobody may come for it, since the verification can end here.
    reading?.catch(() => {});
    yield found;
  }
}

async function readOn(
  transaction: Transaction,
  after: LedgerPlace,
  limit: number,
  withRatings: boolean,
): Promise<Reading> {
  const block = await readBlock(transaction, after, limit);
  if (!block.isLast) return { block, end: null };
  const ratings = withRatings ? await Array.fromAsync(ratingsIn((work) => work(transaction))) : null;
  return { block, end: { ratings } };
}

async function* ratingsIn(read: ReadHistory): AsyncGenerator<StoredRatings> {
  for (let after: string | undefined = BEFORE_ALL_PLAYERS; after !== undefined; ) {
    const from: string = after;
    const part = await read((transaction) => readStoredRatings(transaction, from, PLAYERS_A_READING));
    if (part !== null) yield part;
    after = part?.player_ids.at(-1);
  }
}
