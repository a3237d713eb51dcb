/**
 * Walks a source with up to `depth` items read ahead, so that preparing the next ones goes on while the consumer works
 * on this one. Order is kept; a failure of the source surfaces when its turn comes, after the items before it.
 */
export async function* ahead<T>(source: AsyncGenerator<T>, depth: number): AsyncGenerator<T> {
  const waiting: Promise<IteratorResult<T, unknown>>[] = [];
  const readOn = () => {
    const next = source.next();
    // It is awaited below; until then a rejection must not count as unhandled.
    next.catch(() => {});
    waiting.push(next);
  };
  try {
    while (waiting.length < depth) readOn();
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await next;
      if (result.done) return;
      readOn();
      yield result.value;
    }
  } finally {
    // Queued behind what is still being read; not awaited, since a consumer that stops early need not wait for it.
    source.return(undefined).catch(() => {});
  }
}
