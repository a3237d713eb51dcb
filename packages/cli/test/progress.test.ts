import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { duration, inEnglish, ProgressDisplay, progressBar, progressText } from '../src/progress.ts';
import type { Terminal } from '../src/terminal.ts';

const ROWS = inEnglish('rows');

describe('progress', () => {
  it('progress shows count, share, rate and time left', () => {
    const text = progressText({ done: 5467, total: 8817, elapsedMs: 4430 }, ROWS);
    assert.equal(text, '5,467 of 8,817 rows (62%), 1,234 rows/s, 3 s left');
  });

  it('progress without a known total shows only count and rate', () => {
    assert.equal(progressText({ done: 5467, total: null, elapsedMs: 4430 }, ROWS), '5,467 rows, 1,234 rows/s');
  });

  it('progress shows no rate at the start, and 100% only at the end', () => {
    assert.equal(progressText({ done: 25, total: 100, elapsedMs: 100 }, ROWS), '25 of 100 rows (25%)');
    assert.match(progressText({ done: 9999, total: 10_000, elapsedMs: 100 }, ROWS), /\(99%\)/);
    assert.match(progressText({ done: 0, total: 0, elapsedMs: 0 }, ROWS), /\(100%\)/);
  });

  it('a running task never shows zero time left', () => {
    assert.equal(progressText({ done: 100, total: 100, elapsedMs: 1000 }, ROWS), '100 of 100 rows (100%), 100 rows/s');
    assert.equal(
      progressText({ done: 9_990, total: 10_000, elapsedMs: 1000 }, ROWS),
      '9,990 of 10,000 rows (99%), 9,990 rows/s',
    );
  });

  const bars: [columns: number, bar: string][] = [
    [120, '███████████████░░░░░░░░░░░░░░░ 50 of 100 rows (50%), 10 rows/s, 5 s left'],
    [60, '████████░░░░░░░░░ 50 of 100 rows (50%), 10 rows/s, 5 s left'],
    [47, '50 of 100 rows (50%), 10 rows/s, 5 s left'],
    [20, '50 of 100 rows (50%'],
  ];
  for (const [columns, bar] of bars) {
    it(`draws a bar for ${columns} columns`, () => {
      assert.equal(progressBar({ done: 50, total: 100, elapsedMs: 5000 }, columns, ROWS), bar);
    });
  }

  it('the progress text is always shorter than the line', () => {
    const total = fc.option(fc.nat(), { nil: null });
    fc.assert(
      fc.property(fc.nat(), total, fc.nat(), fc.integer({ min: 1, max: 300 }), (done, whole, elapsedMs, columns) => {
        assert.ok(progressBar({ done, total: whole, elapsedMs }, columns, ROWS).length < columns);
      }),
    );
  });

  const lengths: [ms: number, text: string][] = [
    [0, '0 s'],
    [59_400, '59 s'],
    [59_600, '1 min 0 s'],
    [200_000, '3 min 20 s'],
    [7_500_000, '2 h 5 min'],
  ];
  for (const [ms, text] of lengths) it(`calls ${ms} ms ${text}`, () => assert.equal(duration(ms), text));
});

function recording(isInteractive: boolean): { terminal: Terminal; written: string[] } {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  return {
    written,
    terminal: {
      input: process.stdin,
      out: write,
      err: write,
      isInteractive,
      columns: () => 80,
      width: () => null,
      hasColours: false,
      confirm: null,
      ask: null,
    },
  };
}

describe('The progress display', () => {
  const at = (elapsedMs: number) => ({ done: 50, total: 100, elapsedMs });

  it('a terminal shows one line, redrawn at most ten times a second and removed for a message', () => {
    const { terminal, written } = recording(true);
    const display = new ProgressDisplay(terminal, true, ROWS);
    for (const ms of [100, 150, 199, 200]) display.show(at(ms));
    assert.equal(written.length, 2);
    assert.ok(written.every((text) => text.startsWith('\r\u001b[2K') && !text.includes('\n')));
    display.note('A note.');
    assert.deepEqual(written.slice(2), ['\r\u001b[2K', 'A note.\n']);
    display.clear();
    assert.equal(written.length, 4);
  });

  it('other outputs get a plain line every few seconds', () => {
    const { terminal, written } = recording(false);
    const display = new ProgressDisplay(terminal, true, ROWS);
    for (const ms of [100, 4999, 5000, 6000, 10_000]) display.show(at(ms));
    display.clear();
    assert.deepEqual(written, [
      '50 of 100 rows (50%), 10 rows/s, 5 s left\n',
      '50 of 100 rows (50%), 5 rows/s, 10 s left\n',
    ]);
  });

  it('a message from many requests at once is shown once', () => {
    const { terminal, written } = recording(false);
    const display = new ProgressDisplay(terminal, true, ROWS);
    for (const text of ['a', 'a', 'b', 'b', 'a']) display.noteOnce(text, 10_000);
    display.noteOnce('a', 0);
    assert.deepEqual(written, ['a\n', 'b\n', 'a\n', 'a\n']);
  });

  it('--quiet shows only messages', () => {
    const { terminal, written } = recording(true);
    const display = new ProgressDisplay(terminal, false, ROWS);
    display.show(at(10_000));
    display.note('A note.');
    assert.deepEqual(written, ['A note.\n']);
  });
});
