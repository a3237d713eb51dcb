import { checkBackupTarget, writeBackup } from '../backup-file.ts';
import { command } from '../command.ts';
import { option, quietOption, utcOption } from '../options.ts';
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
  ['unpacked', ({ bytes }) => megabytes(bytes)],
  ['as of', ({ moment }) => second(moment)],
];

/** `bandeja backup` */
export const backup = command<BackupOptions>({
  use: 'backup <file>',
  routes: ['POST /admin/v1/backups'],
  description:
    'Back up the embedded database while the service runs. Writes a .tar.gz file with everything that was acknowledged before ' +
    'the printed time. The file appears once it is complete.',
  args: { file: 'The file to write on this machine' },
  options: [option('--replace', 'Replace an existing file'), quietOption, utcOption],
  notes:
    'On PostgreSQL, use pg_dump or pg_basebackup. Check a backup with “bandeja-service restore <file> --check” on\na machine with the service.\n',
  examples: ['backup bandeja.tar.gz', 'backup /var/backups/bandeja.tar.gz --replace --quiet'],
  exitCodes:
    '0: the file is complete; 1: the database is not embedded, or another backup is running;\n2: wrong usage; 3: the service cannot be reached or does not allow it, or the backup failed; 130: interrupted.\nIf the code is not 0, no file was written.',
  json: 'Print the result as JSON',
  run: async (call, file) => {
    const startedAt = performance.now();
    const client = call.operator;
    await checkBackupTarget(file, call.options.replace === true);
    const { note, size_bytes } = await wait(
      call,
      { client, noun: 'MB' },
      'Interrupted. No file was written.',
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
