/** The value that was sent most often; of equally common ones, that of the latest match. Null while none was sent. */
export class Commonest<T> {
  /** In the order of the latest match of each value. */
  readonly #counts = new Map<T, number>();

  /** Counts what the next match has. */
  add(value: T | null): void {
    if (value === null) return;
    const count = (this.#counts.get(value) ?? 0) + 1;
    this.#counts.delete(value);
    this.#counts.set(value, count);
  }

  /** Each value once, in the order of the latest match of each. */
  get values(): T[] {
    return [...this.#counts.keys()];
  }

  view(): T | null {
    let best: { readonly value: T; readonly count: number } | null = null;
    for (const [value, count] of this.#counts) if (best === null || count >= best.count) best = { value, count };
    return best?.value ?? null;
  }
}
