/**
 * Revocations, rotations, plan changes and suspensions must take effect on every node within 5 s. Age counts from before the look-up.
 * The remaining second is for a request that was authenticated at the last moment.
 */
export const CREDENTIAL_AGE_MAX_MS = 4_000;
/** About 5 MB, at 500 bytes each. Above it, the oldest entry is dropped. */
const ENTRIES_MAX = 10_000;

interface Entry<Row> {
  readonly credential: Promise<Row | undefined>;
  readonly beganAtMs: number;
}

/**
 * Caches credentials by id for a few seconds. Concurrent look-ups of the same id share one query. Ids that do not exist are not
 * cached: a client could invent any number of them and evict the real ones.
 */
export class CredentialCache<Row> {
  readonly #read: (id: string) => Promise<Row | undefined>;
  readonly #elapsedMs: () => number;
  /** Oldest first. */
  readonly #entries = new Map<string, Entry<Row>>();

  /** @param elapsedMs a monotonic clock, in ms. */
  constructor(read: (id: string) => Promise<Row | undefined>, elapsedMs: () => number) {
    this.#read = read;
    this.#elapsedMs = elapsedMs;
  }

  /** The credential, at most {@link CREDENTIAL_AGE_MAX_MS} old; undefined if there is none. */
  get(id: string): Promise<Row | undefined> {
    const entry = this.#entries.get(id);
    const isYoung = entry !== undefined && this.#elapsedMs() - entry.beganAtMs < CREDENTIAL_AGE_MAX_MS;
    return isYoung ? entry.credential : this.#lookUp(id);
  }

  /** Drops everything. Look-ups in progress are not cached either: they may have read the state before a change. */
  forget(): void {
    this.#entries.clear();
  }

  #lookUp(id: string): Promise<Row | undefined> {
    const beganAtMs = this.#elapsedMs();
    const credential = this.#read(id);
    const entry: Entry<Row> = { credential, beganAtMs };
    // Deleted first, so that the new entry comes last in the map.
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    const drop = (): void => {
      if (this.#entries.get(id) === entry) this.#entries.delete(id);
    };
    credential.then((found) => (found === undefined ? drop() : this.#dropOldest()), drop);
    return credential;
  }

  #dropOldest(): void {
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > ENTRIES_MAX && !oldest.done) this.#entries.delete(oldest.value);
  }
}
