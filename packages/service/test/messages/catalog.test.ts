import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { catalog } from '../../src/messages/catalog/catalog.ts';
import { exampleTexts, sampleValues } from '../../src/messages/examples.ts';
import { compiledText, type MessageCode } from '../../src/messages/format.ts';
import { type Language, languages } from '../../src/messages/languages.ts';
import type { Kind, Message } from '../../src/messages/message.ts';
import { numberStyles } from '../../src/messages/numbers.ts';

type Element = ReturnType<ReturnType<typeof compiledText>['getAst']>[number];

/** All elements of a text, those within its choices among them. */
function elementsOf(elements: readonly Element[]): Element[] {
  return elements.flatMap((element) => [
    element,
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => elementsOf(value)) : []),
  ]);
}

const codes = Object.keys(catalog) as MessageCode[];
const definitionOf = (code: MessageCode): Message => catalog[code];
/** A text in one line of the source, its elements, and what each is called. */
const textsOf = (code: MessageCode) =>
  languages.map((language) => ({ language, elements: elementsOf(compiledText(code, language).getAst()) }));
const namesIn = (elements: readonly Element[]): string[] =>
  [...new Set(elements.flatMap((element) => (element.type === 0 || element.type === 7 ? [] : [element.value])))].sort();

/** Names are unchanged, numbers and shares have a known style, and choices use declared words. */
function isWritten(element: Element, kind: Kind): boolean {
  switch (element.type) {
    case 1:
      return kind === 'name';
    case 2: {
      const style = String(element.style ?? '');
      if (kind === 'share') return /^(?:share|chance)/.test(style) && style in numberStyles;
      return (kind === 'whole' || kind === 'decimal') && (style === '' || style in numberStyles);
    }
    case 5:
      return (
        Array.isArray(kind) && Object.keys(element.options).every((word) => word === 'other' || kind.includes(word))
      );
    default:
      return element.type === 6 && (kind === 'whole' || kind === 'decimal');
  }
}

describe('Every message', () => {
  test('every message has its declared values in every language', () => {
    for (const code of codes) {
      const declared = Object.keys(definitionOf(code).values).sort();
      for (const { language, elements } of textsOf(code)) {
        assert.deepEqual(namesIn(elements), declared, `${code} in ${language}`);
      }
    }
  });

  test('every message formats each value by its kind', () => {
    for (const code of codes) {
      for (const { language, elements } of textsOf(code)) {
        for (const element of elements) {
          if (element.type === 0 || element.type === 7) continue;
          const kind = definitionOf(code).values[element.value];
          assert.ok(kind !== undefined && isWritten(element, kind), `${code} in ${language}: ${element.value}`);
        }
      }
    }
  });

  test('every form of a message has no braces, double or outer blanks, or double stops', () => {
    for (const code of codes) {
      assert.ok(sampleValues(code).length > 0, code);
      for (const language of languages) {
        for (const text of exampleTexts(code, language)) {
          assert.match(text, /^\S(?:.*\S)?$/u, `${code} in ${language}: “${text}”`);
          assert.doesNotMatch(text, /[{}]| {2}|\.\.| [.,;:]|undefined|NaN/u, `${code} in ${language}: “${text}”`);
        }
      }
    }
  });

  test('every message is a full sentence in all languages or in none', () => {
    const isSentence = (code: MessageCode, language: Language) =>
      exampleTexts(code, language).every((text) => text.endsWith('.'));
    for (const code of codes) {
      const forms = new Set(languages.map((language) => isSentence(code, language)));
      assert.equal(forms.size, 1, code);
    }
  });
});
