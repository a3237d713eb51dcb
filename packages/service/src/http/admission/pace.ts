import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@bandeja/contract/errors/problem';

/** How many may pass at once after a quiet time: a page of the documentation has ten files. */
const BURST = 50;
/** Requests that would wait longer are refused. */
const WAIT_MS_MAX = 5_000;
/** Delay of a refusal: a client that ignores `Retry-After` can ask once a second per connection. */
const REFUSAL_PAUSE_MS = 1_000;

/**
 * Throttles requests without a valid key: public routes, unknown paths, wrong keys. Each is cheap, but the event loop handles all
 * ready requests in turn. Without a throttle, 400 busy connections would make a partner's request wait for 400 others, several times.
 */
export class Pace {
  readonly #intervalMs: number;
  readonly #elapsedMs: () => number;
  readonly #wait: (ms: number) => Promise<unknown>;
  #nextAt = -Infinity;

  constructor(perSecond: number, { elapsedMs = () => performance.now(), wait = sleep }: PaceClock = {}) {
    this.#intervalMs = 1_000 / perSecond;
    this.#elapsedMs = elapsedMs;
    this.#wait = wait;
  }

  /**
   * Resolves when a request may pass.
   * @throws {Problem} `overloaded` if too many wait
   */
  async pass(): Promise<void> {
    const now = this.#elapsedMs();
    const at = Math.max(now - (BURST - 1) * this.#intervalMs, this.#nextAt);
    if (at - now > WAIT_MS_MAX) {
      await this.#wait(REFUSAL_PAUSE_MS);
      throw new Problem('overloaded');
    }
    this.#nextAt = at + this.#intervalMs;
    if (at > now) await this.#wait(at - now);
  }
}

/** Only tests change it. */
export interface PaceClock {
  readonly elapsedMs?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}
