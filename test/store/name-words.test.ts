import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nameColumns, wordsOf } from '../../src/store/players/name-words.ts';

describe('the words of a name', () => {
  for (const [text, words] of [
    ['Marta García', ['marta', 'garcia']],
    ['club-norte_2.b', ['club', 'norte', '2', 'b']],
    ['Łukasz Đorđević', ['lukasz', 'dordevic']],
    ['STRASSE Straße', ['strasse']],
    ['İSTANBUL ıstanbul', ['istanbul']],
    ['ΝΊΚΟΣ Νίκος', ['νικοσ']],
    ['O’Brien & Søn', ['o', 'brien', 'son']],
    ['Юрий Ёлкин', ['юрии', 'елкин']],
    ['王小明', ['王小明']],
    ['🎾🎾', []],
    ['Ｍａｒｔａ', ['marta']],
  ] as const) {
    it(`of ${text} are ${words.join(', ') || 'none'}`, () => assert.deepEqual(wordsOf(text), words));
  }

  it('are the same in capitals, and taken apart or not', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zà-öø-ÿąęłńśźżčďěňřšťůžğş ]{1,40}$/u), (text) => {
        const words = wordsOf(text);
        assert.deepEqual(wordsOf(text.normalize('NFD')), words);
        assert.deepEqual(wordsOf(text.toUpperCase()), words);
        assert.deepEqual(wordsOf(words.join('/')), words);
      }),
    );
  });

  it('and the name to sort by fit into the database and a cursor, whatever they are made of', () => {
    const { sort_name, words } = nameColumns({ display_name: '\ufdfa'.repeat(80), username: 'ana' });
    assert.equal(Array.from(sort_name).length, 80);
    assert.ok(words.split(' ').every((word) => Buffer.byteLength(word) <= 400));
  });
});
