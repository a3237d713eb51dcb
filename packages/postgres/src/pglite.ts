import { EmbeddedBackups } from './backup/backups.ts';
import type { Backups } from './database.ts';
import { type PgliteOptions, PgliteSource } from './pglite-source.ts';
import { WireDatabase } from './wire-database.ts';

/** A {@link WireDatabase} whose server is a worker thread of this process. */
export class PgliteDatabase extends WireDatabase {
  override readonly backups: Backups | null;
  readonly #source: PgliteSource;

  constructor(source: PgliteSource) {
    super('pglite', source);
    this.#source = source;
    const { copySource } = source;
    this.backups = copySource && new EmbeddedBackups(this, copySource);
  }

  override freeBytes(): number | null {
    return this.#source.freeBytes();
  }

  /** Returns the whole database as a tarball, for {@link PgliteOptions.snapshot}. No statement may be running. */
  dump(): Promise<Uint8Array> {
    return this.#source.dump();
  }
}

/**
 * Opens the embedded database.
 *
 * Danger: two threads on one directory silently lose acknowledged data. The caller must hold the lock of the data directory
 * (`data-directory.ts`) until `onClosed`.
 * @throws {Error} with the database's message if the files cannot be created or read.
 */
export async function openPglite(options: PgliteOptions): Promise<PgliteDatabase> {
  return new PgliteDatabase(await PgliteSource.open(options));
}
