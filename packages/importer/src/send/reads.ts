const READS_AT_ONCE = 8;

/** Reads something for each item, several at once. @returns the answers in order */
export async function readAll<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
  onProgress: (done: number) => void = () => {},
): Promise<readonly R[]> {
  const found: R[] = [];
  for (let start = 0; start < items.length; start += READS_AT_ONCE) {
    found.push(...(await Promise.all(items.slice(start, start + READS_AT_ONCE).map(read))));
    onProgress(found.length);
  }
  return found;
}
