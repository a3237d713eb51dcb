/** Sends the entries of one owner, until each is stored or refused. */
import { BandejaError } from '@bandeja/client';
import { type Answer, amend, type Entry, isSameResult, isWaiting } from './entries.ts';
import type { Outbox } from './outbox.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** How long another tab may hold the lease before this one looks again. */
const LEASE_DELAY_MS = 2_000;

interface SenderOptions {
  readonly outbox: Outbox;
  readonly owner: string;
  /** @throws {BandejaError} if the entry still waits */
  readonly send: (entry: Entry) => Promise<Answer>;
  /** The access has ended, or the service refused the entry, so the shown night may be old. */
  readonly onRefused: (entry: Entry) => void;
}

export class Sender {
  readonly #options: SenderOptions;
  #delayMs = FIRST_DELAY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #isWanted = false;
  /** Whether the service asked to wait. */
  #isThrottled = false;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Sends what waits, at once. */
  wake(): void {
    this.#isWanted = true;
    if (!this.#isRunning) void this.#run();
  }

  /** Sends what waits, unless the service asked to wait: another request was answered. */
  wakeAfterAnswer(): void {
    if (!this.#isThrottled && this.#next() !== undefined) this.wake();
  }

  async #run(): Promise<void> {
    const { outbox, owner } = this.#options;
    this.#isRunning = true;
    clearTimeout(this.#timer);
    let delayMs: number | null = null;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        const hasRun = await outbox.storage.alone(owner, async () => {
          delayMs = await this.#sendAll();
        });
        if (!hasRun) delayMs = LEASE_DELAY_MS;
      }
      if (delayMs === null) this.#delayMs = FIRST_DELAY_MS;
      else this.#timer = setTimeout(() => this.wake(), delayMs);
    } finally {
      // In the same turn as the last check: a later wake would be lost.
      this.#isRunning = false;
    }
  }

  /** Never an entry of another owner: it would be stored in the wrong name. */
  #next(tried: ReadonlySet<string> = new Set()): Entry | undefined {
    const { outbox, owner } = this.#options;
    const isNext = (one: Entry) => one.owner === owner && isWaiting(one) && outbox.isKept(one) && !tried.has(one.id);
    return outbox.entries.find(isNext);
  }

  /** @returns when to try again; null if nothing waits */
  async #sendAll(): Promise<number | null> {
    await this.#options.outbox.load();
    this.#isThrottled = false;
    const tried = new Set<string>();
    let delayMs: number | null = null;
    for (;;) {
      const entry = this.#next(tried);
      if (entry === undefined) return delayMs;
      tried.add(entry.id);
      const error = await this.#send(entry);
      if (error === null) continue;
      if (error.status === 401) return null;
      delayMs = (error.retryAfter ?? 0) * 1000 || this.#delayMs;
      this.#delayMs = Math.min(2 * this.#delayMs, MAX_DELAY_MS);
      this.#isThrottled = error.status !== 0;
      if (error.status === 0) return delayMs;
    }
  }

  /** @returns the error after which the entry still waits */
  async #send(entry: Entry): Promise<BandejaError | null> {
    const { outbox, owner, send, onRefused } = this.#options;
    try {
      await outbox.storage.renewLease(owner);
      const answer = await send(entry);
      if (answer.kind === 'stored') {
        await outbox.settle(entry, answer.result);
      } else if (answer.kind === 'conflict' && entry.earlier.some((one) => isSameResult(one, answer.theirs))) {
        // The answer to a value that this entry corrects was lost.
        const seen = answer.theirs?.revision ?? null;
        await outbox.update(amend(entry, { seen }));
        const now = outbox.entries.find(({ id }) => id === entry.id);
        if (now !== undefined) return this.#send(now);
      } else {
        await outbox.update(amend(entry, { problem: answer }));
        onRefused(entry);
      }
      return null;
    } catch (error) {
      if (!(error instanceof BandejaError)) throw error;
      if (error.status === 401) onRefused(entry);
      return error;
    }
  }
}
