import { setImmediate } from 'node:timers/promises';

/** Batch size. */
const ITEMS = 50;

/** Maps many items. Other requests get the event loop between batches. */
export async function yieldBetween<Item, Value>(items: readonly Item[], map: (item: Item) => Value): Promise<Value[]> {
  const values: Value[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % ITEMS === 0) await setImmediate();
    values.push(map(item));
  }
  return values;
}
