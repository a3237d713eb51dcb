/** `npm run drill:benches`: runs the benches of the service with small sizes and checks that they print their figures. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The output of a bench. @throws if its exit code is not 0 */
async function printed(bench: string, ...args: readonly string[]): Promise<string> {
  const root = resolve(import.meta.dirname, '..');
  const { stdout } = await run(process.execPath, [resolve(root, `bench/${bench}.ts`), ...args], { cwd: root });
  return stdout;
}

/** Asserts that each name has a row with at least this many numbers and none missing. */
function assertRows(stdout: string, names: readonly string[], numbers: number): void {
  for (const name of names) {
    const row =
      stdout.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? assert.fail(`no ${name}: ${stdout}`);
    assert.ok((row.split('|').slice(3).join().match(/\d+/g) ?? []).length >= numbers, row);
    assert.doesNotMatch(row, /–/);
  }
}

const SMALL = ['--matches', '10000', '--rounds', '1', '--seconds', '0.2'];

describe('The benches of the running service', () => {
  it('bench:versions compares two checkouts in every part', async () => {
    const stdout = await printed('versions', '--before', '.', '--load', '500', ...SMALL);
    const reads = ['profile', 'match', 'card', 'analysis', 'sessions', 'leaderboard', 'recap', 'search'];
    assertRows(stdout, ['amendments on disjoint players, 16 connections', 'late matches, 16 connections'], 3);
    assertRows(stdout, [...reads, 'singles, 64 connections', 'batches of 25, 16 connections'], 3);
    assertRows(stdout, ['settlement: submission during it, p99', 'PostgreSQL: log', 'embedded: memory after load'], 3);
    assertRows(stdout, ['start: embedded, existing', 'start: PostgreSQL, existing'], 3);
  });

  it('bench:versions compares two sizes of the database', async () => {
    const stdout = await printed('versions', '--only', 'reads,ingest', ...SMALL.with(1, '10000,12000'));
    assertRows(
      stdout,
      ['profile', 'card', 'leaderboard', 'singles, 64 connections', 'club nights of 24, 4 connections'],
      3,
    );
  });
});
