/** Backups of the embedded database: their content, and the files that a restore rejects. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { restoreBackup } from '../src/backup/restore.ts';
import { TAR_END, tarHeader, tarPadding } from '../src/backup/tar.ts';
import { POSTGRES_MAJOR } from '../src/data-directory.ts';
import { type Database, statement } from '../src/database.ts';
import { openPglite, type PgliteDatabase } from '../src/pglite.ts';
import { StartupError } from '../src/startup-error.ts';
import { fillDataDirectory } from './support/pglite.ts';

const countRows = statement('backup_test_count', 'select count(*)::int as rows from kept');
const insertRow = statement('backup_test_insert', 'insert into kept (id) values ($1::int)');
const selectLog = statement(
  'backup_test_log',
  'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
);

/** Past this size of the log, a checkpoint is due, which removes the log before it. */
const CHECKPOINT_DUE = 32 * 2 ** 20;

const logBytes = async (database: Database): Promise<number> =>
  (await database.query<{ bytes: number }>(selectLog))[0]?.bytes ?? 0;

const rowsOf = async (database: Database): Promise<number> =>
  (await database.query<{ rows: number }>(countRows))[0]?.rows ?? 0;

/** Writes a backup to a file, and calls `beforePiece` before each piece. */
function saveSlowly(bytes: Readable, file: string, beforePiece: () => Promise<void>): Promise<void> {
  const step = new Transform({
    transform(piece, _encoding, done) {
      beforePiece().then(() => done(null, piece), done);
    },
  });
  return pipeline(bytes, step, fs.createWriteStream(file));
}

/** The smallest backup that can be restored: its files and its manifest. */
const NOTE = { format: 1, service: '1.2.3', postgres: POSTGRES_MAJOR, files: 1 };
const PARTS = {
  'database/': '',
  'database/PG_VERSION': '18\n',
  SHA256SUMS: `${createHash('sha256').update('18\n').digest('hex')}  database/PG_VERSION\n`,
  'backup.json': JSON.stringify(NOTE),
};

const MIGRATIONS = new URL('./migrations', import.meta.url).pathname;

