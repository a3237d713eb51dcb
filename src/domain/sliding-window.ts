import { SLOT_MS, SLOTS, type Spending } from '../store/spending.ts';

/** The units that count, so long after the spending was read. The last slot leaves the minute bit by bit. */
export function unitsSpent({ spent, passed }: Spending, afterMs: number): number {
  const slotsLater = passed + afterMs / SLOT_MS;
  const moved = Math.floor(slotsLater);
  return staying(spent, moved) + leaving(spent, moved) * (1 - (slotsLater - moved));
}

/** How long it takes from then on until no more than so many units count, ms. 0: no more count already. */
export function waitUntilSpent({ spent, passed }: Spending, afterMs: number, units: number): number {
  const start = passed + afterMs / SLOT_MS;
  // In whole slots: a sum of milliseconds may miss the end of a slot by a rounding error, and wait for the next.
  for (let moved = Math.floor(start); ; moved += 1) {
    const stay = staying(spent, moved);
    if (stay > units) continue;
    const leave = leaving(spent, moved);
    const end = leave === 0 ? moved : moved + 1 - Math.min(1, (units - stay) / leave);
    return Math.max(0, end - start) * SLOT_MS;
  }
}

/** The units of the slots that are within the minute as a whole, so many slots later. */
function staying(spent: readonly number[], moved: number): number {
  return spent.slice(0, Math.max(0, SLOTS - moved)).reduce((sum, units) => sum + units, 0);
}

/** The units of the slot that leaves the minute, so many slots later. */
function leaving(spent: readonly number[], moved: number): number {
  return spent[SLOTS - moved] ?? 0;
}
