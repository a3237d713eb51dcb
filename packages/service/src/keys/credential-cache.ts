import type { CredentialRow } from './store.ts';

/**
 * Revocations, rotations, plan changes and suspensions must take effect on every node within 5 s. Age counts from before the look-up.
 * The remaining second is for a request that was authenticated at the last moment.
 */
export const CREDENTIAL_AGE_MAX_MS = 4_000;
/** About 5 MB, at 500 bytes each. Above it, the oldest entry is dropped. */
const ENTRIES_MAX = 10_000;

interface Entry {
  readonly credential: Promise<CredentialRow | undefined>;
  readonly beganAtMs: number;
}

/**
 * Caches credentials by public id for a few seconds. Concurrent look-ups of the same id share one query. Public ids
 * that do not exist are not cached: a client could invent any number of them and evict the real ones.
 */
export class CredentialCache {
  readonly #read: (publicId: string) => Promise<CredentialRow | undefined>;
  readonly #elapsedMs: () => number;
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>();

  /** @param elapsedMs a monotonic clock, in ms. */
  constructor(read: (publicId: string) => Promise<CredentialRow | undefined>, elapsedMs: () => number) {
    this.#read = read;
    this.#elapsedMs = elapsedMs;
  }

  /** The credential, at most {@link CREDENTIAL_AGE_MAX_MS} old; undefined if there is none. */
  get(publicId: string): Promise<CredentialRow | undefined> {
    const entry = this.#entries.get(publicId);
    const isYoung = entry !== undefined && this.#elapsedMs() - entry.beganAtMs < CREDENTIAL_AGE_MAX_MS;
    return isYoung ? entry.credential : this.#lookUp(publicId);
  }

  /** Drops everything. Look-ups in progress are not cached either: they may have read the state before a change. */
  forget(): void {
    this.#entries.clear();
  }

  #lookUp(publicId: string): Promise<CredentialRow | undefined> {
    const beganAtMs = this.#elapsedMs();
    const credential = this.#read(publicId);
    const entry: Entry = { credential, beganAtMs };
    // Deleted first, so that the new entry comes last in the map.
    this.#entries.delete(publicId);
    this.#entries.set(publicId, entry);
    const drop = (): void => {
      if (this.#entries.get(publicId) === entry) this.#entries.delete(publicId);
    };
    credential.then((found) => (found === undefined ? drop() : this.#dropOldest()), drop);
    return credential;
  }

  #dropOldest(): void {
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > ENTRIES_MAX && !oldest.done) this.#entries.delete(oldest.value);
  }
}
