import type { CredentialRow } from '../../store/keys.ts';

/**
 * Revocations, rotations, plan changes and suspensions hold on every node within 5 s. An entry's age is counted from
 * before its look-up began, so a second is left for a request that was let in at the last moment.
 */
export const CREDENTIAL_AGE_MAX_MS = 4_000;
/** About 5 MB at 500 bytes each; beyond it the oldest are looked up again. */
const ENTRIES_MAX = 10_000;

interface Entry {
  readonly credential: CredentialRow;
  readonly readAtMs: number;
}

interface LookUp {
  readonly credential: Promise<CredentialRow | undefined>;
  readonly beganAtMs: number;
}

/**
 * Remembers credentials by public id for a few seconds.
 *
 * - Public ids that do not exist are not remembered: whoever makes them up can make up endless ones, and would only
 *   push the real ones out. Each costs one look-up in a unique index.
 * - Callers who miss at the same moment share one look-up, as long as what it finds cannot be too old for them.
 * - {@link forget} also disowns look-ups under way: they may have read what was before the change.
 */
export class CredentialCache {
  readonly #read: (publicId: string) => Promise<CredentialRow | undefined>;
  readonly #elapsedMs: () => number;
  readonly #entries = new Map<string, Entry>();
  #underWay = new Map<string, LookUp>();

  /** @param elapsedMs a clock that never steps back, in ms. */
  constructor(read: (publicId: string) => Promise<CredentialRow | undefined>, elapsedMs: () => number) {
    this.#read = read;
    this.#elapsedMs = elapsedMs;
  }

  /** What is remembered and young enough: nearly every request's, which then has nothing to wait for. */
  remembered(publicId: string): CredentialRow | undefined {
    const entry = this.#entries.get(publicId);
    return entry !== undefined && this.#isYoung(entry.readAtMs) ? entry.credential : undefined;
  }

  /** The credential, at most {@link CREDENTIAL_AGE_MAX_MS} old; undefined when there is none. */
  async get(publicId: string): Promise<CredentialRow | undefined> {
    const remembered = this.remembered(publicId);
    if (remembered !== undefined) return remembered;
    const lookUp = this.#underWay.get(publicId);
    return lookUp !== undefined && this.#isYoung(lookUp.beganAtMs) ? lookUp.credential : this.#lookUp(publicId);
  }

  /** Forgets everything: the next call of each key looks it up. */
  forget(): void {
    this.#entries.clear();
    this.#underWay = new Map();
  }

  #isYoung(sinceMs: number): boolean {
    return this.#elapsedMs() - sinceMs < CREDENTIAL_AGE_MAX_MS;
  }

  #lookUp(publicId: string): Promise<CredentialRow | undefined> {
    const underWay = this.#underWay;
    const beganAtMs = this.#elapsedMs();
    // A look-up that took too long is replaced by a later one, which is then the only one that may be remembered.
    const isLatest = (): boolean => this.#underWay === underWay && underWay.get(publicId) === lookUp;
    const credential = this.#read(publicId)
      .then((found) => {
        if (isLatest()) this.#remember(publicId, found, beganAtMs);
        return found;
      })
      .finally(() => {
        if (underWay.get(publicId) === lookUp) underWay.delete(publicId);
      });
    const lookUp: LookUp = { credential, beganAtMs };
    underWay.set(publicId, lookUp);
    return credential;
  }

  #remember(publicId: string, credential: CredentialRow | undefined, readAtMs: number): void {
    // Deleted first, so that the map's order is the order of age.
    this.#entries.delete(publicId);
    if (credential === undefined) return;
    this.#entries.set(publicId, { credential, readAtMs });
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > ENTRIES_MAX && !oldest.done) this.#entries.delete(oldest.value);
  }
}
