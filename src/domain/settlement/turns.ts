/**
 * How many transactions that go through the history gate one node has open at once. A transaction that waits for the gate
 * or for its partner's audit chain holds a database connection; were there no bound, ten of them would hold the whole pool
 * and stop every read of every partner. Of the pool's ten four are for these, two for submissions, the others for reads.
 */
const OPEN_MAX = 4;

/** Of one partner: its chain lets them commit one after the other anyway; the second prepares while the first commits. */
const OPEN_PER_PARTNER_MAX = 2;

interface Waiting {
  readonly partnerIds: readonly string[];
  readonly start: () => void;
}

/**
 * Lets transactions wait here, in the order in which they came, instead of on connections. It is about fairness alone:
 * what is right is decided by locks in the database.
 */
export class Turns {
  #open = 0;
  readonly #openOf = new Map<string, number>();
  #waiting: Waiting[] = [];

  /** Runs `work` when it is its turn. @param partnerIds whose chains it will lock. */
  async take<T>(partnerIds: readonly string[], work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#waiting.push({ partnerIds, start });
      this.#admit();
    });
    try {
      return await work();
    } finally {
      this.#open -= 1;
      for (const id of partnerIds) this.#count(id, -1);
      this.#admit();
    }
  }

  /** Starts whoever may start; one whose partner has to wait does not hold up those behind it. */
  #admit(): void {
    this.#waiting = this.#waiting.filter((next) => {
      if (this.#open >= OPEN_MAX || next.partnerIds.some((id) => this.#openCount(id) >= OPEN_PER_PARTNER_MAX))
        return true;
      this.#open += 1;
      for (const id of next.partnerIds) this.#count(id, 1);
      next.start();
      return false;
    });
  }

  #openCount(partnerId: string): number {
    return this.#openOf.get(partnerId) ?? 0;
  }

  #count(partnerId: string, by: 1 | -1): void {
    const count = this.#openCount(partnerId) + by;
    if (count === 0) this.#openOf.delete(partnerId);
    else this.#openOf.set(partnerId, count);
  }
}
