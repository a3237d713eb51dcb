import type { Transaction } from '../../store/engine/database.ts';
import { type LedgerState, readLedgerState } from '../../store/ledger/ledger-state.ts';
import { readRatedAmong, readRatedWithin } from '../../store/ledger/rated-matches.ts';
import { readIdsInLedger, readStoredLedger, type StoredLedger } from '../../store/ledger/verification.ts';
import { comparePlaces, END_OF_HISTORY, type LedgerPlace, type RatedMatch, ratedMatch } from '../ratings/index.ts';

/** A stretch of the history, as the matches tell it and as the ledger holds it. */
export interface HistoryBlock {
  /** The rated matches of the stretch, in order. */
  readonly rated: readonly RatedMatch[];
  readonly ledger: StoredLedger | null;
  /** Rows of the ledger that lie in the stretch: the first so many. */
  readonly ledgerCount: number;
  /** The row of a match. */
  readonly rows: ReadonlyMap<string, number>;
  /** Matches of the stretch whose row of the ledger lies elsewhere. */
  readonly displaced: ReadonlySet<string>;
  /** Rows of the ledger without a match here: the place in the history that the match has, if it is rated at all. */
  readonly strays: ReadonlyMap<string, LedgerPlace | null>;
  readonly ledgerState: LedgerState;
  /** The last place of the stretch. */
  readonly end: LedgerPlace;
  /** Whether nothing follows. */
  readonly isLast: boolean;
}

/**
 * Reads the next stretch of the history: so many rows of the ledger and the rated matches between them, which are as many
 * unless something is wrong.
 * @param limit the most rows of the ledger.
 */
export async function readBlock(transaction: Transaction, after: LedgerPlace, limit: number): Promise<HistoryBlock> {
  const ledgerState = await readLedgerState(transaction);
  const ledger = await readStoredLedger(transaction, after, limit);
  const ledgerEnd = ledger === null || ledger.count < limit ? END_OF_HISTORY : placeOf(ledger, ledger.count - 1);
  // More matches than rows are there only when rows are missing; the stretch is cut short then.
  const ratedMax = 2 * limit;
  const rated = (await readRatedWithin(transaction, after, ledgerEnd, ratedMax)).map(ratedMatch);
  const cut = rated.length < ratedMax ? undefined : rated.at(-1);
  const end = cut === undefined ? ledgerEnd : { played_at: cut.played_at, match_id: cut.match_id };
  const ledgerCount = ledger === null ? 0 : countUntil(ledger, end);
  const rows = new Map(ledger?.match_ids.slice(0, ledgerCount).map((id, row) => [id, row]));
  return {
    rated,
    ledger,
    ledgerCount,
    rows,
    displaced: await readDisplaced(transaction, rated, rows),
    strays: await readStrays(transaction, rated, rows),
    ledgerState,
    end,
    isLast: end === END_OF_HISTORY,
  };
}

export function placeOf(ledger: StoredLedger, row: number): LedgerPlace {
  return { played_at: ledger.played_at[row] ?? Number.NaN, match_id: ledger.match_ids[row] ?? '' };
}

function countUntil(ledger: StoredLedger, end: LedgerPlace): number {
  let count = ledger.count;
  while (count > 0 && comparePlaces(placeOf(ledger, count - 1), end) > 0) count -= 1;
  return count;
}

async function readDisplaced(
  transaction: Transaction,
  rated: readonly RatedMatch[],
  rows: ReadonlyMap<string, number>,
): Promise<ReadonlySet<string>> {
  const missing = rated.flatMap(({ match_id: id }) => (rows.has(id) ? [] : [id]));
  return new Set(missing.length === 0 ? [] : await readIdsInLedger(transaction, missing));
}

async function readStrays(
  transaction: Transaction,
  rated: readonly RatedMatch[],
  rows: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, LedgerPlace | null>> {
  const here = new Set(rated.map((match) => match.match_id));
  const strays = new Map<string, LedgerPlace | null>();
  for (const id of rows.keys()) if (!here.has(id)) strays.set(id, null);
  if (strays.size === 0) return strays;
  for (const place of await readRatedAmong(transaction, [...strays.keys()])) strays.set(place.match_id, place);
  return strays;
}
