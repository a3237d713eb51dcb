import { formatInstant } from '@bandeja/contract/instant';
import type { Context, PartnerActor } from '../context.ts';
import { addUsage, sumOf, type UsageCounts, type UsedKey } from './store.ts';

/**
 * Counts what keys and people do, by day, and when they were last used. A job writes the counts every few seconds, so that no request
 * waits for a write. A crash loses the counts that are not written yet. If the connection breaks during a write, they may be
 * added twice.
 */
export class UsageCounter {
  readonly #context: Context;
  #rows = new Map<string, UsedKey>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Adds to the counts of a key, or of all people of the partner, for today. */
  add(actor: PartnerActor, counts: UsageCounts): void {
    const at = this.#context.now();
    const day = formatInstant(at).slice(0, 10);
    const keyId = actor.kind === 'key' ? actor.keyId : null;
    this.#merge({ day, partner_id: actor.partnerId, key_id: keyId, last_used_at: at, ...counts });
  }

  /** Writes the counts since the last flush. If the write fails, the next flush repeats it. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write());
    return this.#flushing;
  }

  #merge(row: UsedKey): void {
    const index = `${row.day} ${row.partner_id} ${row.key_id}`;
    const known = this.#rows.get(index);
    if (known === undefined) this.#rows.set(index, row);
    else {
      const lastUsedAt = Math.max(known.last_used_at, row.last_used_at);
      this.#rows.set(index, { ...row, ...sumOf(known, row), last_used_at: lastUsedAt });
    }
  }

  async #write(): Promise<void> {
    if (this.#rows.size === 0) return;
    const rows = this.#rows;
    this.#rows = new Map();
    try {
      await addUsage(this.#context.database, [...rows.values()]);
    } catch (error) {
      for (const row of rows.values()) this.#merge(row);
      throw error;
    }
  }
}
