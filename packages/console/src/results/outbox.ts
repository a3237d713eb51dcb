/** The entries of this device, as its tabs show them. */
import type { Api } from '@bandeja/client';
import { type Change, drop, type Entry, type Stored } from './entries.ts';

/** From one tab of a browser to the others. */
export type Message = { readonly kind: 'changed' } | ({ readonly kind: 'stored' } & Stored);

/** What a browser keeps for all its tabs. */
export interface Storage {
  /** False if the browser keeps nothing, as some private windows: entries are then in memory only. */
  readonly isKept: boolean;
  /** Changes the entries in one transaction. @returns the entries after it */
  update(change: Change): Promise<readonly Entry[]>;
  /** To the other tabs. */
  post(message: Message): void;
  onMessage(listener: (message: Message) => void): void;
  /** Runs in one tab at a time. @returns whether it ran */
  alone(owner: string, run: () => Promise<void>): Promise<boolean>;
  /** Keeps the other tabs from running a little longer. */
  renewLease(owner: string): Promise<unknown>;
}

export class Outbox {
  readonly storage: Storage;
  readonly #listeners = new Set<() => void>();
  readonly #storedListeners = new Set<(stored: Stored) => void>();
  #kept: readonly Entry[] = [];
  /** Changes that the storage has not confirmed. */
  #pending: readonly Change[] = [];
  #entries: readonly Entry[] = [];

  constructor(storage: Storage) {
    this.storage = storage;
    storage.onMessage((message) => {
      if (message.kind === 'stored') this.#notifyStored(message);
      else void this.load();
    });
    void this.load();
  }

  /** Those of all owners and nights, by round and court. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Whether the entry outlives this page. It is shown before it does. */
  readonly isKept = ({ id }: Entry): boolean => this.#kept.some((one) => one.id === id);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls the listener for each result that a tab of this device stored. */
  onStored(listener: (stored: Stored) => void): void {
    this.#storedListeners.add(listener);
  }

  /** Reads what other tabs have changed. */
  load(): Promise<void> {
    return this.update((entries) => entries);
  }

  /** Shows the change at once. Resolves when it is kept. */
  async update(change: Change): Promise<void> {
    this.#pending = [...this.#pending, change];
    this.#show();
    this.#kept = await this.storage.update(change);
    this.#pending = this.#pending.filter((one) => one !== change);
    this.#show();
  }

  /** Removes an entry that was stored. Every tab shows the result before the entry disappears, so that no number flickers. */
  async settle(entry: Entry, result: Api.NightResult | null): Promise<void> {
    const { owner, night, round, court } = entry;
    const stored = { owner, night, round, court, result };
    this.#notifyStored(stored);
    this.storage.post({ kind: 'stored', ...stored });
    await this.update(drop(entry));
  }

  #notifyStored(stored: Stored): void {
    for (const listener of this.#storedListeners) listener(stored);
  }

  #show(): void {
    const entries = this.#pending.reduce((shown, change) => change(shown), this.#kept);
    this.#entries = entries.toSorted((a, b) => a.round - b.round || a.court.court - b.court.court);
    for (const listener of this.#listeners) listener();
  }
}
