/**
 * Acknowledged writes survive a kill, of the process with the embedded database or of the server. `npm run drill:durability` kills again and
 * again.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../src/database.ts';
import { openDatabase } from '../src/open.ts';
import { fillDataDirectory } from './support/pglite.ts';
import { createDatabase, startPostgres } from './support/postgres.ts';

const WRITER = new URL('./programs/writer.ts', import.meta.url).pathname;
const MIGRATIONS = new URL('./migrations', import.meta.url).pathname;

/** Starts the writer and calls `kill` after more than `rows` acknowledged rows. @returns the last acknowledged id, or 0. */
async function writeUntil(
  target: string,
  rows: number,
  kill: (writer: ChildProcess) => Promise<unknown>,
): Promise<number> {
  const writer = spawn(process.execPath, ['--liftoff-only', WRITER, target], { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  let killed: Promise<unknown> | undefined;
  const exited = once(writer, 'close');
  writer.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.split('\n').length > rows + 1) killed ??= sleep(Math.random() * 20).then(() => kill(writer));
  });
  await exited;
  await killed;
  return Number(/(\d+)\n$/.exec(output)?.[1] ?? 0);
}

async function storedIds(target: { databaseUrl?: string; dataDirectory: string }): Promise<number[]> {
  const database = await openDatabase({ ...target, log: { info() {}, warn() {} }, migrationsDirectory: MIGRATIONS });
  const rows = await database.query<{ id: number }>(statement('written_ids', 'select id from written order by id'));
  await database.close();
  return rows.map(({ id }) => id);
}

/** One more row than acknowledged may be stored: it was committed, but the kill prevented its acknowledgement. */
function assertNothingLost(ids: readonly number[], acknowledged: number): void {
  assert.ok(
    ids.length === acknowledged || ids.length === acknowledged + 1,
    `${ids.length} rows, ${acknowledged} acknowledged`,
  );
  assert.deepEqual(
    ids,
    Array.from(ids, (_, index) => index + 1),
  );
}

describe('Durability', () => {
  it('Killing the process with the embedded database loses no acknowledged write.', async (context) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-durability-'));
    context.after(() => fs.rmSync(folder, { recursive: true, force: true }));
    const dataDirectory = path.join(folder, 'data');
    await fillDataDirectory(dataDirectory, null);
    const acknowledged = await writeUntil(dataDirectory, 200, async (writer) => writer.kill('SIGKILL'));
    assertNothingLost(await storedIds({ dataDirectory }), acknowledged);
    assert.ok(acknowledged >= 200, `only ${acknowledged} rows were written`);
  });

  it('After a kill during the creation of the embedded database, the next start succeeds.', async (context) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-durability-'));
    context.after(() => fs.rmSync(folder, { recursive: true, force: true }));
    const dataDirectory = path.join(folder, 'data');
    const unfinished = path.join(dataDirectory, 'database.unfinished');
    const writer = spawn(process.execPath, ['--liftoff-only', WRITER, dataDirectory], { stdio: 'ignore' });
    while (!fs.existsSync(path.join(unfinished, 'PG_VERSION'))) await sleep(2);
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    assert.equal(fs.existsSync(path.join(dataDirectory, 'database')), false);
    assert.deepEqual(await storedIds({ dataDirectory }), []);
    assert.equal(fs.existsSync(unfinished), false);
  });

  it('Killing every process of a PostgreSQL server loses no acknowledged write.', async (context) => {
    const server = await startPostgres();
    context.after(() => server.stop());
    const { url } = await createDatabase({ server });
    const acknowledged = await writeUntil(url, 200, () => server.crash());
    await server.restart();
    assertNothingLost(await storedIds({ databaseUrl: url, dataDirectory: '/nowhere' }), acknowledged);
  });
});
