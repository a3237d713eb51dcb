/** Sends the entries of the outbox, until each is stored or refused. */
import { type Api, BandejaError, type BandejaNight } from '@bandeja/client';
import { problemOf } from '../problem.ts';
import { resultSubmission } from '../results.ts';
import { type Entry, isSameCourt, newId, type Outbox } from './outbox.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** How long another tab may hold the lease before this one looks again. */
const LEASE_DELAY_MS = 2_000;

interface SenderOptions {
  readonly outbox: Outbox;
  readonly client: BandejaNight;
  readonly onStored: (entry: Entry, answer: Api.NightEntry) => void;
  /** The link has ended, or the service refused an entry, so the shown night may be old. */
  readonly onRefused: () => void;
}

/** Whether a link can no longer be used. */
export const isEnded = (error: unknown): boolean =>
  error instanceof BandejaError && (error.status === 401 || error.code === 'plan_not_found');

export class Sender {
  readonly #options: SenderOptions;
  #delayMs = FIRST_DELAY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  #isWanted = false;
  /** Whether the service asked to wait. */
  #isThrottled = false;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Sends what waits, at once. */
  wake(): void {
    this.#isWanted = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when no entry is under way. */
  async settle(): Promise<void> {
    await this.#running;
  }

  /** Sends what waits, unless the service asked to wait: another request was answered. */
  wakeAfterAnswer(): void {
    if (!this.#isThrottled && this.#options.outbox.entries.some(isWaiting)) this.wake();
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    let delayMs: number | null = null;
    while (this.#isWanted) {
      this.#isWanted = false;
      const hasRun = await this.#options.outbox.alone(async () => {
        delayMs = await this.#sendAll();
      });
      if (!hasRun) delayMs = LEASE_DELAY_MS;
    }
    if (delayMs === null) this.#delayMs = FIRST_DELAY_MS;
    else this.#timer = setTimeout(() => this.wake(), delayMs);
  }

  /** @returns when to try again; null if nothing waits */
  async #sendAll(): Promise<number | null> {
    const { outbox } = this.#options;
    await outbox.load();
    this.#isThrottled = false;
    const tried = new Set<string>();
    let delayMs: number | null = null;
    for (;;) {
      const entry = outbox.entries.find((one) => isWaiting(one) && !tried.has(one.id));
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
    const { outbox, client, onStored, onRefused } = this.#options;
    const { round, court, seen } = entry;
    try {
      await outbox.renewLease();
      const answer = await client.putResult(round, court.court, resultSubmission(entry.entry, court, seen));
      const newer = outbox.entries.find((one) => isSameCourt(one, entry) && one.id !== entry.id);
      // The person corrected it before the answer came.
      if (newer?.seen === seen) await outbox.put({ ...newer, seen: answer.result.revision });
      onStored(entry, answer);
      await outbox.remove(entry);
      return null;
    } catch (error) {
      if (!(error instanceof BandejaError)) throw error;
      if (error.status === 401) onRefused();
      if (error.status < 400 || error.status >= 500 || [401, 408, 429].includes(error.status)) return error;
      if (outbox.entries.some(({ id }) => id === entry.id)) {
        await outbox.put({ ...entry, id: newId(), problem: problemOf(error) });
      }
      onRefused();
      return null;
    }
  }
}

export const isWaiting = ({ problem }: Entry): boolean => problem === null;
