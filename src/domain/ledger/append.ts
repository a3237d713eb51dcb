import { MODEL_VERSION } from '../../rating/index.ts';
import type { Transaction } from '../../store/engine/database.ts';
import type { RatingChange } from '../../store/events/change-log.ts';
import { writeRatings } from '../../store/ledger/ledger.ts';
import type { LedgerRow } from '../../store/ledger/ledger-row.ts';
import type { VersionedRating } from '../../store/ledger/ratings.ts';
import { Problem } from '../errors/problem.ts';
import { comparePlaces } from './places.ts';
import { Presents } from './present.ts';
import type { RatedMatch } from './rated-match.ts';
import type { NewRatings, RatingChanges } from './rating-changes.ts';
import type { HistoryChange } from './replay.ts';

/** What a change did to the matches that it brought in. */
export interface AppliedChange {
  /** Their rows in the ledger, by match id. */
  readonly rows: ReadonlyMap<string, LedgerRow>;
  /** Those of them whose ratings a settlement will still change. */
  readonly unsettled: ReadonlySet<string>;
  readonly ratingChanges: RatingChanges;
}

/** What a change without matches does. */
export const NO_CHANGE: AppliedChange = {
  rows: new Map(),
  unsettled: new Set(),
  ratingChanges: { ofMatches: new Map(), ofOthers: [] },
};

/** Matches that were rated from the present states of their players, and those states as they are after them. */
export interface Rated extends NewRatings {
  readonly rows: readonly LedgerRow[];
}

/** Matches that come after everything their players have played, as {@link rateAppended} has rated them. */
export interface Appended {
  readonly change: HistoryChange;
  readonly rated: Rated;
}

/** Matches of which some change history, so that they are not rated here. */
export interface NotAppended {
  /** The ids of those that do not come after everything their players have played. */
  readonly late: ReadonlySet<string>;
}

/**
 * The fast path of {@link applyHistoryChange} in two steps, of which only the second needs the database.
 * @param players the ratings of all their players, which the caller has locked; one that comes twice is the same.
 */
export function rateAppended(
  inserted: readonly RatedMatch[],
  players: readonly VersionedRating[],
): Appended | NotAppended {
  const change = { inserted, removed: [] };
  const rated = new Set(playersOf(change));
  const presents = new Presents(players.filter((row) => rated.has(row.player_id)));
  const late = inserted.filter((match) => !presents.areBefore(match));
  if (late.length > 0) return { late: new Set(late.map((match) => match.match_id)) };
  return { change, rated: rateFrom(change, presents) };
}

/**
 * Writes what {@link rateAppended} has rated, in one statement.
 * @throws {RangeError} at once, with nothing sent, for what cannot be stored: so it must not be an `async` function, or a
 *   caller that has COMMIT follow would commit the rest.
 */
export function writeAppended(transaction: Transaction, { change, rated }: Appended): Promise<AppliedChange> {
  return change.inserted.length === 0 ? Promise.resolve(NO_CHANGE) : writeRated(transaction, change, rated, false);
}

/**
 * Writes matches as they were rated, and the present ratings of their players.
 * @throws {Problem} `not_ready` when the ledger is made with another model.
 */
export function writeRated(
  transaction: Transaction,
  change: HistoryChange,
  { rows, ratings, changes }: Rated,
  isHistoryChanged = true,
): Promise<AppliedChange> {
  const ids = change.inserted.map((match) => match.match_id);
  return writeRatings(transaction, MODEL_VERSION, rows, ratings, ids, isHistoryChanged).then((written) => {
    if (written === 'other model') throw new Problem('not_ready');
    const unsettled = written.filter((row) => row.is_unsettled).map((row) => row.match_id);
    return { rows: insertedRows(change, rows), unsettled: new Set(unsettled), ratingChanges: changes };
  });
}

/** The players of the change, each once, in the order in which their rows are locked. */
export function playersOf({ inserted, removed }: HistoryChange): string[] {
  return [...new Set([...inserted, ...removed].flatMap((match) => match.player_ids))].sort();
}

/** The rows of the matches that a change brings in. */
export function insertedRows({ inserted }: HistoryChange, rows: readonly LedgerRow[]): Map<string, LedgerRow> {
  const ids = new Set(inserted.map((match) => match.match_id));
  return new Map(rows.filter((row) => ids.has(row.match_id)).map((row) => [row.match_id, row]));
}

/** Whether every match of the change comes after all that its players have played so far. */
export function isAppended({ inserted, removed }: HistoryChange, presents: Presents): boolean {
  return removed.length === 0 && inserted.every((match) => presents.areBefore(match));
}

/** The fast path, and the provisional one: each match, in history order, is rated from its players' present states. */
export function rateFrom({ inserted }: HistoryChange, presents: Presents): Rated {
  const ofMatches = new Map<string, readonly RatingChange[]>();
  const rows = [...inserted].sort(comparePlaces).map((match) => {
    const { row, changes } = presents.apply(match);
    ofMatches.set(match.match_id, changes);
    return row;
  });
  return { rows, ratings: presents.rows(), changes: { ofMatches, ofOthers: [] } };
}
