/** `npm run drill:benches`: the benches that start the service and a database of their own: do they still run, and tell figures? */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What it prints; its exit code has to be 0. */
async function printed(bench: string, ...args: readonly string[]): Promise<string> {
  const file = resolve(import.meta.dirname, `../../bench/${bench}.ts`);
  const { stdout } = await run(process.execPath, [file, ...args]);
  return stdout;
}

/** The rows of a table that begin with these names, each with at least so many numbers. */
function assertRows(stdout: string, names: readonly string[], numbers: number): void {
  for (const name of names) {
    const row = stdout.split('\n').find((line) => line.startsWith(name)) ?? assert.fail(`no ${name} in\n${stdout}`);
    assert.ok((row.match(/\d+/g) ?? []).length >= numbers, row);
    assert.doesNotMatch(row, /NaN|Infinity|undefined/);
  }
}

describe('The benches of the running service', () => {
  it('bench:growth asks both sizes for ingest and every read', async () => {
    const stdout = await printed('growth', '--smoke');
    assertRows(stdout, ['profile', 'search', 'analysis', 'card', 'leaderboard', 'singles', 'batches of 25'], 3);
    assert.match(stdout, /at 12,000 matches the least is .* with \d+ %/);
  });

  it('bench:memory takes samples on both engines', async () => {
    const stdout = await printed('memory', '--smoke');
    assertRows(stdout, ['PostgreSQL', 'embedded'], 6);
    assert.match(stdout, /over time: (\d+ +){10}\d+ MB/);
  });

  it('bench:loop looks at every read and every way to submit', async () => {
    const stdout = await printed('loop', '--smoke');
    assertRows(stdout, ['profile', 'card', 'leaderboard', 'batch of 25', 'singles, 64 connections', 'settling'], 1);
    assert.match(stdout, /^over 20 ms: /m);
  });

  it('bench:start times every start until its first 201', async () => {
    const starts = ['PostgreSQL, migrated', 'PostgreSQL, empty', 'embedded, was stopped', 'embedded, was killed'];
    assertRows(await printed('start', '--smoke'), [...starts, 'embedded, from nothing'], 7);
  });

  it('bench:world stores every match of an evening, and no rating differs', async () => {
    const stdout = await printed('world', '--smoke');
    assertRows(stdout, ['0:00', '0:30'], 11);
    const [, stored, sent] = /^([\d,]+) of ([\d,]+) matches sent are stored/m.exec(stdout) ?? assert.fail(stdout);
    assert.equal(stored, sent);
    assert.match(stdout, /^verified: [\d,]+ matches, 0 differences$/m);
  });

  it('says what its options are', async () => {
    for (const bench of ['growth', 'ingest', 'loop', 'memory', 'start', 'world']) {
      assert.match(await printed(bench, '--help'), new RegExp(`^npm run bench:${bench} .*\n[^]*--smoke`));
    }
    for (const bench of ['plans', 'reads', 'seed', 'settlement']) {
      assert.match(await printed(bench, '--help'), new RegExp(`^npm run bench:${bench} .*\n[^]*--`));
    }
  });
});
