import type { Readable } from 'node:stream';
import { Problem } from '@bandeja/contract/errors/problem';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Context } from '../../context.ts';

/** What to do instead. */
const ELSEWHERE = {
  postgres:
    'The service runs on PostgreSQL. Run `pg_dump --format=custom`, or keep base backups of `pg_basebackup` with an archive of the log.',
  pglite: 'The database is in memory only and has no files.',
} as const;

/**
 * Begins a backup of the embedded database while it works. Whatever was acknowledged before the moment that the backup names is in it.
 * @returns the bytes of its file; if they end with an error, it is no backup.
 * @throws {Problem} `backup_elsewhere` on a server; `backup_under_way` if another one is being made.
 */
export async function makeBackup({ database }: Context): Promise<Readable> {
  if (database.backups === null) throw new Problem('backup_elsewhere', ELSEWHERE[database.engine]);
  const bytes = await database.backups.begin(packageJson.version);
  if (bytes === null) throw new Problem('backup_under_way');
  return bytes;
}
