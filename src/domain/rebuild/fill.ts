import { MODEL_VERSION } from '../../rating/index.ts';
import type { Database } from '../../store/engine/database.ts';
import { estimateLedger, readPlaceAfter } from '../../store/ledger/ledger.ts';
import type { PlayerStatesBlock } from '../../store/ledger/ledger-arrays.ts';
import { ledgerInputsOf } from '../../store/ledger/ledger-rows.ts';
import type { LedgerPlace } from '../../store/ledger/ledger-state.ts';
import { readRatedWithin } from '../../store/ledger/rated-matches.ts';
import { insertNextLedger, insertNextPlayers } from '../../store/ledger/rebuild-blocks.ts';
import { HistoryFold } from '../rated-history/index.ts';
import {
  BEFORE_HISTORY,
  END_OF_HISTORY,
  type RatedMatch,
  ratedMatch,
  storedAfter,
  storedBefore,
} from '../ratings/index.ts';
import type { Watcher } from '../watcher.ts';

/** Rows that are read, rated and written at once. */
const BLOCK_MATCHES = 4_000;
const BLOCK_PLAYERS = 10_000;

/** What was folded. */
export interface Filled {
  readonly matches: number;
  readonly players: number;
}

/**
 * Folds the whole rated history, as the matches tell it, into the tables beside the serving ones. The next block is on its
 * way while one is rated and written.
 * @param renew is called between blocks, and throws when the rebuild is to end.
 */
export async function fillNext(
  database: Database,
  renew: () => Promise<void>,
  onProgress: NonNullable<Watcher['onProgress']>,
): Promise<Filled> {
  const fold = new HistoryFold();
  const total = await estimateLedger(database);
  let matches = 0;
  let written: Promise<void> = Promise.resolve();
  let following: Promise<Block> | null = null;
  try {
    for (let block = await readBlock(database, BEFORE_HISTORY); ; ) {
      const { rated, next } = block;
      following = next === null ? null : underWay(readBlock(database, next));
      const { before, after } = fold.rate(rated);
      await written;
      if (rated.length > 0) {
        written = underWay(
          insertNextLedger(database, MODEL_VERSION, ledgerInputsOf(rated), {
            before: storedBefore(before),
            after: storedAfter(after),
          }),
        );
      }
      matches += rated.length;
      onProgress({ done: matches, total: total === null ? null : Math.max(matches, total) });
      await renew();
      if (following === null) break;
      block = await following;
    }
    await written;
  } finally {
    // When the rebuild is given up nobody may be at work on its tables any more.
    await Promise.allSettled([written, following]);
  }
  for (const players of playersOf(fold)) await insertNextPlayers(database, MODEL_VERSION, players);
  return { matches, players: fold.playerCount };
}

/** Lets something fail before it is waited for: until then nobody hears of it, which would end the process. */
function underWay<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** A stretch of the rated history and the place that the following one begins after; null at the end. */
interface Block {
  readonly rated: readonly RatedMatch[];
  readonly next: LedgerPlace | null;
}

/** Reads a stretch as long as so many rows of the serving ledger; should that lack rows, it is cut at twice as many. */
async function readBlock(database: Database, after: LedgerPlace): Promise<Block> {
  const end = await readPlaceAfter(database, after, BLOCK_MATCHES);
  const limit = 2 * BLOCK_MATCHES;
  const rated = (await readRatedWithin(database, after, end ?? END_OF_HISTORY, limit)).map(ratedMatch);
  const last = rated.at(-1);
  const isCut = rated.length === limit && last !== undefined;
  return { rated, next: isCut ? { played_at: last.played_at, match_id: last.match_id } : (end ?? null) };
}

function* playersOf(fold: HistoryFold): Generator<PlayerStatesBlock> {
  const ids = [...fold.playerIds];
  for (let from = 0; from < ids.length; from += BLOCK_PLAYERS) {
    const some = ids.slice(from, from + BLOCK_PLAYERS);
    const players = some.map((id) => {
      const player = fold.playerOf(id);
      if (player === undefined) throw new Error(`the player ${id} was folded and is gone`);
      return player;
    });
    yield {
      player_ids: some,
      last_match_ids: players.map((player) => player.lastMatchId),
      mean: Float64Array.from(players, ({ state }) => state.mean),
      variance: Float64Array.from(players, ({ state }) => state.variance),
      shown: Float64Array.from(players, ({ state }) => state.shown),
      at: Float64Array.from(players, ({ state }) => state.at),
      played: Int32Array.from(players, ({ state }) => state.played),
    };
  }
}
