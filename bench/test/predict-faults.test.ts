import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FULL_HEADER, PREDICT_HEADER, predicted } from './predict-file.ts';

const GOOD = 'm1,2026-01-01T10:00:00Z,ana,bea,cruz,dani,A,6-4 6-3,,,';

/** The good row with some of its cells replaced. */
function rowWith(cells: Partial<Record<string, string>>): string {
  const names = FULL_HEADER.split(',');
  return GOOD.split(',')
    .map((cell, place) => cells[names[place] ?? ''] ?? cell)
    .join(',');
}

const badRows: readonly [name: string, row: string, message: RegExp][] = [
  ['no match id', rowWith({ match_id: '' }), /line 3: match_id: the row has none/],
  ['no instant', rowWith({ played_at: '' }), /played_at: “” is not a date and time/],
  [
    'a day that is on no calendar',
    rowWith({ played_at: '2026-02-30T10:00:00Z' }),
    /played_at: .* not a valid date or time/,
  ],
  [
    'an instant before the row above',
    rowWith({ played_at: '2025-12-31T10:00:00Z' }),
    /played_at: .* before the row above/,
  ],
  ['no player', rowWith({ b1: ' ' }), /b1: the row has none/],
  ['a player on both sides', rowWith({ b2: 'bea' }), /b2: “bea” is a2 already/],
  ['another winner', rowWith({ winner: 'C' }), /winner: “C” is neither A nor B/],
  ['no scoreline at all', rowWith({ set_scores: 'walkover' }), /set_scores: “walkover” is not a scoreline/],
  ['another unit', rowWith({ unit: 'goals' }), /unit: “goals” is neither games nor points/],
  ['a standard of words', rowWith({ std: 'twenty' }), /std: “twenty” is not a number above 0/],
  ['a length above 1', rowWith({ length: '1.5' }), /length: “1.5” is not a number above 0 and at most 1/],
  ['a cell too few', GOOD.slice(0, -1), /line 3: the row has 10 cells where the header has 11/],
  ['a cell too many', `${GOOD},more`, /line 3: the row has 12 cells where the header has 11/],
];

describe('A faulty row of a prediction file', () => {
  for (const [name, row, message] of badRows) {
    it(`${name} is rejected, and nothing is printed after it`, async () => {
      const stdin = `${FULL_HEADER}\n${GOOD}\n${row}\n${GOOD}\n`;
      const run = await predicted(stdin);
      assert.deepEqual({ exitCode: run.exitCode, stdout: run.stdout }, { exitCode: 2, stdout: '0.5\n' });
      assert.match(run.stderr, /^bandeja: standard input, line 3: [^\n]*\n$/);
      assert.match(run.stderr, message);
    });
  }

  it('all faults of a row are reported', async () => {
    const stdin = `${FULL_HEADER}\n${rowWith({ a1: '', winner: 'both', length: '2' })}\n`;
    const { stderr } = await predicted(stdin);
    assert.match(stderr, /line 2: a1: .*; winner: .*; length: /);
  });

  it('malformed CSV is rejected with its line number, however far the file was read', async () => {
    const stdin = `${FULL_HEADER}\n${GOOD}\n${rowWith({ match_id: 'm"2' })}\n${GOOD}\n`;
    const run = await predicted(stdin);
    assert.equal(run.exitCode, 2);
    assert.match(run.stdout, /^(0\.5\n)?$/);
    assert.match(run.stderr, /line 3: a quote \("\) inside a cell/);
  });

  it('the process exits with 2 after the complete lines above the faulty row', async () => {
    const rows = 3000;
    const stdin = `${FULL_HEADER}\n${`${GOOD}\n`.repeat(rows)}${rowWith({ winner: 'C' })}\n${`${GOOD}\n`.repeat(rows)}`;
    const script = fileURLToPath(new URL('../../scripts/bandeja.ts', import.meta.url));
    const run = spawnSync(process.execPath, [script, 'rating', 'predict'], { input: stdin, encoding: 'utf8' });
    const { status, stdout, stderr } = run;
    assert.equal(status, 2);
    assert.equal(stdout.split('\n').length - 1, rows);
    assert.match(stderr, /line 3002: winner: “C” is neither A nor B\.\n$/);
  });
});

describe('A faulty header of a prediction file', () => {
  const badHeaders: readonly [name: string, file: string, message: RegExp][] = [
    ['an empty file', '', /standard input is empty/],
    [
      'missing columns',
      'match_id,played_at,a1,a2,b1\n',
      /line 1: the header lacks b2, winner, set_scores\. Found: match_id/,
    ],
    ['a column twice', `${PREDICT_HEADER},A1\n`, /line 1: the column a1 appears twice/],
    ['rows without a header', `${GOOD}\n${GOOD}\n`, /line 1: the header lacks match_id/],
    ['another encoding', '\ufffe', /the header lacks/],
  ];
  for (const [name, file, message] of badHeaders) {
    it(`${name} is rejected`, async () => {
      const run = await predicted(file);
      assert.deepEqual({ exitCode: run.exitCode, stdout: run.stdout }, { exitCode: 2, stdout: '' });
      assert.match(run.stderr, message);
    });
  }
});
