import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nameColumns, wordsOf } from '../../src/players/name-words.ts';

describe('the words of a name', () => {
  for (const [text, words] of [
    ['Marta García', ['marta', 'garcia']],
    ['club-norte_2.b', ['club', 'norte', '2', 'b']],
    ['Łukasz Đorđević', ['lukasz', 'dordevic']],
    ['STRASSE Straße', ['strasse']],
    ['İSTANBUL ıstanbul', ['istanbul']],
    ['ΝΊΚΟΣ Νίκος', ['nikos']],
    ['O’Brien & Søn', ['obrien', 'son']],
    ['Юрий Ёлкин', ['iurii', 'elkin']],
    ['Мар’яна', ['mariana']],
    ['राम रम', ['राम', 'रम']],
    ['إبراهيم ابراهيم مُحَمَّد', ['abrahym', 'mhmd']],
    ['ъ', []],
    ['王小明', ['王小明']],
    ['🎾🎾', []],
    ['Ｍａｒｔａ', ['marta']],
  ] as const) {
    it(`of ${text} are ${words.join(', ') || 'none'}`, () => assert.deepEqual(wordsOf(text), words));
  }

  it('are the same in upper case and in decomposed Unicode', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zà-öø-ÿąęłńśźżčďěňřšťůžğş ]{1,40}$/u), (text) => {
        const words = wordsOf(text);
        assert.deepEqual(wordsOf(text.normalize('NFD')), words);
        assert.deepEqual(wordsOf(text.toUpperCase()), words);
        assert.deepEqual(wordsOf(words.join('/')), words);
      }),
    );
  });

  it('find a player by the spellings that the import takes for one name', () => {
    const isFound = (display_name: string, q: string): boolean => {
      const { name_words } = nameColumns({ display_name, username: 'x1' });
      return wordsOf(q).every((word) => name_words.includes(` ${word}`));
    };
    for (const spellings of [
      ['Pat O’Loran', 'pat oloran', "O'LORAN, Pat", 'o loran', 'loran'],
      ['Mª José Ríos', 'maria jose', 'ma jose', 'Maria Jose Rios'],
      ['María José Ríos', 'mª josé', 'Rios Maria'],
      ['Fco. Glez', 'francisco gonzalez', 'fco glez', 'Gonz'],
      ['Francisco González Martínez', 'Fco Glez Mtnez', 'mnez'],
      ['Иван Петров', 'ivan petrov', 'Ivan', 'пет'],
      ['Ivan Petrov', 'Иван', 'ИВАН ПЕТРОВ'],
      ['Мар’яна Щука', 'марьяна', 'мар’яна', 'maria', 'shchuka'],
      ['Γιώργος', 'giorgos', 'ΓΙΩΡΓΟΣ', 'γιωργ'],
      ['O Brien', "o'brien", 'obrien', 'brien'],
      ['Ñíguez D’Angelo', 'niguez dangelo', "d'ang"],
      ['أحمد', 'احمد'],
      ['दीपा राव', 'दीपा', 'राव'],
      ['がく', 'がく'],
    ])
      for (const q of spellings) assert.ok(isFound(spellings[0] ?? '', q), `${spellings[0]} by ${q}`);
    for (const [name, q] of [
      ['Pat O’Loran', 'orlan'],
      ['Mª José Ríos', 'mario'],
      ['राम', 'रम'],
      ['かく', 'がく'],
      ['Ana Mir', 'maria'],
    ] as const)
      assert.ok(!isFound(name, q), `${name} by ${q}`);
  });

  it('are stored with their order relative to the start of the name', () => {
    for (const [display_name, username, name_words] of [
      ['Marta García', 'marta', ' marta,>0 garcia,>0 gcia'],
      ['Ana Marta', 'ana.marta7', ' ana,<0 marta7'],
      ['Marta Martín', 'martamartin', ',<4 martin,<5 martamartin'],
      ['🎾 Marta', 'm', ',>0 marta'],
      ['🎾', 'm', ',>0 m'],
      ['Zoë', 'x-zo', ' zoe,>0 x'],
    ] as const) {
      assert.equal(nameColumns({ display_name, username }).name_words, name_words, display_name);
    }
  });

  it('and the sort name fit into an index row and a cursor, for any letters', () => {
    const letters = Array.from({ length: 80 }, (_, index) => String.fromCodePoint(0x4e_00 + index));
    for (const between of ['', ...letters.slice(0, 1), '\u{1f3be}']) {
      const display_name = letters
        .map((letter, index) => (index % 2 === 0 ? '\ufdfa' : `${between}${letter}`))
        .join('');
      const { sort_name, name_words } = nameColumns({
        display_name: Array.from(display_name).slice(0, 80).join(''),
        username: 'abcdefghij-klmnopqrst.uvwxyz0123_456789x',
      });
      assert.ok(Array.from(sort_name).length <= 80);
      // What a row of an index may have is 2,704 bytes; the username and the partner have 60.
      assert.ok(Buffer.byteLength(sort_name) + Buffer.byteLength(name_words) <= 2_600);
    }
  });
});
