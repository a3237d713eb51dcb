import { SLOT_MS, SLOTS, type Spending } from '../store/spending.ts';

/** The units that count, so long after the spending was read. The last slot leaves the minute bit by bit. */
export function unitsSpent({ spent, passed }: Spending, afterMs: number): number {
  const slotsLater = passed + afterMs / SLOT_MS;
  const moved = Math.floor(slotsLater);
  let units = (spent[SLOTS - moved] ?? 0) * (1 - (slotsLater - moved));
  for (let slot = 0; slot < SLOTS - moved; slot += 1) units += spent[slot] ?? 0;
  return units;
}

/** How long it takes from then on until no more than so many units count, ms. 0: no more count already. */
export function waitUntilSpent(spending: Spending, afterMs: number, units: number): number {
  let waitMs = 0;
  for (let from = afterMs; ; ) {
    const counted = unitsSpent(spending, from);
    if (counted <= units) return waitMs;
    const left = SLOT_MS - ((spending.passed * SLOT_MS + from) % SLOT_MS);
    // What leaves the minute until the slot ends; to the end itself the next slot belongs already.
    const leaving = counted - unitsSpent(spending, from + left);
    if (counted - leaving <= units) return waitMs + (left * (counted - units)) / leaving;
    waitMs += left;
    from += left;
  }
}
