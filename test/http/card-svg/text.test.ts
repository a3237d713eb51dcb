import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutTo, escapeXml, linesOf, sentencesOf, widthOf } from '../../../src/http/card-svg/text.ts';

describe('text of a picture', () => {
  it('is escaped, and what XML cannot hold is replaced', () => {
    assert.equal(escapeXml(`<a b="c">'&amp;`), '&lt;a b=&quot;c&quot;&gt;&#39;&amp;amp;');
    assert.equal(escapeXml('a\u0000b\u001bc\ufffed\ud800e😀'), 'a\ufffdb\ufffdc\ufffdd\ufffde😀');
  });

  it('is cut between whole characters, as people see them', () => {
    assert.equal(cutTo('Ana', 10, 100), 'Ana');
    assert.equal(cutTo('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 10, 25), '👩‍👩‍👧…');
    assert.equal(cutTo('Ana García', 10, 36), 'Ana…');
  });

  it('is never wider than it may be, once it is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 12, max: 300 }), (text, width) => {
        const cut = cutTo(text, 10, width);
        assert.ok(widthOf(cut, 10) <= width, cut);
        assert.ok(text === cut || text.startsWith(cut.slice(0, -1)));
      }),
    );
  });

  it('is broken between words, and cut in the last line', () => {
    assert.deepEqual(linesOf('one two three', 10, 45, 3), ['one two', 'three']);
    assert.deepEqual(linesOf('one two three', 10, 45, 1), [cutTo('one two three', 10, 45)]);
    assert.deepEqual(linesOf('', 10, 45, 3), []);
  });

  it('loses last names in all rows alike before it cuts names', () => {
    const words = ([a, b]: readonly string[]): string => `${a} v ${b}`;
    const said = (width: number): string[] =>
      sentencesOf(
        [
          ['Ana García López', 'Bea Ruiz'],
          ['Eva', 'Bea Ruiz'],
        ],
        words,
        10,
        width,
      ).map((text) => text.replace(/[\u2068\u2069]/g, ''));
    assert.deepEqual(said(200), ['Ana García López v Bea Ruiz', 'Eva v Bea Ruiz']);
    assert.deepEqual(said(120), ['Ana v Bea', 'Eva v Bea']);
    const [cut] = sentencesOf([['Maximiliana', 'Bea']], words, 10, 80);
    assert.match(cut ?? '', /^\u2068Max.*…\u2069 v \u2068Bea\u2069$/);
  });
});
