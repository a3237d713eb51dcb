/** Reads a night every few seconds while a page shows it, by a link or by its reference. */
import type { Api } from '@bandeja/client';
import type { Court } from './entries.ts';

const POLL_MS = 5_000;
/** How often a closed night is read again. */
const SLOW_POLL_MS = 15_000;

export interface Reading<Night> {
  /** The last state that was read, even by an earlier page; null before the first answer. */
  readonly night: Night | null;
  readonly readAt: number;
  /** Why the last attempt failed. */
  readonly error: unknown;
}

export interface ShownNight {
  readonly state: Api.Night['state'];
  readonly round: { readonly round: number; readonly courts: readonly Court[] } | null;
}

interface ReaderOptions<Night> {
  readonly read: (signal: AbortSignal) => Promise<Night>;
  /** What an earlier page read. */
  readonly kept: () => Promise<{ readonly value: unknown; readonly readAt: number } | undefined>;
  readonly keep: (night: Night) => void;
  /** The service answered: what waits can be sent. */
  readonly onAnswer: () => void;
  /** @returns whether the access has ended: polling stops */
  readonly endedBy: (error: unknown) => boolean;
}

export class Reader<Night extends ShownNight> {
  readonly #options: ReaderOptions<Night>;
  readonly #listeners = new Set<() => void>();
  /** Whether the service has shown the night to this page. */
  #hasRead = false;
  #hasEnded = false;
  #reading: Reading<Night> = { night: null, readAt: 0, error: null };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | null = null;
  /** Ends the reading of a page that is left. */
  #shown: AbortController | null = null;

  constructor(options: ReaderOptions<Night>) {
    this.#options = options;
  }

  get reading(): Reading<Night> {
    return this.#reading;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#shown === null) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#shown?.abort();
      this.#shown = null;
    };
  };

  #start(): void {
    this.#shown = new AbortController();
    const { signal } = this.#shown;
    signal.addEventListener('abort', () => this.#stop());
    for (const event of ['online', 'offline', 'focus']) addEventListener(event, () => void this.read(), { signal });
    document.addEventListener('visibilitychange', () => void this.read(), { signal });
    void this.read();
    if (this.#reading.night !== null) return;
    void this.#options.kept().then((kept) => {
      if (kept === undefined || this.#hasEnded || this.#reading.night !== null) return;
      this.#update({ ...this.#reading, night: kept.value as Night, readAt: kept.readAt });
    });
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
  }

  /** Reads at once, and then every few seconds while the page is visible. */
  async read(): Promise<void> {
    this.#stop();
    if (this.#shown === null || document.visibilityState === 'hidden') return;
    const running = new AbortController();
    this.#running = running;
    try {
      const night = await this.#options.read(running.signal);
      if (running.signal.aborted) return;
      this.#hasRead = true;
      this.#update({ night, readAt: Date.now(), error: null });
      this.#options.keep(night);
      this.#options.onAnswer();
    } catch (error) {
      if (running.signal.aborted) return;
      this.#hasEnded = this.#options.endedBy(error);
      const isHidden = this.#hasEnded && !this.#hasRead;
      this.#update({ ...this.#reading, ...(isHidden && { night: null }), error });
      if (this.#hasEnded) return;
    }
    this.#timer = setTimeout(() => void this.read(), this.#reading.night?.state === 'closed' ? SLOW_POLL_MS : POLL_MS);
  }

  /** Shows a result that the service has stored, until the next read. */
  showResult(round: number, court: number, result: Api.NightResult | null): void {
    const { night } = this.#reading;
    // An answer that is under way may be older.
    void this.read();
    if (night?.round?.round !== round) return;
    const courts = night.round.courts.map((one) => (one.court === court ? { ...one, result } : one));
    this.#update({ ...this.#reading, night: { ...night, round: { ...night.round, courts } } });
  }

  #update(reading: Reading<Night>): void {
    this.#reading = reading;
    for (const listener of this.#listeners) listener();
  }
}
