/** Follows the events of a partner over HTTP, even across kills of the service. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

interface ReadEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly match?: { readonly external_ref: string } };
}

/** Maximum delay between a submission and its event. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 20;

export class EventFollower {
  readonly #key: string;
  readonly #events: ReadEvent[] = [];
  #stopped = false;
  #following: Promise<void> | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  /** Reads on until the service is gone or {@link pause} is called. */
  follow(url: string): void {
    this.#stopped = false;
    this.#following = (async () => {
      while (!this.#stopped) {
        if (!(await this.#readOn(url))) await sleep(PAUSE_MS);
      }
    })().catch(() => {});
  }

  async pause(): Promise<void> {
    this.#stopped = true;
    await this.#following;
  }

  /** Waits until each of these matches has an event. Asserts that none has two, and that a second reader gets the same order. */
  async assertWhole(url: string, refs: ReadonlySet<string>): Promise<void> {
    const reportedRefs = (): string[] => this.#events.flatMap(({ data }) => data.match?.external_ref ?? []);
    for (const deadline = performance.now() + PATIENCE_MS; reportedRefs().length < refs.size; ) {
      assert.ok(performance.now() < deadline, `${reportedRefs().length} of ${refs.size} matches have an event`);
      if (!(await this.#readOn(url))) await sleep(PAUSE_MS);
    }
    assert.equal(reportedRefs().length, refs.size, 'a match has two events');
    assert.deepEqual(new Set(reportedRefs()), refs);
    const again = new EventFollower(this.#key);
    while (await again.#readOn(url) /* go on */);
    // Settlement goes on, so this reader may find more.
    while (await this.#readOn(url) /* go on */);
    const ids = this.#events.map(({ id }) => id);
    assert.deepEqual(
      again.#events.map(({ id }) => id),
      ids.slice(0, again.count),
    );
    assert.ok(again.count >= refs.size, 'the second reader found too few events');
  }

  get count(): number {
    return this.#events.length;
  }

  /** @returns whether there was something to read. @throws if the service is gone. */
  async #readOn(url: string): Promise<boolean> {
    const last = this.#events.at(-1);
    const address = `${url}/v1/events?limit=100${last === undefined ? '' : `&after=${last.id}`}`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${this.#key}` } });
    // The database is gone or not back yet.
    if (answer.status >= 500) return false;
    assert.equal(answer.status, 200, await answer.clone().text());
    const { data } = (await answer.json()) as { data: ReadEvent[] };
    this.#events.push(...data);
    return data.length > 0;
  }
}
