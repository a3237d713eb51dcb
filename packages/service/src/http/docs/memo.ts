export interface MemoOptions {
  readonly maxAgeMs: number;
  readonly elapsedMs?: (() => number) | undefined;
}

/**
 * Makes something at the first call and keeps it, for ever or up to an age. Concurrent calls share the result. If making it fails, the next call
 * tries again.
 */
export function memo<T>(
  make: () => Promise<T>,
  { maxAgeMs, elapsedMs = () => performance.now() }: MemoOptions = { maxAgeMs: Infinity },
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
