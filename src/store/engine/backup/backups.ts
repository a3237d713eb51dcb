import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { POSTGRES_MAJOR } from '../data-directory.ts';
import type { Backups, LastBackup, Queryable } from '../database.ts';
import { readSchemaVersion } from '../migrate.ts';
import { type BackupNote, backupArchive } from './archive.ts';
import { beginLiveCopy, type CopySource } from './live-copy.ts';

/** In the data directory, beside the folder of the database. */
const LAST_FILE = 'last-backup.json';

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
        onComplete: (note) => this.#noteLast(note),
      });
    } catch (error) {
      over();
      throw error;
    }
  }

  last(): LastBackup | null {
    try {
      return JSON.parse(fs.readFileSync(this.#lastFile, 'utf8')) as LastBackup;
    } catch {
      return null;
    }
  }

  get #lastFile(): string {
    return path.join(path.dirname(this.#source.directory), LAST_FILE);
  }

  /** The backup is complete even if there is no room for this note. */
  #noteLast({ moment, bytes }: BackupNote): void {
    const last: LastBackup = { moment, completed_at: new Date().toISOString(), bytes };
    const draft = `${this.#lastFile}.new`;
    try {
      fs.writeFileSync(draft, JSON.stringify(last), { mode: 0o600 });
      fs.renameSync(draft, this.#lastFile);
    } catch {
      fs.rmSync(draft, { force: true });
    }
  }
}
