import {
  createMatchColumns,
  createRatingColumns,
  growRatingColumns,
  type MatchColumns,
  NEW_POOL,
  type PoolCalibration,
  type RatingColumns,
  type RatingState,
  rateBlock,
  readState,
  writeMatch,
} from '../../rating/index.ts';
import type { Transaction } from '../../store/engine/database.ts';
import type { RatedMatch } from './rated-match.ts';
import { unitsOfLedger } from './states.ts';

/** Reads something of the history from one snapshot: the same one in all readings, or one each. */
export type ReadHistory = <T>(read: (transaction: Transaction) => Promise<T>) => Promise<T>;

/** The states around some matches as the model has them, four a match in the order of its players. */
export interface StatesAround {
  readonly before: RatingColumns;
  readonly after: RatingColumns;
}

/** A player after a replay. */
export interface ReplayedPlayer {
  readonly state: RatingState;
  /** The last rated match. */
  readonly lastMatchId: string;
}

const PLAYERS_FIRST = 1024;

/** A replay of the rated history from its beginning, some matches at a time. About 250 bytes of memory a player. */
export class HistoryReplay {
  #ratings = createRatingColumns(PLAYERS_FIRST);
  #pool: PoolCalibration = NEW_POOL;
  readonly #indices = new Map<string, number>();
  readonly #lastMatchIds: string[] = [];

  /** The pool's steepness and penalty after the last match so far. */
  get pool(): PoolCalibration {
    return this.#pool;
  }

  /** All players who have played so far. */
  get playerIds(): Iterable<string> {
    return this.#indices.keys();
  }

  get playerCount(): number {
    return this.#indices.size;
  }

  /** Rates the next matches of the history, given in its order. */
  rate(matches: readonly RatedMatch[]): StatesAround {
    const columns = this.#columnsOf(matches);
    const before = createRatingColumns(4 * matches.length);
    const after = createRatingColumns(4 * matches.length);
    const records = { pool: this.#pool, winProbability: null, before, after };
    this.#pool = rateBlock(this.#ratings, columns, records);
    return { before, after };
  }

  /** Undefined for a player who has not played so far. */
  playerOf(playerId: string): ReplayedPlayer | undefined {
    const index = this.#indices.get(playerId);
    if (index === undefined) return undefined;
    const state = readState(this.#ratings, index);
    return state === null ? undefined : { state, lastMatchId: this.#lastMatchIds[index] ?? '' };
  }

  #columnsOf(matches: readonly RatedMatch[]): MatchColumns {
    const columns = createMatchColumns(matches.length);
    for (const [row, match] of matches.entries()) {
      const [first = '', second = '', third = '', fourth = ''] = match.player_ids;
      writeMatch(columns, row, {
        players: [
          this.#indexOf(first, match),
          this.#indexOf(second, match),
          this.#indexOf(third, match),
          this.#indexOf(fourth, match),
        ],
        at: match.played_at,
        units: unitsOfLedger(match),
        weight: match.weight,
        length: match.length,
        pairEvidence: match.pair_evidence,
        result: match.result,
      });
    }
    return columns;
  }

  #indexOf(playerId: string, match: RatedMatch): number {
    let index = this.#indices.get(playerId);
    if (index === undefined) {
      index = this.#indices.size;
      this.#indices.set(playerId, index);
      if (index === this.#ratings.mean.length) this.#ratings = growRatingColumns(this.#ratings);
    }
    this.#lastMatchIds[index] = match.match_id;
    return index;
  }
}
