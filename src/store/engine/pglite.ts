import { EmbeddedBackups } from './backup/backups.ts';
import type { Backups } from './database.ts';
import { PgliteSource } from './pglite-source.ts';
import { WireDatabase } from './wire-database.ts';

export interface PgliteOptions {
  /** The directory of the database's files, made when absent; null keeps the database in memory, for tests. */
  readonly directory: string | null;
  /** The initial content of a database in memory, as {@link PgliteDatabase.dump} returns it. */
  readonly snapshot?: Uint8Array;
  /** Called when the database's files are no longer in use, after a close. */
  readonly onClosed?: () => void;
  /** How often maintenance looks for work; only tests change it. */
  readonly maintenanceIntervalMs?: number;
  /** Called with a sentence when maintenance fails, and when the database stops by itself or runs again. */
  readonly onWarning?: (message: string) => void;
}

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

  /** Returns the whole database as a tarball, for {@link PgliteOptions.snapshot}. Nothing may be running. */
  dump(): Promise<Uint8Array> {
    return this.#source.dump();
  }
}

/**
 * Opens the embedded database. The caller must hold the lock of its data directory (`data-directory.ts`) until `onClosed`: two
 * threads on one directory silently lose acknowledged data.
 * @throws {Error} with the database's own words when the files cannot be made or read.
 */
export async function openPglite(options: PgliteOptions): Promise<PgliteDatabase> {
  return new PgliteDatabase(await PgliteSource.open(options));
}
