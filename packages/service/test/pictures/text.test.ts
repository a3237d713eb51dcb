import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { drawable } from '../../src/pictures/drawable.ts';
import { text } from '../../src/pictures/svg.ts';
import { blockOf, cutTo, escapeXml, linesOf, sentencesOf } from '../../src/pictures/text.ts';
import { widthOf } from '../../src/pictures/text-width.ts';

describe('Text in a picture', () => {
  it('text is escaped, and characters that XML forbids are replaced', () => {
    assert.equal(escapeXml(`<a b="c">'&amp;`), '&lt;a b=&quot;c&quot;&gt;&#39;&amp;amp;');
    assert.equal(escapeXml('a\u0000b\u001bc\ufffed\ud800e😀'), 'a\ufffdb\ufffdc\ufffdd\ufffde😀');
  });

  it('text is cut between visible characters', () => {
    assert.equal(cutTo('Ana', 100, 10), 'Ana');
    assert.equal(cutTo('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 75, 10), '👩‍👩‍👧…');
    assert.equal(cutTo('Ana García', 40, 10), 'Ana…');
  });

  it('cut text is never wider than its limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 12, max: 300 }), (text, width) => {
        const cut = cutTo(text, width, 10);
        assert.ok(widthOf(cut, 10) <= width, cut);
        assert.ok(text === cut || text.startsWith(cut.slice(0, -1)));
      }),
    );
  });

  it('text is broken between words, and within a word longer than a line', () => {
    assert.deepEqual(linesOf('one two three', 50, 10), ['one two', 'three']);
    assert.deepEqual(linesOf('', 45, 10), []);
    assert.deepEqual(linesOf('李小龙李小龙', 32, 10), ['李小龙', '李小龙']);
  });

  it('text is as large as possible, and is cut only if the smallest size does not fit', () => {
    const settings = [
      [20, 1],
      [10, 3],
    ] as const;
    assert.deepEqual(blockOf('Ana', 100, settings), { lines: ['Ana'], size: 20 });
    assert.deepEqual(blockOf('Ana García López', 45, settings), { lines: ['Ana', 'García', 'López'], size: 10 });
    assert.deepEqual(blockOf('Ana García López Ruiz', 45, settings).lines.at(-1), 'López…');
  });

  it('text is drawn without control characters, stacked marks and letters higher than the line', () => {
    assert.equal(drawable('\u202Eana\u2069\n b\u0007'), 'ana b');
    assert.equal(drawable(`Z${'\u0351'.repeat(60)}`), 'Z\u0351');
    assert.equal(drawable('𝓐𝓷𝓪 Ñ'), 'Ana Ñ');
    assert.equal(drawable('𒈙'), '\uFFFD');
    for (const name of ['Nguyễn', 'محمد', 'דוד', 'สมชาย', '李小龙', '👩‍👩‍👧', 'Ωμέγα'])
      assert.equal(drawable(name), name);
  });

  it('text gets an explicit width only if the width of its letters is unknown', () => {
    assert.match(text(0, 0, 'अनिल', { size: 10 }), / textLength="44" lengthAdjust="spacingAndGlyphs"/);
    for (const name of ['Ana 🎾', 'Щербакова', 'محمد', 'דוד', '李小龙', 'Nguyễn – “x”', '−12 ± 3']) {
      assert.doesNotMatch(text(0, 0, name, { size: 10 }), /textLength/, name);
    }
  });

  it('last names are dropped in all rows before any name is cut, except what distinguishes namesakes', () => {
    const words = ([a, b]: readonly string[]): string => `${a} v ${b}`;
    const rowsAt = (width: number): string[] =>
      sentencesOf(
        [
          ['Ana García López', 'Bea Ruiz'],
          ['Eva', 'Bea Ruiz'],
        ],
        words,
        width,
        10,
      ).map((text) => text.replace(/[\u2068\u2069]/g, ''));
    assert.deepEqual(rowsAt(200), ['Ana García López v Bea Ruiz', 'Eva v Bea Ruiz']);
    assert.deepEqual(rowsAt(120), ['Ana v Bea', 'Eva v Bea']);
    const long = [['José Luis Martín', 'María del Mar Ruiz']];
    const both = (width: number) =>
      sentencesOf(long, words, width, 10).map((text) => text.replace(/[\u2068\u2069]/g, ''));
    assert.deepEqual(both(160), ['José Luis v María del Mar']);
    assert.deepEqual(both(90), ['José v María']);
    const namesakes = sentencesOf([['Ana García', 'Bea Ruiz']], words, 90, 10, 'regular', ['Ana Gil', 'Eva Sol']);
    assert.deepEqual(namesakes, ['\u2068Ana Ga.\u2069 v \u2068Bea\u2069']);
    const [cut] = sentencesOf([['Maximiliana', 'Bea']], words, 72, 10);
    assert.match(cut ?? '', /^\u2068Max.*…\u2069 v \u2068Bea\u2069$/);
  });
});
