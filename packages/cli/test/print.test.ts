import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { grouped } from '../src/counts.ts';
import { Look, plainLook } from '../src/look.ts';
import { type Cell, chance, change, csvOf, fields, type Layout, table, time } from '../src/print.ts';
import { printable } from '../src/terminal.ts';
import { cut, pad, widthOf, wrapped } from '../src/text-width.ts';

const columns = (...headings: string[]) => headings.map((heading) => ({ heading }));
const onTerminal = (width: number, hasColours = false) => new Look({ width, hasColours, zone: () => 'UTC' });

describe('a chance', () => {
  const cases: [probability: number, text: string][] = [
    [0.424, '42%'],
    [0.0034, '0.3%'],
    [0.996, '99.6%'],
    [0.99999, '99.9%'],
    [0.00001, '0.1%'],
  ];
  for (const [probability, text] of cases) {
    it(`of ${probability} is ${text}`, () => assert.equal(chance(probability), text));
  }
});

describe('tables', () => {
  it('tables align columns, with numbers to the right and dashes for absent values', () => {
    const rows: Cell[][] = [
      ['Íñigo', 1500],
      ['Ana', 980],
      ['Tom', null],
    ];
    const lined = 'name   score\nÍñigo   1500\nAna      980\nTom        –\n';
    assert.equal(table(columns('name', 'score'), rows, plainLook()), lined);
    const pairs = [['id', 'x'] as const, ['longer', null] as const];
    assert.equal(fields(pairs), 'id      x\nlonger  –\n');
  });

  it('tables group the digits of counts but not of scores', () => {
    const rows = [
      [1500, { count: 12_345 }],
      [980, { count: 7 }],
    ];
    const lined = 'score  matches\n 1500   12,345\n  980        7\n';
    assert.equal(table(columns('score', 'matches'), rows, plainLook()), lined);
    assert.equal(grouped(1234.6), '1,235');
  });

  it('tables print changes with a sign, and in colour if the terminal has colours', () => {
    const rows = [[{ change: 24 }], [{ change: -3 }], [{ change: 0 }]];
    assert.equal(table(columns('change'), rows, plainLook()), 'change\n   +24\n    -3\n     0\n');
    const coloured = table(columns('change'), rows, onTerminal(80, true));
    assert.ok(coloured.includes('\u001b[32m   +24\u001b[39m\n\u001b[31m    -3\u001b[39m\n     0\n'), coloured);
  });

  it('text from outside can neither move the cursor nor reverse the line', () => {
    assert.equal(printable('a\u001b[2Jb\u0007\u202ec\n'), 'a\ufffd[2Jb\ufffd\ufffdc\ufffd');
    assert.equal(table(columns('name'), [['\u001b[2JAna\u202e']], plainLook()), 'name\n�[2JAna�\n');
  });

  it('tables align names in any script', () => {
    const rows = [
      ['李小龙', 1],
      ['👩‍👩‍👧 Ana', 2],
      ['Ine\u0302s', 3],
    ];
    assert.equal(
      table(columns('name', 'n'), rows, plainLook()),
      `name    n\n李小龙  1\n👩‍👩‍👧 Ana  2\nIne\u0302s    3\n`,
    );
  });

  it('columns that may shrink are cut if the terminal is too narrow', () => {
    const shrinking = [{ heading: 'name', shrinks: true }, { heading: 'id' }];
    const rows = [['Bartholomew Featherstonehaugh', '019de4f2-a340']];
    assert.equal(table(shrinking, rows, onTerminal(32)), 'name               id\nBartholomew Feat…  019de4f2-a340\n');
    assert.match(table(shrinking, rows, plainLook()), /Featherstonehaugh {2}019de4f2/);
  });

  it('the last columns move to a second line of each row if the terminal is too narrow', () => {
    const rows = [
      ['2026-05-01 21:10', 'ana / eva', '019de4f2-a340-8f34-a99b-71224f08972d'],
      ['2026-05-01 21:40', 'rui / tom', '019de4f2-a341-8f34-a99b-71224f08972d'],
    ];
    assert.equal(
      table(columns('played', 'team A', 'id'), rows, onTerminal(60)),
      'played            team A\n    id\n' +
        '2026-05-01 21:10  ana / eva\n    019de4f2-a340-8f34-a99b-71224f08972d\n' +
        '2026-05-01 21:40  rui / tom\n    019de4f2-a341-8f34-a99b-71224f08972d\n',
    );
    assert.equal(table(columns('played', 'team A', 'id'), rows, plainLook()).split('\n').length, 4);
  });

  it('CSV has the values of the API and is safe to open in a spreadsheet', () => {
    interface Row {
      readonly name: string;
      readonly moved: number;
      readonly at: string | null;
    }
    const layout: Layout<Row> = [
      ['name', 'name'],
      ['moved', ({ moved }) => change(moved)],
      ['at', ({ at }) => time(at)],
    ];
    const rows = [
      { name: 'Ana, "la zurda"', moved: -3, at: '2026-05-01T19:10:00.000Z' },
      { name: '=1+1', moved: 1200, at: null },
    ];
    const csv = `\uFEFFname,moved,at\n"Ana, ""la zurda""",-3,2026-05-01T19:10:00.000Z\n'=1+1,1200,\n`;
    assert.equal(csvOf(layout, rows), csv);
  });
});

describe('text in a terminal', () => {
  const widths: [text: string, columns: number][] = [
    ['', 0],
    ['Inês', 4],
    ['e\u0301', 1],
    ['李小龙', 6],
    ['한국어', 6],
    ['ﾊﾝ', 2],
    ['مرحبا', 5],
    ['👩‍👩‍👧', 2],
    ['🇪🇸', 2],
    ['a\u200bb', 2],
  ];
  for (const [text, width] of widths) {
    it(`“${text}” takes ${width} columns`, () => assert.equal(widthOf(text), width));
  }

  it('text is cut, padded and wrapped by its width in columns', () => {
    assert.deepEqual([cut('李小龙', 5), cut('李小龙', 6), cut('Ana', 2)], ['李小…', '李小龙', 'A…']);
    assert.deepEqual([pad('李', 4), pad('7', 3, true)], ['李  ', '  7']);
    assert.deepEqual(wrapped('one two three', 7), ['one two', 'three']);
    assert.equal(onTerminal(12).prose('one two three', '  '), '  one two\n  three\n');
  });
});
