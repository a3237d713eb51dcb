/** Reading something for each of many items. */

const READS_AT_ONCE = 8;

/** Reads something for each item, several at once, and yields the answers of each batch in order. A caller that stops causes no further reads. */
async function* readBatches<T, R>(items: readonly T[], read: (item: T) => Promise<R>): AsyncGenerator<readonly R[]> {
  for (let start = 0; start < items.length; start += READS_AT_ONCE) {
    yield await Promise.all(items.slice(start, start + READS_AT_ONCE).map(read));
  }
}

/** Reads something for each item, several at once. @returns the answers in order */
export async function readAll<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
  onProgress: (done: number) => void = () => {},
): Promise<readonly R[]> {
  const found: R[] = [];
  for await (const answers of readBatches(items, read)) {
    found.push(...answers);
    onProgress(found.length);
  }
  return found;
}
