export interface MemoizeOptions {
  readonly maxAgeMs: number;
  readonly elapsedMs?: (() => number) | undefined;
}

/**
 * Caches the result of the first call, without limit or up to an age. Concurrent calls share it. A failure is not cached: the
 * next call tries again.
 */
export function memoize<T>(
  make: () => Promise<T>,
  { maxAgeMs, elapsedMs = () => performance.now() }: MemoizeOptions = { maxAgeMs: Infinity },
): () => Promise<T> {
  let made: Promise<T> | undefined;
  let madeAt = 0;
  return () => {
    if (made !== undefined && elapsedMs() - madeAt < maxAgeMs) return made;
    const making = make();
    made = making;
    madeAt = elapsedMs();
    making.catch(() => {
      if (made === making) made = undefined;
    });
    return making;
  };
}
