import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { csvCell, textOfCell } from '../src/csv.ts';

/** The cell as a parser of CSV returns it. */
const parsed = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

/** The cells as Excel has them if its list separator is a semicolon: a quote counts only at the start of a cell. */
const splitBySemicolons = (line: string): string[] => line.split(/[;\t\r\n]/);

describe('A written cell', () => {
  it('is quoted if it has a line end, a quote or the delimiter', () => {
    for (const text of ['a\rb', 'a\nb', 'a"b', 'a;b'])
      assert.equal(csvCell(text, ';'), `"${text.replaceAll('"', '""')}"`);
  });

  it('never runs as a formula in a spreadsheet', () => {
    const texts = ['=1+1', '+34 600', '-5', '@sum', '＝1', '＋1', '－1', '＠sum', '\t=1', '\r=1', '\n=1', "'=1", "''-"];
    for (const text of [...texts, '=1;2', '=1,2']) assert.match(csvCell(text), /^"?'/, JSON.stringify(text));
  });

  it('is unchanged if nothing in it is a formula', () => {
    for (const text of ['Ana', "'t Hooft", 'a;b', 'Ruiz-Gil', '6–4', '1=1', 'a\n\nb', 'a\r\nb'])
      assert.equal(parsed(csvCell(text)), text);
  });

  it('never runs as a formula in a spreadsheet that splits the line at semicolons', () => {
    for (const text of ['Ana;=1+1;', 'Ana\n=1', 'Ana\t@sum', 'Ana;"";-5', "Ana;''=1"]) {
      const cells = splitBySemicolons(`7,${csvCell(text)},ES`);
      assert.ok(cells.length > 1);
      for (const cell of cells) assert.doesNotMatch(cell, /^[=+\-@]/);
    }
  });

  it('comes back as the text that it was', () => {
    const texts = fc.string({ unit: fc.constantFrom(...`'"=+-@\t\r\n;,a＝ `) });
    fc.assert(fc.property(texts, (text) => assert.equal(textOfCell(parsed(csvCell(text))), text)));
  });
});
