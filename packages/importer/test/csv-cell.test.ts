import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvCell, textOfCell } from '../src/file/csv-cell.ts';

describe('A written cell', () => {
  it('is quoted if it has a line end, a quote or the delimiter', () => {
    for (const text of ['a\rb', 'a\nb', 'a"b', 'a;b'])
      assert.equal(csvCell(text, ';'), `"${text.replaceAll('"', '""')}"`);
  });

  it('never runs as a formula in a spreadsheet', () => {
    for (const text of ['=1+1', '+34 600', '-5', '@sum', '\t=1', "'=1", "''-", 'Ana', "'t Hooft", 'a;b', '"']) {
      const cell = csvCell(text);
      assert.doesNotMatch(cell, /^"?[=+\-@\t]/);
      const inside = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      assert.equal(textOfCell(inside), text);
    }
  });
});
