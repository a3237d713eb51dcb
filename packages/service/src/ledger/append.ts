import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@bandeja/contract/errors/problem';
import type { Transaction } from '@bandeja/postgres/database';
import { MODEL_VERSION, scoreOf } from '@bandeja/rating';
import type { RatingChange } from '../events/log-store.ts';
import type { MatchRow } from '../matches/match-rows.ts';
import { comparePlaces } from './places.ts';
import { isRated, ratedMatch } from './rated-match.ts';
import { type LedgerRating, lastPlaceOf, type PlayerRating } from './ratings-store.ts';
import { type LedgerPlace, scheduleRun } from './state-store.ts';
import { rateForLedger } from './states.ts';
import { type LedgerRow, type RatedMatch, removeLedgerRows, writeRatings } from './store.ts';
import type { FourStates } from './stored-states.ts';

/** Matches that enter the rated history, and matches that leave it. */
export interface HistoryChange {
  readonly inserted: readonly RatedMatch[];
  readonly removed: readonly RatedMatch[];
}

/**
 * How changing a match changes the rated history. If the input of the rating model is unchanged, so is the history. Otherwise
 * the old match is removed and the new one inserted.
 */
export function historyChangeOf(before: MatchRow, after: MatchRow): HistoryChange {
  const removed = isRated(before) ? [ratedMatch(before)] : [];
  const inserted = isRated(after) ? [ratedMatch(after)] : [];
  return isDeepStrictEqual(removed, inserted) ? { inserted: [], removed: [] } : { inserted, removed };
}

/** The distinct players of a change, in the order in which their ratings are locked. */
export const playersOf = ({ inserted, removed }: HistoryChange): string[] =>
  [...new Set([...inserted, ...removed].flatMap((match) => match.player_ids))].sort();

/** The rating changes that a change of the history causes. */
export interface RatingChanges {
  /**
   * By match id, in the order of the history. A player of several of these matches is listed under each of them if they were
   * appended, otherwise only under the latest.
   */
  readonly ofMatches: ReadonlyMap<string, readonly RatingChange[]>;
  /** Changes of players who played none of these matches. */
  readonly ofOthers: readonly RatingChange[];
}

/** A change of the history, rated but not written yet. */
export interface RatedChange extends HistoryChange {
  /** Ledger rows to write, by match id: inserted matches, and stored ones whose recomputed states differ in any bit. */
  readonly rows: ReadonlyMap<string, LedgerRow>;
  /** Current ratings to write, with their next versions. */
  readonly ratings: readonly PlayerRating[];
  readonly changes: RatingChanges;
  /** `provisional`: a later settlement computes the exact ratings. */
  readonly how: 'appended' | 'replayed' | 'provisional';
  /** If set, schedule a settlement run over all matches after this place. */
  readonly runAfter: LedgerPlace | null;
}

/**
 * The current ratings of some players. They are all it takes to rate a match that comes after everything its players have
 * played: such a match changes no other state.
 */
export class CurrentRatings {
  readonly #ratings: Map<string, PlayerRating>;

  constructor(ratings: readonly PlayerRating[]) {
    this.#ratings = new Map(ratings.map((rating) => [rating.player_id, rating]));
  }

  /** @throws if the rating is not one of those given. */
  of(playerId: string): PlayerRating {
    const rating = this.#ratings.get(playerId);
    if (rating === undefined) throw new Error(`the rating of player ${playerId} was not read`);
    return rating;
  }

  /** Whether all matches of a change come after everything that their players have played. */
  canAppend({ inserted, removed }: HistoryChange): boolean {
    const isNext = (match: RatedMatch, id: string): boolean => {
      const last = lastPlaceOf(this.of(id));
      return last === null || comparePlaces(last, match) < 0;
    };
    return removed.length === 0 && inserted.every((match) => match.player_ids.every((id) => isNext(match, id)));
  }

  /** Replaces the state and the last match of a player. The version stays. */
  replace(rating: LedgerRating): void {
    this.#ratings.set(rating.player_id, { ...rating, version: this.of(rating.player_id).version });
  }

  /** Rates matches in the order of the history, and updates the ratings of their players. */
  rate(matches: readonly RatedMatch[]): Pick<RatedChange, 'rows' | 'changes'> {
    const rows = new Map<string, LedgerRow>();
    const ofMatches = new Map<string, readonly RatingChange[]>();
    for (const match of [...matches].sort(comparePlaces)) {
      const ratings = match.player_ids.map((id) => this.of(id));
      const row = rateForLedger(match, ratings.map(({ state }) => state) as unknown as FourStates);
      rows.set(match.match_id, row);
      ofMatches.set(
        match.match_id,
        ratings.map((rating, slot) => this.#move(rating, row, slot)),
      );
    }
    return { rows, changes: { ofMatches, ofOthers: [] } };
  }

  #move(rating: PlayerRating, row: LedgerRow, slot: number): RatingChange {
    const state = row.after[slot as 0];
    const last = lastPlaceOf(rating);
    const isLater = last === null || comparePlaces(last, row) < 0;
    const moved = { ...rating, state, last_match_id: isLater ? row.match_id : rating.last_match_id };
    this.#ratings.set(rating.player_id, { ...moved, version: rating.version + 1 });
    return ratingChange(rating, state);
  }
}

type Shown = Parameters<typeof scoreOf>[0];

/** The change from a rating to its next version. */
export const ratingChange = (
  before: Pick<PlayerRating, 'player_id' | 'version'> & { readonly state: Shown },
  after: Shown,
): RatingChange => ({
  player_id: before.player_id,
  sequence: before.version + 1,
  score_before: scoreOf(before.state),
  score_after: scoreOf(after),
});

/**
 * Writes a rated change of the history.
 * @returns the ids of the inserted matches that are not settled yet
 * @throws {RangeError} synchronously, before anything is sent, if a value cannot be stored. An `async` function would reject
 *   instead, and the caller would already have sent COMMIT for the other writes.
 * @throws {Problem} `not_ready` if the ledger was made with another model.
 */
export function writeRatedChange(transaction: Transaction, rated: RatedChange): Promise<ReadonlySet<string>> {
  const { inserted, removed, rows, ratings, how, runAfter } = rated;
  if (inserted.length + removed.length === 0) return Promise.resolve(new Set());
  const writes: Promise<unknown>[] = [];
  const removedIds = removed.map((match) => match.match_id);
  if (removed.length > 0) writes.push(removeLedgerRows(transaction, removedIds));
  if (runAfter !== null) writes.push(scheduleRun(transaction, runAfter));
  const ids = inserted.map((match) => match.match_id);
  const isLogged = how !== 'appended';
  const written = writeRatings(transaction, MODEL_VERSION, [...rows.values()], ratings, ids, isLogged);
  const unsettled = Promise.all([written, ...writes]).then(([found]) => {
    if (found === 'other model') throw new Problem('not_ready');
    return new Set(found.filter((row) => row.is_unsettled).map((row) => row.match_id));
  });
  // If the caller throws before it awaits this, an unhandled rejection must not end the process.
  unsettled.catch(() => {});
  return unsettled;
}
