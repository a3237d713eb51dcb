import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { languageOf } from '../../src/http/language.ts';
import { languages } from '../../src/messages/languages.ts';

describe('the language of a response', () => {
  for (const [header, language] of [
    [undefined, 'en'],
    ['*', 'en'],
    ['', 'en'],
    ['es', 'es'],
    ['ES', 'es'],
    ['es-MX', 'es'],
    ['pt-BR, en;q=0.5', 'pt'],
    ['fr-FR, fr;q=0.9, es;q=0.4, en;q=0.3', 'es'],
    ['en;q=0.2, pt;q=0.8', 'pt'],
    ['es;q=0, pt;q=0.1', 'pt'],
    ['en;q=0, fr', 'en'],
    ['*, es;q=0.9', 'en'],
    ['de', 'en'],
    ['nonsense;;q=x', 'en'],
    [`es${', xx'.repeat(500)}`, 'en'],
  ] as const) {
    test(`for Accept-Language: ${header?.slice(0, 40) ?? 'none'} is ${language}`, () => {
      assert.equal(languageOf(header), language);
    });
  }

  test('is a supported language for any header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        assert.ok(languages.includes(languageOf(header)));
      }),
    );
  });
});
