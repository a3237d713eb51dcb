import type { Readable } from 'node:stream';
import { POSTGRES_MAJOR } from '../data-directory.ts';
import type { Backups, Queryable } from '../database.ts';
import { readSchemaVersion } from '../migrate.ts';
import { backupArchive } from './archive.ts';
import { beginLiveCopy, type CopySource } from './live-copy.ts';

/** The backups of an embedded database, one at a time. */
export class EmbeddedBackups implements Backups {
  readonly #database: Queryable;
  readonly #source: CopySource;
  #isUnderWay = false;

  constructor(database: Queryable, source: CopySource) {
    this.#database = database;
    this.#source = source;
  }

  async begin(service: string): Promise<Readable | null> {
    if (this.#isUnderWay) return null;
    this.#isUnderWay = true;
    const over = (): void => {
      this.#isUnderWay = false;
    };
    try {
      const startedAt = new Date().toISOString();
      const schema = await readSchemaVersion(this.#database);
      const copy = await beginLiveCopy(this.#source);
      return backupArchive({
        copy: { ...copy, end: () => copy.end().finally(over) },
        note: { started_at: startedAt, service, schema, postgres: POSTGRES_MAJOR },
      });
    } catch (error) {
      over();
      throw error;
    }
  }
}
