/**
 * Answers many calls with one question to a server. A call joins only a question that begins after it, so no answer is older
 * than that of a question of its own. One question is under way at a time; calls that come meanwhile share the next one.
 */
export class CoalescedQuery<Answer> {
  readonly #query: () => Promise<Answer>;
  /** Resolves when the question under way is answered; never rejects. */
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
    // What else came in with this turn of the event loop joins.
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
