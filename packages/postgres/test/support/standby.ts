import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';

/**
 * Copies the data of a running server on this machine for a streaming standby. The package with the test server doesn't contain
 * `pg_basebackup`. No database may be dropped during the copy.
 * @param url a superuser URL
 * @param owner the owner of the copy
 */
export async function copyRunningCluster(
  url: string,
  copy: string,
  owner: { readonly uid?: number; readonly gid?: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ data: string }>(`select current_setting('data_directory') as data`);
    await client.query(`select pg_backup_start('standby', true)`);
    execFileSync('cp', ['-a', rows[0]?.data ?? '', copy], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
    const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    for (const file of ['postmaster.pid', 'postmaster.opts']) fs.rmSync(path.join(copy, file), { force: true });
    write(path.join(copy, 'backup_label'), stopped.rows[0]?.labelfile ?? '');
    write(path.join(copy, 'standby.signal'), '');
  } finally {
    await client.end();
  }

  function write(file: string, text: string): void {
    fs.writeFileSync(file, text, { mode: 0o600 });
    if (owner.uid !== undefined && owner.gid !== undefined) fs.chownSync(file, owner.uid, owner.gid);
  }
}
