import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { anyOf, folded, kindsOf, wordsOf } from '../src/words/words.ts';

type Languages = Readonly<Record<string, Readonly<Record<string, string>>>>;

const folder = join(import.meta.dirname, '../src/words');
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Languages;
const byLanguage = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'nicknames.json');

/** The faults of the words of a language, in sentences for translators. */
function faultsOf(file: string, languages: Languages): string[] {
  const known = new Set([...Object.keys(languages['en'] ?? {}), ...Object.keys(languages['any'] ?? {}), 'particle']);
  return Object.entries(languages).flatMap(([language, words]) =>
    Object.entries(words).flatMap(([kind, text]) => {
      const all = text.split(',').map((word) => word.trim());
      const twice = all.find((word, place) => all.findIndex((other) => folded(other) === folded(word)) < place);
      return [
        ...(known.has(kind) ? [] : [`${file}: ${language} has the unknown kind “${kind}”`]),
        ...(all.join(', ') === text && !all.includes('') ? [] : [`${file}: ${language}.${kind} is not “word, word”`]),
        ...(twice === undefined ? [] : [`${file}: ${language}.${kind} has “${twice}” twice`]),
      ];
    }),
  );
}

describe('the words of files', () => {
  for (const file of byLanguage)
    it(`of ${file} are separated by commas, once each, under kinds that there are in English`, () =>
      assert.deepEqual(faultsOf(file, read(file)), []));

  for (const [file, kinds] of [
    ['headers.json', Object.keys(read('headers.json')['en'] ?? {})],
    ['outcomes.json', ['walkover', 'retired', 'default', 'reason', 'played', 'not_played', 'draw']],
    ['players.json', ['name', 'username', 'display_name', 'country_code', 'note']],
  ] as const)
    it(`of ${file} have one meaning each`, () => {
      const words = kinds.flatMap((kind) => [...wordsOf(read(file), kind)]);
      assert.deepEqual(
        words.filter((word, place) => words.indexOf(word) !== place),
        [],
      );
    });

  it('need no code for another language, and are read with and without their accents', () => {
    const languages = {
      any: { guest: '*' },
      en: { guest: 'guest', team: 'team' },
      pl: { guest: 'gość, pan.', team: 'para' },
    };
    assert.deepEqual([...wordsOf(languages, 'guest')], ['*', 'guest', 'gosc', 'pan.']);
    assert.deepEqual([...kindsOf(languages, ['guest', 'team'])].at(-1), ['para', 'team']);
    assert.match('GOŚĆ', new RegExp(`^(?:${anyOf({ pl: languages.pl }, 'guest')})$`, 'iu'));
    assert.deepEqual(faultsOf('made-up.json', { ...languages, xx: { gast: 'a,b', team: 'c, C' } }), [
      'made-up.json: xx has the unknown kind “gast”',
      'made-up.json: xx.gast is not “word, word”',
      'made-up.json: xx.team has “C” twice',
    ]);
  });
});
