/** The lock that keeps two processes from one embedded database, and what can be wrong with DATA_DIR. */
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

describe('The data directory', { timeout: 300_000 }, () => {
  it('Is made with its parents, for its owner alone.', async (context) => {
    const directory = path.join(temporaryFolder(context), 'new', 'data');
    const { databaseDirectory, release } = await openDataDirectory(directory);
    assert.equal(fs.statSync(directory).mode & 0o777, 0o700);
    assert.equal(databaseDirectory, path.join(directory, 'database'));
    release();
  });

  it('Refuses a second process, which learns who holds it and what to do.', async (context) => {
    const directory = temporaryFolder(context);
    const holder = await startHolder(context, directory);
    await assertRefused(
      directory,
      new RegExp(
        `${directory} is in use by process ${holder.pid} on ${os.hostname()}, running since 20.*: stop that one, or`,
      ),
    );
  });

  it('Refuses the same process too.', async (context) => {
    const directory = temporaryFolder(context);
    const { release } = await openDataDirectory(directory);
    await assertRefused(directory, new RegExp(`in use by process ${process.pid} `));
    release();
    (await openDataDirectory(directory)).release();
  });

  it('Is free the moment its holder is killed.', async (context) => {
    const directory = temporaryFolder(context);
    const holder = await startHolder(context, directory);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const { release } = await openDataDirectory(directory);
    assert.equal(JSON.parse(fs.readFileSync(path.join(directory, 'lock-holder.json'), 'utf8')).pid, process.pid);
    release();
    assert.equal(fs.existsSync(path.join(directory, 'lock-holder.json')), false);
  });

  it('Admits one of many that come at once.', async (context) => {
    const directory = temporaryFolder(context);
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => openDataDirectory(directory)));
    const admitted = attempts.filter((attempt) => attempt.status === 'fulfilled');
    assert.equal(admitted.length, 1);
    admitted[0]?.value.release();
  });

  it('May not be a file, nor lie in one.', async (context) => {
    const file = path.join(temporaryFolder(context), 'file');
    fs.writeFileSync(file, '');
    await assertRefused(file, /DATA_DIR is .*file, which is a file: name a directory/);
    await assertRefused(path.join(file, 'data'), /DATA_DIR is .*, which is a file: name a directory/);
  });

  it('Must be writable.', async (context) => {
    const folder = temporaryFolder(context);
    fs.chmodSync(folder, 0o555);
    // Root may write anywhere, so root looks at it with another user's eyes.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      await assertRefused(folder, /which may not be written to by this user/);
      await assertRefused(path.join(folder, 'data'), /which may not be written to by this user/);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  it('May lie where no folder can be made, which is told in a sentence.', { skip: !fs.existsSync('/proc') }, () => {
    for (const directory of ['/proc/nope', '/proc/nope/data']) {
      // In a process of its own, since what never ends could not be given up in this one.
      const { stderr, signal } = spawnSync(process.execPath, [HOLDER, directory], {
        encoding: 'utf8',
        timeout: 300_000,
      });
      assert.equal(signal, null, 'it did not end');
      assert.match(
        stderr,
        new RegExp(`DATA_DIR is ${directory}, which (cannot be made or used|may not be written to)`),
      );
    }
  });

  it('Must not hold other files where the database’s belong.', async (context) => {
    const directory = temporaryFolder(context);
    fs.mkdirSync(path.join(directory, 'database'));
    fs.writeFileSync(path.join(directory, 'database', 'notes.txt'), 'not a database');
    await assertRefused(directory, /is not a database of this service: move it away/);
  });

  it('Must have been made with the same major version of PostgreSQL; a refusal gives the lock back.', async (context) => {
    const directory = temporaryFolder(context);
    fs.mkdirSync(path.join(directory, 'database'));
    const version = path.join(directory, 'database', 'PG_VERSION');
    fs.writeFileSync(version, '17\n');
    await assertRefused(directory, /was made with PostgreSQL 17 and this version embeds 18/);
    fs.writeFileSync(version, '18\n');
    (await openDataDirectory(directory)).release();
  });

  it('Is locked without a word from Node about its SQLite.', async (context) => {
    const program = `import(${JSON.stringify(new URL('../src/data-directory.ts', import.meta.url).href)})
      .then(({ openDataDirectory }) => openDataDirectory(${JSON.stringify(temporaryFolder(context))}))
      .then(({ release }) => release())`;
    const { stderr, status } = spawnSync(process.execPath, ['--eval', program], { encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(status, 0);
  });
});
