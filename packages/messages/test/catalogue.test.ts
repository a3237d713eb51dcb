import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { languagesIn, textsOf } from '../src/catalogue.ts';
import { faultsOf } from '../src/check.ts';
import { formatterOf, type Text, type ValuesByName } from '../src/format.ts';
import { loadMessages } from '../src/index.ts';
import { parseText, valuesIn } from '../src/parse.ts';

describe('the catalogue', () => {
  it('has English, Spanish and both kinds of Portuguese', () =>
    assert.deepEqual(languagesIn(), ['en', 'es', 'pt-BR', 'pt-PT']));

  it('has different words for undoing and voiding in each language', () => {
    for (const language of languagesIn()) {
      const texts = textsOf(language);
      assert.notEqual(texts['console.plan.last_step.undo'], texts['console.match.writes.void']);
    }
  });

  it('chooses a language by the whole tag, then by its first part, and English if there is none', () => {
    const chosen = ['pt-BR', 'pt-br', 'pt-PT', 'pt', 'pt-AO', 'es-AR', 'en-US', 'it'].map((tag) =>
      loadMessages(tag)('language.formats'),
    );
    assert.deepEqual(chosen, ['pt-BR', 'pt-BR', 'pt-PT', 'pt-PT', 'pt-PT', 'es-ES', 'en-GB', 'en-GB']);
  });
});

describe('a text', () => {
  const ROWS = '{rows, plural, one {# row} other {# rows}}';
  const show = (locale: string, text: string, values: ValuesByName): string =>
    formatterOf(locale)(parseText(text), values);

  it('has the plurals and the thousands of its language', () => {
    const counts = ['en-GB', 'es-ES', 'pt-PT', 'pt-BR'].map((locale) =>
      [0, 1, 12_345].map((rows) => show(locale, ROWS, { rows })),
    );
    assert.deepEqual(counts, [
      ['0 rows', '1 row', '12,345 rows'],
      ['0 rows', '1 row', '12.345 rows'],
      ['0 rows', '1 row', '12\u00A0345 rows'],
      ['0 row', '1 row', '12.345 rows'],
    ]);
  });

  it('shows values unchanged, even those with braces and tags', () => {
    assert.equal(show('en-GB', 'Not {name}', { name: '<b>{x}' }), 'Not <b>{x}');
    assert.equal(show('en-GB', '2 < 3', {}), '2 < 3');
  });
});

/** Values of every kind that choose each case, and numbers that need each plural. */
function samplesOf(text: Text): ValuesByName[] {
  const numbers = [...valuesIn(text).values()].includes('number') ? [0, 1, 2, 5, 12_345] : [0];
  return numbers.flatMap((number) => {
    const rows = [...valuesIn(text)].map(([name, kind]): [string, readonly (string | number)[]] => {
      const words = typeof kind === 'string' ? [kind === 'number' ? number : `“${name}”`] : [...kind, 'constructor'];
      return [name, words];
    });
    const longest = Math.max(1, ...rows.map(([, words]) => words.length));
    return Array.from({ length: longest }, (_, index) =>
      Object.fromEntries(rows.map(([name, words]) => [name, words[index % words.length] ?? ''])),
    );
  });
}

describe('the formatter', () => {
  it('shows every text of every language as intl-messageformat does', () => {
    for (const language of languagesIn()) {
      const texts = textsOf(language);
      const locale = texts['language.formats'] ?? language;
      const format = formatterOf(locale);
      for (const [code, text] of Object.entries(texts)) {
        const message = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
        const parsed = parseText(text);
        for (const values of samplesOf(parsed))
          assert.equal(format(parsed, values), message.format(values), `${language} ${code} ${JSON.stringify(values)}`);
      }
    }
  });
});

describe('the files of the languages', () => {
  let folder: string;
  const write = (name: string, texts: object): void => writeFileSync(join(folder, name), JSON.stringify(texts));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bandeja-locales-'));
    write('en.notes.json', {});
    write('en.json', { 'a.rows': '{rows, plural, one {# row} other {# rows}}', 'a.name': 'Not {name}', 'a.ok': 'Yes' });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('may lack texts, which are shown in the related language, then in English', () => {
    write('pt-PT.json', { 'a.name': 'Não {name}' });
    write('pt-BR.json', { 'a.ok': 'Sim' });
    assert.deepEqual(textsOf('pt-BR', folder), {
      'a.rows': '{rows, plural, one {# row} other {# rows}}',
      'a.name': 'Não {name}',
      'a.ok': 'Sim',
    });
  });

  it('have faults that are listed with the file and the code', () => {
    write('pl.json', {
      'a.rows': '{rows, plural, one {# wiersz} other {# wierszy}}',
      'a.name': 'Nie {nome}',
      'a.more': 'Więcej',
    });
    write('it.json', {
      'a.rows': '{rows, plural, one {# riga} many {} other {# righe}',
      'a.name': ' {detail}',
      'a.ok': '',
    });
    write('de.json', { 'a.name': 'Nicht {name}, {detail}', 'a.rows': '{rows}', 'a.ok': 'Ja' });
    write('en.notes.json', { 'a.gone': 'Nothing' });
    const faults = faultsOf(folder);
    for (const expected of [
      'en.notes.json: a.gone is not in en.json',
      'de.json: a.name is not at the place that it has in en.json',
      'de.json: a.name shows {detail}, a sentence of the service in English',
      'de.json: a.rows has the values (rows: text); in en.json they are (rows: number)',
      'it.json: a.name is empty or has spaces around it',
      'it.json: a.ok is empty or has spaces around it',
      'pl.json: a.ok is missing',
      'pl.json: a.more is not in en.json',
      'pl.json: a.name has the values (nome: text); in en.json they are (name: text)',
      'pl.json: a.rows has no “few” for {rows}',
      'pl.json: a.rows has no “many” for {rows}',
    ]) {
      assert.ok(faults.includes(expected), `${expected}\nis not in\n${faults.join('\n')}`);
    }
    assert.ok(faults.some((fault) => fault.startsWith('it.json: a.rows cannot be read:')));
  });
});
