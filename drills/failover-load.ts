/** Clients that submit matches over two processes of the service, and repeat what is not acknowledged, as the guide says. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Acknowledged, matchNamed } from '@bandeja/service/test/support/crash-run';

const CLIENTS = 8;
const PAUSE_MS = 100;
const PATIENCE_MS = 65_000;

/** What the clients saw since the last {@link Load.begin}. */
export interface Seen {
  /** By status, and by error for requests without a response. */
  readonly answers: ReadonlyMap<string, number>;
  readonly acknowledged: number;
  /** The longest time without an acknowledgement, ms. */
  readonly longestGapMs: number;
}

export class Load {
  readonly acknowledged = new Map<string, Acknowledged>();
  readonly sent = new Set<string>();
  readonly #urls: () => readonly string[];
  readonly #key: string;
  #answers = new Map<string, number>();
  #count = 0;
  #lastAt = 0;
  #longestGapMs = 0;
  #number = 0;
  #isOver = false;
  #clients: Promise<unknown> = Promise.resolve();

  /** @param urls of the processes that take requests now */
  constructor(urls: () => readonly string[], key: string) {
    this.#urls = urls;
    this.#key = key;
  }

  start(): void {
    this.begin();
    this.#clients = Promise.all(Array.from({ length: CLIENTS }, () => this.#submit()));
  }

  /** Begins to count again. */
  begin(): void {
    this.#answers = new Map();
    this.#count = this.#longestGapMs = 0;
    this.#lastAt = performance.now();
  }

  seen(): Seen {
    const longestGapMs = Math.max(this.#longestGapMs, performance.now() - this.#lastAt);
    return { answers: this.#answers, acknowledged: this.#count, longestGapMs };
  }

  /** Resolves after the next acknowledgement that is asked for now. */
  async next(): Promise<void> {
    const before = this.#count + CLIENTS;
    while (this.#count < before) await sleep(PAUSE_MS);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#clients;
  }

  async #submit(): Promise<void> {
    while (!this.#isOver) {
      const ref = `round-0-${this.#number++}`;
      this.sent.add(ref);
      while (!(await this.#try(ref))) await sleep(PAUSE_MS * 5);
      await sleep(PAUSE_MS);
    }
  }

  /** @returns whether the match is acknowledged */
  async #try(ref: string): Promise<boolean> {
    const urls = this.#urls();
    const url = urls[Math.floor(Math.random() * urls.length)] ?? '';
    try {
      const answer = await fetch(`${url}/v1/matches`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
        body: JSON.stringify(matchNamed(ref)),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const body = (await answer.json()) as { id?: string; existing_match_id?: string };
      this.#saw(String(answer.status));
      const id = answer.status === 201 ? body.id : answer.status === 409 ? body.existing_match_id : undefined;
      if (id === undefined) return false;
      this.acknowledged.set(ref, { id });
      this.#count += 1;
      this.#longestGapMs = Math.max(this.#longestGapMs, performance.now() - this.#lastAt);
      this.#lastAt = performance.now();
      return true;
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } };
      this.#saw(cause?.code ?? name);
      return false;
    }
  }

  #saw(answer: string): void {
    this.#answers.set(answer, (this.#answers.get(answer) ?? 0) + 1);
  }
}
