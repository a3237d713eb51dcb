import { addUsage, sumOf, type UsageCounts, type UsageRow } from '../../store/usage.ts';
import type { Context, KeyActor } from '../context.ts';
import { formatInstant } from '../instant.ts';

/** How long counts wait in the process, so that many requests share a write. A crash loses no more. */
const WRITE_DELAY_MS = 5_000;

export interface UsageCounterOptions {
  /** Called when counts could not be written; they are written with the next ones. */
  readonly onFault: (error: unknown) => void;
  /** Only tests change it. */
  readonly writeDelayMs?: number;
}

/**
 * Counts what keys do, by day. The counts are added to the stored ones every few seconds. No request waits for that.
 * If the connection breaks while they are written, they may be added twice.
 */
export class UsageCounter {
  readonly #context: Context;
  readonly #options: UsageCounterOptions;
  #rows = new Map<string, UsageRow>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(context: Context, options: UsageCounterOptions) {
    this.#context = context;
    this.#options = options;
  }

  note({ partnerId, keyId }: KeyActor, counts: UsageCounts): void {
    const day = formatInstant(this.#context.now()).slice(0, 10);
    this.#add({ day, partner_id: partnerId, key_id: keyId, ...counts });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, this.#options.writeDelayMs ?? WRITE_DELAY_MS).unref();
  }

  /** Writes what is not written yet: before the service stops, and before the usage is listed. Never throws. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const writing = this.#writing.then(() => this.#write());
    this.#writing = writing;
    await writing;
  }

  #add(row: UsageRow): void {
    const place = `${row.day} ${row.key_id}`;
    const known = this.#rows.get(place);
    this.#rows.set(place, known === undefined ? row : { ...row, ...sumOf(known, row) });
  }

  async #write(): Promise<void> {
    if (this.#rows.size === 0) return;
    const rows = this.#rows;
    this.#rows = new Map();
    try {
      await addUsage(this.#context.database, [...rows.values()]);
    } catch (error) {
      for (const row of rows.values()) this.#add(row);
      this.#options.onFault(error);
    }
  }
}
