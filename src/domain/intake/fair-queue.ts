/** What was taken out, and whose it is. */
export interface Taken<T> {
  readonly owner: string;
  readonly one: T;
}

/** What waits, by whom: everyone gets a turn after everyone else, however much they have sent. */
export class FairQueue<T> {
  /** In the order of turns: whose turn it is stands first. */
  readonly #lines = new Map<string, { readonly waiting: T[]; weight: number }>();
  readonly #weightOf: (one: T) => number;
  #weight = 0;

  /** @param weightOf how much one of them is; at least 1 */
  constructor(weightOf: (one: T) => number) {
    this.#weightOf = weightOf;
  }

  /** How much waits in all. */
  get weight(): number {
    return this.#weight;
  }

  /** How much waits of one. */
  weightOf(owner: string): number {
    return this.#lines.get(owner)?.weight ?? 0;
  }

  /** How much waits of those who may have a turn now. */
  weightOfAll(isFree: (owner: string) => boolean): number {
    let weight = 0;
    for (const [owner, line] of this.#lines) if (isFree(owner)) weight += line.weight;
    return weight;
  }

  push(owner: string, one: T): void {
    const line = this.#lines.get(owner) ?? { waiting: [], weight: 0 };
    line.waiting.push(one);
    this.#add(line, this.#weightOf(one));
    this.#lines.set(owner, line);
  }

  /**
   * Takes out what comes next, one of each owner in turn, up to a weight; at least one if there is any.
   * @param isFree who may have a turn now; the others keep theirs
   */
  take(weight: number, isFree: (owner: string) => boolean = () => true): Taken<T>[] {
    const taken: Taken<T>[] = [];
    let left = weight;
    for (;;) {
      const owner = this.#nextFree(isFree);
      if (owner === undefined) return taken;
      const line = this.#lines.get(owner);
      const one = line?.waiting[0];
      if (line === undefined || one === undefined) throw new Error('a line without anyone waiting is no line');
      const size = this.#weightOf(one);
      if (size > left && taken.length > 0) return taken;
      left -= size;
      line.waiting.shift();
      this.#add(line, -size);
      taken.push({ owner, one });
      // The owner goes to the end, or away.
      this.#lines.delete(owner);
      if (line.waiting.length > 0) this.#lines.set(owner, line);
    }
  }

  #nextFree(isFree: (owner: string) => boolean): string | undefined {
    for (const owner of this.#lines.keys()) if (isFree(owner)) return owner;
    return undefined;
  }

  #add(line: { weight: number }, weight: number): void {
    line.weight += weight;
    this.#weight += weight;
  }
}
