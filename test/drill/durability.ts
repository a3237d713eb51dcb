/**
 * Watches the embedded database's system calls: that between two acknowledgements lies exactly one fdatasync which has
 * returned, so that what is acknowledged is on the disk, and that nothing is flushed twice.
 *
 * Usage: node test/drill/durability.ts [ROWS]. Needs strace.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const WRITER = new URL('../store/engine/programs/counted-writer.ts', import.meta.url).pathname;

interface Acknowledgement {
  readonly id: number;
  /** Flushes that began and returned since the acknowledgement before. */
  readonly flushes: number;
}

/** Runs the writer under strace and returns what was flushed before each acknowledgement. */
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

/** A call that another thread interrupts takes two lines; it has returned where it is "resumed". */
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

function main(rows: number): void {
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

try {
  main(Number(process.argv[2] ?? 200));
} catch (error) {
  process.stderr.write(`The durability drill failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
