import { checkBackupTarget, writeBackup } from '../backup-file.ts';
import { command } from '../command.ts';
import { option, utcOption } from '../options.ts';
import { type Layout, megabytes, second } from '../print.ts';
import { wait } from '../task.ts';

interface BackupOptions {
  readonly replace?: boolean;
  readonly quiet?: boolean;
}

interface WrittenBackup {
  readonly file: string;
  readonly size_bytes: number;
  readonly bytes: number;
  readonly moment: string;
}

const layout: Layout<WrittenBackup> = [
  ['file', 'file'],
  ['size', ({ size_bytes }) => megabytes(size_bytes)],
  ['of files', ({ bytes }) => megabytes(bytes)],
  ['moment', ({ moment }) => second(moment)],
];

/** `bandeja backup` */
export const backup = command<BackupOptions>({
  use: 'backup <file>',
  routes: ['POST /admin/v1/backups'],
  summary: 'back up the embedded database while the service works',
  description:
    'Back up the embedded database into a file (.tar.gz) while the service works. Whatever was acknowledged before the moment ' +
    'that it prints is in it. The file appears once it is complete. Needs BANDEJA_OPERATOR_TOKEN.',
  args: { file: 'the file to write, on this machine' },
  options: [option('--replace', 'replace the file if it is there'), option('--quiet', 'no progress'), utcOption],
  notes:
    'On PostgreSQL use pg_dump or pg_basebackup. Try a backup with “npm run restore -- <file> --check” in a\ncheckout of the service.\n',
  examples: ['backup bandeja.tar.gz', 'backup /var/backups/bandeja.tar.gz --replace --quiet'],
  exitCodes:
    '0 the file is complete, 1 this database cannot be backed up so, or another backup is under\nway, 2 wrong use, 3 the service cannot be reached or does not allow it, or the backup broke\noff; 130 interrupted. Unless it is 0, there is no new file.',
  json: 'print what was written as JSON',
  run: async (call, file) => {
    const startedAt = performance.now();
    const client = call.operator;
    await checkBackupTarget(file, call.options.replace === true);
    const { note, size_bytes } = await wait(
      call,
      { client, noun: 'MB' },
      'Interrupted: there is no new file.',
      async ({ display, signal }) => {
        const ask = () => client.service.backup({ signal });
        const onProgress = (bytes: number): void =>
          display.show({ done: Math.floor(bytes / 1e6), total: null, elapsedMs: performance.now() - startedAt });
        return writeBackup(ask, { file, onProgress });
      },
    );
    call.show({ file, size_bytes, ...note }, layout);
  },
});
