/** The storage of this browser, for all its tabs. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Change, type Entry, newId } from './entries.ts';
import type { Message, Storage } from './outbox.ts';

/** What was last read of a night. */
interface Kept {
  readonly value: unknown;
  /** By the clock of this device, to show its age. */
  readonly readAt: number;
}

interface Lease {
  readonly tab: string;
  readonly until: number;
}

interface Schema extends DBSchema {
  entries: { key: string; value: Entry; indexes: { slot: [string, string, number, number] } };
  kept: { key: string; value: Kept; indexes: { readAt: number } };
  leases: { key: string; value: Lease };
}

const NAME = 'bandeja.results';
const LEASE_MS = 20_000;
const OPEN_MS = 3_000;
const KEPT_MS = 30 * 24 * 3_600_000;

/** Null if the browser keeps nothing, or does not answer, as some do after a crash. */
async function openDatabase(): Promise<IDBPDatabase<Schema> | null> {
  try {
    const opening = openDB<Schema>(NAME, 1, {
      upgrade(database) {
        const entries = database.createObjectStore('entries', { keyPath: 'id' });
        entries.createIndex('slot', ['owner', 'night', 'round', 'court.court'], { unique: true });
        database.createObjectStore('kept').createIndex('readAt', 'readAt');
        database.createObjectStore('leases');
      },
    });
    return await Promise.race([opening, new Promise<null>((resolve) => setTimeout(() => resolve(null), OPEN_MS))]);
  } catch {
    return null;
  }
}

export class Device implements Storage {
  readonly #tab = newId();
  readonly #channel = new BroadcastChannel(NAME);
  #opening = openDatabase();
  #entries: readonly Entry[] = [];
  isKept = true;

  constructor() {
    void this.#use(async (database) => {
      const old = IDBKeyRange.upperBound(Date.now() - KEPT_MS);
      for (const key of await database.getAllKeysFromIndex('kept', 'readAt', old)) await database.delete('kept', key);
    });
  }

  async update(change: Change): Promise<readonly Entry[]> {
    const stored = await this.#use(async (database) => {
      const transaction = database.transaction('entries', 'readwrite');
      const { store } = transaction;
      const before = await store.getAll();
      const after = change(before);
      const gone = before.filter(({ id }) => !after.some((one) => one.id === id));
      const changed = after.filter((one) => !before.includes(one));
      const writes = [...gone.map(({ id }) => store.delete(id)), ...changed.map((one) => store.put(one))];
      await Promise.all([...writes, transaction.done]);
      if (writes.length > 0) this.post({ kind: 'changed' });
      return after;
    });
    this.#entries = stored ?? change(this.#entries);
    return this.#entries;
  }

  post(message: Message): void {
    this.#channel.postMessage(message);
  }

  onMessage(listener: (message: Message) => void): void {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => listener(data));
  }

  /** Without HTTPS browsers have no locks; a lease that is renewed then takes their place. */
  async alone(owner: string, run: () => Promise<void>): Promise<boolean> {
    if ('locks' in navigator) {
      await navigator.locks.request(`${NAME}.${owner}`, run);
      return true;
    }
    if (!(await this.renewLease(owner))) return false;
    await run().finally(() => this.#use((database) => database.delete('leases', owner)));
    return true;
  }

  /** @returns whether this tab has the lease, or needs none */
  async renewLease(owner: string): Promise<boolean> {
    if ('locks' in navigator) return true;
    const isMine = await this.#use(async (database) => {
      const transaction = database.transaction('leases', 'readwrite');
      const lease = await transaction.store.get(owner);
      const now = Date.now();
      // A lease further ahead than it can be is from before the clock was set.
      const isValid = lease !== undefined && lease.until > now && lease.until <= now + LEASE_MS;
      const isFree = !isValid || lease.tab === this.#tab;
      if (isFree) await transaction.store.put({ tab: this.#tab, until: now + LEASE_MS }, owner);
      await transaction.done;
      return isFree;
    });
    return isMine ?? true;
  }

  /** Undefined if nothing is kept. */
  read(key: string): Promise<Kept | undefined> {
    return this.#use((database) => database.get('kept', key));
  }

  async keep(key: string, value: unknown): Promise<void> {
    await this.#use((database) => database.put('kept', { value, readAt: Date.now() }, key));
  }

  async forget(isForgotten: (key: string) => boolean): Promise<void> {
    await this.#use(async (database) => {
      for (const key of await database.getAllKeys('kept')) if (isForgotten(key)) await database.delete('kept', key);
    });
  }

  /** Opens the database once more if it fails: phones close it in the background. @returns undefined without one */
  async #use<T>(use: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
    for (const isLast of [false, true]) {
      const database = await this.#opening;
      if (database === null) break;
      try {
        return await use(database);
      } catch {
        this.#opening = isLast ? Promise.resolve(null) : openDatabase();
      }
    }
    this.isKept = false;
    return undefined;
  }
}
