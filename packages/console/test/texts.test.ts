import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';

const folder = resolve(import.meta.dirname, '../src');
const TABLE = /\btexts\((\{.*?\})\);/gs;
/** As `fill` reads them. */
const PLACEHOLDER = /\{(\w+)(?:\|[^{|}]*\|[^{|}]*)?\}/g;

/** The rows of all tables, each with its file and key. */
const rows = globSync('**/*.{ts,tsx}', { cwd: folder })
  .sort()
  .flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(TABLE)].flatMap(([, table = '']) =>
      Object.entries(runInNewContext(`(${table})`) as Record<string, string[]>).map(
        ([key, translations]) => [`${file} ${key}`, translations] as const,
      ),
    ),
  );

const namesIn = (text: string): string =>
  [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name))].sort().join(' ');

const failing = (isRight: (translations: string[]) => boolean): string[] =>
  rows.filter(([, translations]) => !isRight(translations)).map(([row]) => row);

describe('the texts of the console', () => {
  it('each text is written in English, Spanish and Portuguese', () => {
    assert.ok(rows.length > 800, `${rows.length} texts`);
    assert.deepEqual(
      failing((translations) => translations.length === 3 && translations.every((text) => text.trim() !== '')),
      [],
    );
  });

  it('undoing and voiding are different words in each language', () => {
    const meaning = (english: string) => rows.find(([, [text]]) => text === english)?.[1] ?? assert.fail(english);
    const voiding = meaning('Void');
    assert.ok(meaning('Undo').every((word, language) => word !== voiding[language]));
  });

  it('each text has placeholders that can be filled: none is inside another, and no brace is left open', () => {
    assert.deepEqual(
      failing((translations) => translations.every((text) => !/[{}]/.test(text.replace(PLACEHOLDER, '')))),
      [],
    );
  });

  it('each text has the same placeholders in its three languages', () => {
    assert.deepEqual(
      failing((translations) => new Set(translations.map(namesIn)).size === 1),
      [],
    );
  });
});
