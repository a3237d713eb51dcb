import type { CredentialRow } from './store.ts';

/**
 * Revocations, rotations, plan changes and suspensions hold on every node within 5 s. An entry's age counts from
 * before its look-up began. The remaining second is for a request that was authenticated at the last moment.
 */
export const CREDENTIAL_AGE_MAX_MS = 4_000;
/** About 5 MB at 500 bytes each. Beyond it the oldest entries are dropped. */
const ENTRIES_MAX = 10_000;

interface Entry {
  readonly credential: Promise<CredentialRow | undefined>;
  readonly beganAtMs: number;
}

/**
 * Caches credentials by public id for a few seconds. Concurrent look-ups of the same id share one query. Public ids
 * that do not exist are not cached: a client can invent any number of them, which would evict the real ones.
 */
export class CredentialCache {
  readonly #read: (publicId: string) => Promise<CredentialRow | undefined>;
  readonly #elapsedMs: () => number;
  /** In order of age. */
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

  /** Drops everything, and what look-ups under way will find: they may have read the state before a change. */
  forget(): void {
    this.#entries.clear();
  }

  #lookUp(publicId: string): Promise<CredentialRow | undefined> {
    const beganAtMs = this.#elapsedMs();
    const credential = this.#read(publicId);
    const entry: Entry = { credential, beganAtMs };
    // Deleted first, so that the new entry is the map's last.
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
