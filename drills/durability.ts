/**
 * `npm run drill:durability`: traces the system calls of the embedded database with strace. Exactly one disk flush must return
 * between two acknowledgements: every acknowledged write is on disk, and none is flushed twice. Then it makes flushes fail under load,
 * on both databases (flush-faults.ts).
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readOptions } from '../bench/options.ts';
import { failFlushes } from './flush-faults.ts';

const WRITER = new URL('../packages/postgres/test/programs/counted-writer.ts', import.meta.url).pathname;

interface Acknowledgement {
  readonly id: number;
  /** Flushes that started and returned since the previous acknowledgement. */
  readonly flushes: number;
}

/** Runs the writer under strace. @returns the flushes before each acknowledgement */
function trace(dataDirectory: string, rows: number, traceFile: string): Acknowledgement[] {
  const calls = ['-f', '-e', 'trace=fdatasync,fsync,write', '-e', 'signal=none', '-o', traceFile];
  const program = [process.execPath, WRITER, dataDirectory, `${rows}`];
  const { error, status, stderr } = spawnSync('strace', [...calls, ...program], { encoding: 'utf8' });
  if (error !== undefined)
    throw new Error('this drill needs strace, which is not installed here: apt-get install strace');
  if (status !== 0)
    throw new Error(`the writer under strace failed (may this user trace processes?): ${stderr.trim()}`);
  return readTrace(fs.readFileSync(traceFile, 'utf8'));
}

/** strace prints an interrupted call on two lines; the one with "resumed" shows its return. */
function readTrace(text: string): Acknowledgement[] {
  const acknowledgements: Acknowledgement[] = [];
  let flushes = 0;
  for (const line of text.split('\n')) {
    if (/f(data)?sync(\(\d+\)| resumed>.*\)) += 0/.test(line)) flushes += 1;
    const [, id] = /write\(1, "acknowledged (\d+)/.exec(line) ?? [];
    if (id === undefined) continue;
    acknowledgements.push({ id: Number(id), flushes });
    flushes = 0;
  }
  return acknowledgements;
}

function traceFlushes(rows: number): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-drill-'));
  try {
    const [start, ...acknowledged] = trace(path.join(folder, 'data'), rows, path.join(folder, 'trace'));
    if (start === undefined || acknowledged.length !== rows)
      throw new Error(`${acknowledged.length} of ${rows} rows came through`);
    const flushes = acknowledged.reduce((sum, one) => sum + one.flushes, 0);
    const unflushed = acknowledged.filter((one) => one.flushes === 0).map((one) => one.id);
    process.stdout.write(
      `${rows} transactions, ${flushes} flushes to the disk (and ${start.flushes} to make the database)\n`,
    );
    if (unflushed.length > 0) throw new Error(`acknowledged before they were on the disk: ${unflushed.join(', ')}`);
    if (flushes !== rows) throw new Error(`${flushes - rows} flushes more than there were transactions`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const HELP = `npm run drill:durability -- [options]   (needs Linux, strace and gcc)

  --rows N     traced transactions, default 200; 0: none
  --faults N   failing flushes or series of them, on each database, default 10; 0: none
`;
const { rows, faults } = readOptions(HELP, {
  rows: { type: 'string', default: '200' },
  faults: { type: 'string', default: '10' },
});
try {
  if (Number(rows) > 0) traceFlushes(Number(rows));
  if (Number(faults) > 0) for (const line of await failFlushes(Number(faults))) process.stdout.write(`${line}\n`);
} catch (error) {
  process.stderr.write(`The durability drill failed: ${error instanceof Error ? error.message : String(error)}\n`);
  // The clients of a fault that failed would go on.
  process.exit(1);
}
