import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutTo, escapeXml, linesOf, sentenceOf, widthOf } from '../../../src/http/card-svg/text.ts';

describe('text of a picture', () => {
  it('is escaped, and what XML cannot hold is replaced', () => {
    assert.equal(escapeXml(`<a b="c">'&amp;`), '&lt;a b=&quot;c&quot;&gt;&#39;&amp;amp;');
    assert.equal(escapeXml('a\u0000b\u001bc\ufffed\ud800e😀'), 'a\ufffdb\ufffdc\ufffdd\ufffde😀');
  });

  it('is cut between whole characters, as people see them', () => {
    assert.equal(cutTo('Ana', 10, 100), 'Ana');
    assert.equal(cutTo('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 10, 25), '👩‍👩‍👧…');
    assert.equal(cutTo('Ana García', 10, 30), 'Ana…');
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

  it('loses last names before it cuts names, the longest first', () => {
    const words = ([a, b]: readonly string[]): string => `${a} v ${b}`;
    const plain = (text: string): string => text.replace(/[\u2068\u2069]/g, '');
    const names = ['Ana García López', 'Bea Ruiz'];
    assert.equal(plain(sentenceOf(names, words, 10, 200)), 'Ana García López v Bea Ruiz');
    assert.equal(plain(sentenceOf(names, words, 10, 90)), 'Ana v Bea Ruiz');
    assert.equal(plain(sentenceOf(names, words, 10, 60)), 'Ana v Bea');
    assert.match(plain(sentenceOf(['Maximiliana', 'Bea'], words, 10, 70)), /^Max.*… v Bea$/);
  });
});
