/** Reads the night every few seconds. It is one address, so this page needs no cache of queries. */
import type { Api, BandejaNight } from '@bandeja/client';
import type { Outbox } from './outbox/outbox.ts';
import { isEnded } from './outbox/sender.ts';

const POLL_MS = 5_000;
/** How often a closed night is read again. */
const SLOW_POLL_MS = 15_000;

export interface Reading {
  /** The last state that was read, even by an earlier page; null before the first answer. */
  readonly night: Api.Night | null;
  readonly readAt: number;
  /** Why the last attempt failed. */
  readonly error: unknown;
}

export class Reader {
  readonly #client: BandejaNight;
  readonly #outbox: Outbox;
  readonly #listeners = new Set<() => void>();
  #reading: Reading;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | null = null;

  constructor(client: BandejaNight, outbox: Outbox) {
    this.#client = client;
    this.#outbox = outbox;
    const { night = null, readAt = 0 } = outbox.night ?? {};
    this.#reading = { night, readAt, error: null };
    for (const event of ['online', 'offline', 'focus']) addEventListener(event, () => void this.read());
    document.addEventListener('visibilitychange', () => void this.read());
  }

  get reading(): Reading {
    return this.#reading;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads at once, and then every few seconds while the page is visible. */
  async read(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running?.abort();
    if (document.visibilityState === 'hidden') return;
    const running = new AbortController();
    this.#running = running;
    try {
      const night = await this.#client.get({ signal: running.signal });
      this.#update({ night, readAt: Date.now(), error: null });
      void this.#outbox.keepNight(night);
    } catch (error) {
      if (running.signal.aborted) return;
      this.#update({ ...this.#reading, error });
      if (isEnded(error)) {
        void this.#outbox.forgetNight();
        return;
      }
    }
    this.#timer = setTimeout(() => void this.read(), this.#reading.night?.state === 'closed' ? SLOW_POLL_MS : POLL_MS);
  }

  /** Shows a result that the service has stored, until the next read. */
  showResult(round: number, court: number, result: Api.NightResult): void {
    const { night } = this.#reading;
    // An answer that is under way may be older.
    void this.read();
    if (night?.round?.round !== round) return;
    const courts = night.round.courts.map((one) => (one.court === court ? { ...one, result } : one));
    this.#update({ ...this.#reading, night: { ...night, round: { ...night.round, courts } } });
  }

  #update(reading: Reading): void {
    this.#reading = reading;
    for (const listener of this.#listeners) listener();
  }
}
