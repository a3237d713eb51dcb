import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { generateSets } from '../../bench/accuracy/data/generated-sets.ts';
import { generateHistory } from '../../bench/generated-history.ts';
import { contenders } from '../../bench/kernel/contenders.ts';
import { beginningOf, joined, type Stream } from '../../bench/kernel/stream.ts';
import { replay } from '../../src/rating/index.ts';

const BENCH = resolve(import.meta.dirname, '../../bench/kernel.ts');
const run = promisify(execFile);

/** The rows of the table: what stands in front of the two numbers at their end, and these. */
function rowsOf(stdout: string): [name: string, speed: number, ratio: number][] {
  return [...stdout.matchAll(/^(\S.*?) {2,}([\d,]+) +([\d.]+)$/gm)].map(([, name = '', speed = '', ratio]) => [
    name,
    Number(speed.replaceAll(',', '')),
    Number(ratio),
  ]);
}

describe('bench:kernel', () => {
  it('gives the speed of every contender, and ends with how far ahead our kernel is', async () => {
    const { stdout } = await run(process.execPath, [BENCH, '--smoke']);
    const rows = rowsOf(stdout);
    assert.deepEqual(
      rows.map(([name]) => name),
      contenders.map(({ name }) => name),
    );
    for (const [name, speed, ratio] of rows) assert.ok(speed > 0 && ratio > 0, `${name}: ${speed}, ${ratio}`);
    assert.equal(rows.find(([name]) => name === 'openskill 5, Plackett–Luce')?.[2], 1);
    assert.ok(stdout.startsWith(`node ${process.version}; the first 600 of 6,000 invented matches of 500 players`));
    assert.match(stdout.trimEnd().split('\n').at(-1) ?? '', /^Our kernel .* [\d.]+ times as fast as openskill/);
  });

  it('says what is missing where there is no data, and ends with 2', async () => {
    await assert.rejects(run(process.execPath, [BENCH, '--data', '/nowhere']), (error: Error) => {
      assert.match(String(Reflect.get(error, 'stderr')), /^There is no padel\.csv\.gz,/);
      return Reflect.get(error, 'code') === 2;
    });
  });
});

describe('The stream that everyone rates', () => {
  const meansOf = ({ matches, playerCount }: Stream): number[] => [...replay(matches, { playerCount }).ratings.mean];

  it('keeps the players of joined histories apart', () => {
    const sets = generateSets(50, 12);
    assert.deepEqual(meansOf(joined(sets)), sets.flatMap(meansOf));
  });

  it('is the beginning of a longer one', () => {
    const long = generateHistory({ nightCount: 20, clubCount: 2 });
    const short = generateHistory({ nightCount: 15, clubCount: 2 });
    assert.deepEqual(beginningOf(long, short.matches.at.length), short);
    assert.deepEqual(beginningOf(short, 1e9), short);
  });
});
