import type { Transaction } from '../../store/engine/database.ts';
import { type HistoryStretch, readLedgerWithin } from '../../store/ledger/ledger.ts';
import type { LedgerRow } from '../../store/ledger/ledger-row.ts';
import { comparePlaces, type LedgerPlace } from './places.ts';
import type { RatedMatch } from './rated-match.ts';
import type { HistoryChange } from './replay.ts';

/**
 * Loads every rated match that a change may reach: the later matches of its players, the later matches of the players of
 * those, and so on. A player who is reached from an earlier point than before is asked for only up to that point, so
 * nothing is asked for twice, and the rounds end when no player is new.
 * @param limit gives up when there are more matches than this.
 * @returns the matches in no order, or null when there are too many.
 */
export async function readClosure(
  transaction: Transaction,
  change: HistoryChange,
  limit: number,
): Promise<LedgerRow[] | null> {
  const reached = new Map<string, LedgerPlace>();
  const rows = new Map<string, LedgerRow>();
  let frontier = reach([...change.inserted, ...change.removed], reached);
  while (frontier.length > 0) {
    const found = await readLedgerWithin(transaction, frontier, limit + 1);
    const fresh = found.filter((row) => !rows.has(row.match_id));
    for (const row of fresh) rows.set(row.match_id, row);
    if (found.length > limit || rows.size > limit) return null;
    frontier = reach(fresh, reached);
  }
  return [...rows.values()];
}

/** Marks the players of these matches as reached from there on; returns the stretches that this adds. */
function reach(matches: readonly RatedMatch[], reached: Map<string, LedgerPlace>): HistoryStretch[] {
  const until = new Map<string, LedgerPlace | null>();
  for (const match of matches) {
    for (const id of match.player_ids) {
      const known = reached.get(id);
      if (known !== undefined && comparePlaces(known, match) <= 0) continue;
      if (!until.has(id)) until.set(id, known ?? null);
      reached.set(id, { played_at: match.played_at, match_id: match.match_id });
    }
  }
  return [...until].flatMap(([id, end]) => {
    const start = reached.get(id);
    if (start === undefined) return [];
    const bounds = { until_played_at: end?.played_at ?? null, until_match_id: end?.match_id ?? null };
    return [{ player_id: id, ...start, ...bounds }];
  });
}