describe('A backup of the embedded database', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-backup-'));
  const dataDirectory = path.join(folder, 'data');
  const good = path.join(folder, 'good.tar.gz');
  const unpacked = path.join(folder, 'unpacked');
  const noteOf = () => JSON.parse(fs.readFileSync(path.join(unpacked, 'backup.json'), 'utf8'));
  let database: PgliteDatabase;
  let written = 0;
  const write = async (): Promise<void> => {
    await database.query(insertRow, [written]);
    written += 1;
  };

  before(async () => {
    await fillDataDirectory(dataDirectory, MIGRATIONS);
    database = await openPglite({ directory: path.join(dataDirectory, 'database'), maintenanceIntervalMs: 100 });
    await database.script(
      "create table kept (id int); insert into kept select g from generate_series(1, 1000) g; create table dropped as select 'x' from kept",
    );
    written = await rowsOf(database);
  });
  after(async () => {
    await database.close();
    fs.rmSync(folder, { recursive: true });
  });

  const restored = async (file: string): Promise<number> => {
    const directory = path.join(folder, 'restored');
    await restoreBackup(file, directory);
    const copy = await openPglite({ directory: path.join(directory, 'database') });
    const rows = await rowsOf(copy);
    await copy.close();
    fs.rmSync(directory, { recursive: true });
    return rows;
  };
  const refused = async (content: Buffer, message: RegExp): Promise<void> => {
    const [file, directory] = [path.join(folder, 'bad.tar.gz'), path.join(folder, 'none')];
    fs.writeFileSync(file, content);
    await assert.rejects(restoreBackup(file, directory), (error) => {
      assert.ok(error instanceof StartupError, String(error));
      assert.match(error.message, message);
      return true;
    });
    assert.ok(!fs.readdirSync(directory).some((name) => name.startsWith('database')));
  };

  it('Contains every row committed before its moment, even rows written while the backup was made.', async () => {
    const bytes = await database.backups?.begin('1.2.3');
    assert.ok(bytes);
    const writtenAt: number[] = [];
    let piece = 0;
    await saveSlowly(bytes, good, async () => {
      piece += 1;
      await write();
      writtenAt.push(Date.now());
      if (piece === 1) await database.script('drop table dropped');
      if (piece !== 2) return;
      // Enough log that a checkpoint would be due; it would remove log that the backup still needs.
      for (let segments = 0; segments < 3; segments += 1) {
        await write();
        writtenAt.push(Date.now());
        await database.script('select pg_switch_wal()');
      }
      await sleep(300);
      assert.ok((await logBytes(database)) > CHECKPOINT_DUE, 'a checkpoint was written during the backup');
    });
    fs.mkdirSync(unpacked);
    execFileSync('tar', ['-xzf', good, '-C', unpacked]);
    const momentMs = Date.parse(noteOf().moment);
    const due = written - writtenAt.filter((at) => at >= momentMs).length;
    const rows = await restored(good);
    assert.ok(piece > 5 && due > 1000);
    assert.ok(rows >= due && rows <= written, `${rows} rows, ${due} before the moment, ${written} in all`);
    while ((await logBytes(database)) > CHECKPOINT_DUE) await sleep(20);
  });

  it('Is an archive that tar can unpack and sha256sum can verify, with a manifest.', () => {
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: unpacked });
    const note = noteOf();
    assert.equal(note.service, '1.2.3');
    assert.ok(note.moment >= note.started_at);
    assert.equal(fs.statSync(path.join(unpacked, 'database')).mode & 0o777, 0o700);
  });

  it('Cannot be made while another one is made; aborting that one allows the next.', async () => {
    const first = await database.backups?.begin('1.2.3');
    assert.ok(first);
    assert.equal(await database.backups?.begin('1.2.3'), null);
    first.resume();
    first.destroy();
    let next: Readable | null | undefined = null;
    while (next === null) {
      await sleep(10);
      next = await database.backups?.begin('1.2.3');
    }
    assert.ok(next);
    next.destroy();
  });

  it('Is reported as missing if the file does not exist.', async () => {
    const file = path.join(folder, 'missing.tar.gz');
    await assert.rejects(restoreBackup(file, path.join(folder, 'none')), { message: `${file}: there is no such file` });
  });

  it('Is rejected if it ends early or has another format.', async () => {
    const whole = archiveOf(PARTS);
    await refused(whole.subarray(0, whole.length / 2), /cannot be restored: unexpected end of file/);
    await refused(Buffer.alloc(0), /cannot be restored/);
    await refused(Buffer.from('no archive'), /cannot be restored/);
  });

  it('Is rejected if a file is missing or was changed, or if another PostgreSQL made it.', async () => {
    const { 'backup.json': _, ...incomplete } = PARTS;
    for (const [changed, message] of [
      [{ ...PARTS, 'database/PG_VERSION': '17\n' }, /it is damaged: database\/PG_VERSION has the wrong checksum/],
      [{ ...PARTS, 'backup.json': JSON.stringify({ ...NOTE, files: 2 }) }, /it is damaged: files are missing/],
      [{ ...PARTS, SHA256SUMS: '' }, /it is damaged: files are missing/],
      [
        { ...PARTS, 'backup.json': JSON.stringify({ ...NOTE, postgres: '17' }) },
        /whose files this version cannot read/,
      ],
      [incomplete, /it is incomplete: it has no backup.json/],
    ] as const) {
      await refused(archiveOf(changed), message);
    }
  });

  it('Is rejected if it contains a path outside the database folder.', async () => {
    for (const name of ['../outside', 'database/../../outside', '/outside', 'other/file']) {
      await refused(archiveOf({ [name]: 'x' }), /it contains an (unsafe path|unexpected file): /);
    }
    assert.ok(!fs.existsSync(path.join(folder, 'outside')));
  });

  it('Is restored only into a directory without a database, and leaves the operator token there.', async () => {
    await assert.rejects(restoreBackup(good, dataDirectory), /database already exists: move it away/);
    const directory = path.join(folder, 'with-token');
    fs.mkdirSync(directory);
    fs.writeFileSync(path.join(directory, 'operator-token'), 'kept-operator-token\n');
    const small = path.join(folder, 'small.tar.gz');
    fs.writeFileSync(small, archiveOf(PARTS));
    await restoreBackup(small, directory);
    assert.deepEqual(fs.readdirSync(directory).sort(), ['database', 'lock', 'operator-token']);
  });
});

/** A compressed archive of these files. Paths of folders end with a slash. */
function archiveOf(files: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const size = Buffer.byteLength(content);
    return [tarHeader({ path: name, size }, 0), Buffer.from(content), tarPadding(size)];
  });
  return gzipSync(Buffer.concat([...parts, TAR_END]));
}
