/**
 * The value that was sent most often; of equally common ones, that of the latest match. Null when none was sent.
 * @param values by match, oldest first.
 */
export function commonest<T>(values: readonly (T | null)[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) {
    if (value === null) continue;
    // Taken out and put back, so that the map runs in the order of the latest match of each value.
    const count = (counts.get(value) ?? 0) + 1;
    counts.delete(value);
    counts.set(value, count);
  }
  let best: { readonly value: T; readonly count: number } | null = null;
  for (const [value, count] of counts) if (best === null || count >= best.count) best = { value, count };
  return best?.value ?? null;
}
