import type { KeyUse } from '../../store/keys.ts';

/** The least time between two writes. */
const WRITE_INTERVAL_MS = 60_000;
/** How long the first use after a quiet minute waits, so that others can join its write. */
const WRITE_DELAY_MS = 1_000;

export interface UsageLogOptions {
  readonly write: (uses: readonly KeyUse[]) => Promise<void>;
  /** Called when a write failed; its uses are written with the next ones. */
  readonly onFault: (error: unknown) => void;
  /** A monotonic clock, in ms. */
  readonly elapsedMs: () => number;
}

/** Collects when keys were last used and writes it about once a minute. No request waits for a write. */
export class UsageLog {
  readonly #options: UsageLogOptions;
  #lastUses = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #writtenAtMs = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: UsageLogOptions) {
    this.#options = options;
  }

  /** @param at ms since 1970. */
  note(keyId: string, at: number): void {
    this.#lastUses.set(keyId, at);
    this.#schedule();
  }

  /** Writes the uses that are not written yet. Never throws. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    await this.#write();
  }

  #schedule(): void {
    if (this.#timer !== undefined) return;
    const waitMs = this.#writtenAtMs + WRITE_INTERVAL_MS - this.#options.elapsedMs();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#writing = this.#write();
      },
      Math.max(waitMs, WRITE_DELAY_MS),
    );
    this.#timer.unref();
  }

  async #write(): Promise<void> {
    if (this.#lastUses.size === 0) return;
    const uses = this.#lastUses;
    this.#lastUses = new Map();
    this.#writtenAtMs = this.#options.elapsedMs();
    try {
      await this.#options.write([...uses].map(([keyId, at]) => ({ keyId, at })));
    } catch (error) {
      this.#lastUses = new Map([...uses, ...this.#lastUses]);
      this.#options.onFault(error);
    }
  }
}
