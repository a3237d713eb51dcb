/** Keeps two parts of a night on this device: entries that the service has not stored, and the last state that was read. */
import type { Api } from '@bandeja/client';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Problem } from '../problem.ts';
import type { Court, ResultEntry } from '../results.ts';

export interface Entry {
  /** Another one for each change, so that the answer to an older entry does not remove a newer one. */
  readonly id: string;
  readonly round: number;
  /** The court as the person saw it. */
  readonly court: Court;
  /** The names of its players, by number. */
  readonly names: Readonly<Record<number, string>>;
  readonly entry: ResultEntry;
  /** The revision of the result that the person saw; null if there was none. */
  readonly seen: number | null;
  /** Why the service refused it; null if it was not answered yet. */
  readonly problem: Problem | null;
}

interface KeptNight {
  readonly night: Api.Night;
  /** By the clock of this device, to show its age. */
  readonly readAt: number;
}

interface Lease {
  readonly owner: string;
  readonly until: number;
}

interface Schema extends DBSchema {
  entries: { key: [link: string, round: number, court: number]; value: Entry };
  nights: { key: string; value: KeptNight };
  leases: { key: string; value: Lease };
}

const LEASE_MS = 20_000;
const OPEN_MS = 3_000;

export const newId = (): string => Math.random().toString(36).slice(2);

/** Null if the browser keeps nothing, or does not answer, as some do after a crash. */
async function openDatabase(): Promise<IDBPDatabase<Schema> | null> {
  try {
    const opening = openDB<Schema>('bandeja.night', 1, {
      upgrade(database) {
        for (const name of ['entries', 'nights', 'leases'] as const) database.createObjectStore(name);
      },
    });
    return await Promise.race([opening, new Promise<null>((resolve) => setTimeout(() => resolve(null), OPEN_MS))]);
  } catch {
    return null;
  }
}

/** One entry a court: a later one replaces it. Everything is in memory, too, in case the browser keeps nothing. */
export class Outbox {
  readonly #link: string;
  readonly #owner = newId();
  readonly #listeners = new Set<() => void>();
  #database: IDBPDatabase<Schema> | null;
  #entries: readonly Entry[] = [];
  #night: KeptNight | null = null;
  #changes = 0;

  private constructor(link: string, database: IDBPDatabase<Schema> | null) {
    this.#link = link;
    this.#database = database;
  }

  /** @param token that of the link; only its end is kept, which differs between links */
  static async open(token: string): Promise<Outbox> {
    const outbox = new Outbox(token.slice(-8), await openDatabase());
    await outbox.load();
    return outbox;
  }

  /** By round and court. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get night(): KeptNight | null {
    return this.#night;
  }

  /** False if this browser keeps nothing, as some private windows. */
  get isKept(): boolean {
    return this.#database !== null;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads what other tabs have changed. */
  async load(): Promise<void> {
    await this.#try(async (database) => {
      const all = IDBKeyRange.bound([this.#link], [this.#link, []]);
      this.#night = (await database.get('nights', this.#link)) ?? null;
      let [before, entries] = [-1, this.#entries];
      // Until nothing was entered while it was reading.
      while (before !== this.#changes) {
        before = this.#changes;
        entries = await database.getAll('entries', all);
      }
      this.#show(entries);
    });
  }

  async put(entry: Entry): Promise<void> {
    const { round, court } = entry;
    this.#changes += 1;
    this.#show([...this.#entries.filter((other) => !isSameCourt(other, entry)), entry]);
    await this.#try((database) => database.put('entries', entry, [this.#link, round, court.court]));
  }

  /** Does nothing if another entry has replaced it. */
  async remove(entry: Entry): Promise<void> {
    if (!this.#entries.some(({ id }) => id === entry.id)) return;
    this.#changes += 1;
    this.#show(this.#entries.filter(({ id }) => id !== entry.id));
    await this.#try((database) => database.delete('entries', [this.#link, entry.round, entry.court.court]));
  }

  async keepNight(night: Api.Night): Promise<void> {
    const kept = { night, readAt: Date.now() };
    this.#night = kept;
    await this.#try((database) => database.put('nights', kept, this.#link));
  }

  /** The link has ended: a page that is loaded again must not show its night. */
  async forgetNight(): Promise<void> {
    this.#night = null;
    await this.#try((database) => database.delete('nights', this.#link));
  }

  /**
   * Sends from one tab at a time. Without HTTPS browsers have no locks; a lease that is renewed then takes their place.
   * @returns whether it ran
   */
  async alone(run: () => Promise<void>): Promise<boolean> {
    if ('locks' in navigator) {
      await navigator.locks.request(`bandeja.night.${this.#link}`, run);
      return true;
    }
    if (!(await this.renewLease())) return false;
    await run().finally(() => this.#try((database) => database.delete('leases', this.#link)));
    return true;
  }

  /** @returns whether this tab has the lease, or needs none */
  async renewLease(): Promise<boolean> {
    let isMine = true;
    if ('locks' in navigator) return isMine;
    await this.#try(async (database) => {
      const transaction = database.transaction('leases', 'readwrite');
      const lease = await transaction.store.get(this.#link);
      const now = Date.now();
      // A lease further ahead than it can be is from before the clock was set.
      const isValid = lease !== undefined && lease.until > now && lease.until <= now + LEASE_MS;
      isMine = !isValid || lease.owner === this.#owner;
      if (isMine) await transaction.store.put({ owner: this.#owner, until: now + LEASE_MS }, this.#link);
      await transaction.done;
    });
    return isMine;
  }

  #show(entries: readonly Entry[]): void {
    this.#entries = entries.toSorted((a, b) => a.round - b.round || a.court.court - b.court.court);
    for (const listener of this.#listeners) listener();
  }

  /** Opens the database once more if it fails: phones close it in the background. */
  async #try(use: (database: IDBPDatabase<Schema>) => Promise<unknown>): Promise<void> {
    for (const isLast of [false, true]) {
      if (this.#database === null) return;
      try {
        await use(this.#database);
        return;
      } catch {
        this.#database = isLast ? null : await openDatabase();
      }
    }
    this.#show(this.#entries);
  }
}

interface RoundCourt {
  readonly round: number;
  readonly court: Pick<Court, 'court'>;
}

export const isSameCourt = (a: RoundCourt, b: RoundCourt): boolean =>
  a.round === b.round && a.court.court === b.court.court;
