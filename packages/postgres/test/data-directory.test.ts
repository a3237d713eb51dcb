/** The lock that protects an embedded database from a second process, and the errors about DATA_DIR. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openDataDirectory } from '../src/data-directory.ts';
import { StartupError } from '../src/startup-error.ts';

const HOLDER = new URL('./programs/holder.ts', import.meta.url).pathname;

function temporaryFolder(context: TestContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-directory-'));
  context.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startHolder(context: TestContext, directory: string): Promise<ChildProcess> {
  const holder = spawn(process.execPath, [HOLDER, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  context.after(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return holder;
}

async function assertRefused(directory: string, message: RegExp): Promise<void> {
  await assert.rejects(openDataDirectory(directory), (error) => {
    assert.ok(error instanceof StartupError, String(error));
    assert.match(error.message, message);
    return true;
  });
}

describe('The data directory', () => {
  it('Is created with its parents, readable only by its owner.', async (context) => {
    const directory = path.join(temporaryFolder(context), 'new', 'data');
    const { databaseDirectory, release } = await openDataDirectory(directory);
    assert.equal(fs.statSync(directory).mode & 0o777, 0o700);
    assert.equal(databaseDirectory, path.join(directory, 'database'));
    release();
  });

  it('Rejects a second process, with an error that names the first and the fix.', async (context) => {
    const directory = temporaryFolder(context);
    const holder = await startHolder(context, directory);
    await assertRefused(
      directory,
      new RegExp(
        `${directory} is in use by process ${holder.pid} on ${os.hostname()}, running since 20.*: stop that process, or`,
      ),
    );
  });

  it('Cannot be opened twice by the same process.', async (context) => {
    const directory = temporaryFolder(context);
    const { release } = await openDataDirectory(directory);
    await assertRefused(directory, new RegExp(`in use by process ${process.pid} `));
    release();
    (await openDataDirectory(directory)).release();
  });

  it('Is unlocked as soon as its holder is killed.', async (context) => {
    const directory = temporaryFolder(context);
    const holder = await startHolder(context, directory);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const { release } = await openDataDirectory(directory);
    assert.equal(JSON.parse(fs.readFileSync(path.join(directory, 'lock-holder.json'), 'utf8')).pid, process.pid);
    release();
    assert.equal(fs.existsSync(path.join(directory, 'lock-holder.json')), false);
  });

  it('Is opened by only one of several concurrent callers.', async (context) => {
    const directory = temporaryFolder(context);
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => openDataDirectory(directory)));
    const admitted = attempts.filter((attempt) => attempt.status === 'fulfilled');
    assert.equal(admitted.length, 1);
    admitted[0]?.value.release();
  });

  it('Must not be a file, or have a file as its parent.', async (context) => {
    const file = path.join(temporaryFolder(context), 'file');
    fs.writeFileSync(file, '');
    await assertRefused(file, /DATA_DIR is .*file, which is a file: name a directory/);
    await assertRefused(path.join(file, 'data'), /DATA_DIR is .*, which is a file: name a directory/);
  });

  it('Must be writable.', async (context) => {
    const folder = temporaryFolder(context);
    fs.chmodSync(folder, 0o555);
    // Root may write anywhere, so root becomes another user.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      await assertRefused(folder, /which this user cannot write to/);
      await assertRefused(path.join(folder, 'data'), /which this user cannot write to/);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  it('Gives an error where no folder can be created, such as in /proc.', { skip: !fs.existsSync('/proc') }, () => {
    for (const directory of ['/proc/nope', '/proc/nope/data']) {
      // In another process, because a call that never returns could not be aborted in this one.
      const { stderr, signal } = spawnSync(process.execPath, [HOLDER, directory], {
        encoding: 'utf8',
        timeout: 300_000,
      });
      assert.equal(signal, null, 'it did not end');
      assert.match(
        stderr,
        new RegExp(`DATA_DIR is ${directory}, which (cannot be created or used|this user cannot write to)`),
      );
    }
  });

  it('Must not contain other files in place of the database.', async (context) => {
    const directory = temporaryFolder(context);
    fs.mkdirSync(path.join(directory, 'database'));
    fs.writeFileSync(path.join(directory, 'database', 'notes.txt'), 'not a database');
    await assertRefused(directory, /is not a database of this service: move it away/);
  });

  it('Must have been created with the same major version of PostgreSQL; the error releases the lock.', async (context) => {
    const directory = temporaryFolder(context);
    fs.mkdirSync(path.join(directory, 'database'));
    const version = path.join(directory, 'database', 'PG_VERSION');
    fs.writeFileSync(version, '17\n');
    await assertRefused(directory, /was created with PostgreSQL 17, but this version embeds 18/);
    fs.writeFileSync(version, '18\n');
    (await openDataDirectory(directory)).release();
  });

  it('Is locked without a warning from Node about SQLite.', async (context) => {
    const program = `import(${JSON.stringify(new URL('../src/data-directory.ts', import.meta.url).href)})
      .then(({ openDataDirectory }) => openDataDirectory(${JSON.stringify(temporaryFolder(context))}))
      .then(({ release }) => release())`;
    const { stderr, status } = spawnSync(process.execPath, ['--eval', program], { encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(status, 0);
  });
});
