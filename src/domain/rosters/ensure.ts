import type { Transaction } from '../../store/engine/database.ts';
import { holdRoster, insertRoster, type RosterKey } from '../../store/rosters/rosters.ts';

/**
 * Creates the roster if the partner has none of this slug, and keeps it from being deleted until the transaction ends.
 * @param name of a roster that has to be created.
 * @returns true if it was created.
 */
export async function ensureRoster(
  transaction: Transaction,
  of: RosterKey,
  at: number,
  name: string | null = null,
): Promise<boolean> {
  // Between a refused insert and the hold, somebody may delete the roster; then it is simply made again.
  for (;;) {
    if (await insertRoster(transaction, of, { name, at })) return true;
    if (await holdRoster(transaction, of)) return false;
  }
}
