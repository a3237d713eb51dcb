import type { Readable } from 'node:stream';
import { Problem } from '@bandeja/contract/errors/problem';
import packageJson from '../../package.json' with { type: 'json' };
import type { Context } from '../context.ts';
import { recordAction } from '../operators/record-action.ts';

/** Advice by database engine. */
const ELSEWHERE = {
  postgres: 'The service runs on PostgreSQL. Run `pg_dump --format=custom`, or use `pg_basebackup` with WAL archiving.',
  pglite: 'The database is in memory and has no files.',
} as const;

/**
 * Starts a backup of the running embedded database.
 * @returns the archive; if the stream fails, discard it
 * @throws {Problem} `backup_elsewhere` on PostgreSQL; `backup_under_way` if another backup is running
 */
export async function makeBackup(context: Context): Promise<Readable> {
  const { database } = context;
  if (database.backups === null) throw new Problem('backup_elsewhere', ELSEWHERE[database.engine]);
  const bytes = await database.backups.begin(packageJson.version);
  if (bytes === null) throw new Problem('backup_under_way');
  try {
    await database.transaction((transaction) => recordAction(context, transaction, 'backups.create', null));
  } catch (error) {
    bytes.destroy();
    throw error;
  }
  return bytes;
}
