/**
 * Answers concurrent calls with one query. A call joins only a query that starts after it, so no result is staler than that
 * of a separate query. One query runs at a time; calls that arrive while it runs share the next one.
 */
export class CoalescedQuery<Answer> {
  readonly #query: () => Promise<Answer>;
  /** Resolves when the running query ends; never rejects. */
  #running: Promise<void> = Promise.resolve();
  #next: Promise<Answer> | undefined;

  constructor(query: () => Promise<Answer>) {
    this.#query = query;
  }

  run(): Promise<Answer> {
    this.#next ??= this.#begin();
    return this.#next;
  }

  async #begin(): Promise<Answer> {
    await this.#running;
    // Calls of the same event loop turn join.
    await new Promise((resolve) => setImmediate(resolve));
    this.#next = undefined;
    const answer = this.#query();
    this.#running = answer.then(
      () => {},
      () => {},
    );
    return answer;
  }
}
