import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { storedJsonFaults } from '@bandeja/contract/stored-json';
import { NO_ANSWERS } from '../src/answers.ts';
import type { Decisions } from '../src/names/decisions.ts';
import { fittingValues, labelOf } from '../src/send/fitting.ts';
import { fittingReading } from '../src/send/stored-reading.ts';

/** The largest JSON of the values of a fault. */
const KIB_MAX = 2;

describe('The values of a fault that the service stores', () => {
  for (const [name, values] of [
    ['a long header', { columns: ['x'.repeat(2500)] }],
    ['a hundred long headers', { text: 'abc', columns: Array.from({ length: 100 }, () => '😀'.repeat(300)) }],
    ['many long texts', Object.fromEntries(['a', 'b', 'c', 'd'].map((key) => [key, '😀'.repeat(300)]))],
    ['an emoji across the 200th UTF-16 unit', { text: `${'x'.repeat(199)}😀` }],
    ['half of a surrogate pair', { text: 'a\ud83d', columns: ['\ude00b'] }],
    ['U+0000', { text: 'a\0b', columns: ['a\0b'] }],
  ] as const) {
    it(`${name} is made to fit`, () => {
      assert.deepEqual(storedJsonFaults(fittingValues(values), '', KIB_MAX), []);
    });
  }

  it('short values are not changed', () => {
    const values = { text: 'seis-quatro', number: 3, columns: ['Resultado 😀'] };
    assert.deepEqual(fittingValues(values), values);
  });

  it('a long text is cut after 200 code points', () => {
    assert.deepEqual(fittingValues({ text: '😀'.repeat(300) }), { text: '😀'.repeat(200) });
  });

  it('the columns are dropped before the cell', () => {
    assert.deepEqual(fittingValues({ text: 'abc', columns: Array.from({ length: 20 }, () => 'x'.repeat(300)) }), {
      text: 'abc',
    });
  });
});

describe('The label of an import', () => {
  it('is the name of the file without its folders', () => {
    assert.equal(labelOf('/home/ana/clube/liga.csv'), 'liga.csv');
    assert.equal(labelOf('C:\\Users\\Ana\\liga.csv'), 'liga.csv');
    assert.equal(labelOf('standard input'), 'standard input');
  });

  it('has at most 200 code points, all of which the service accepts', () => {
    assert.equal(labelOf('😀'.repeat(201)), '😀'.repeat(200));
    assert.equal(labelOf('a\ud83d\u202eb.csv'), 'a\ufffdb.csv');
  });
});

describe('How a file is read, kept with its import', () => {
  const kept = (count: number) => {
    const decisions: Decisions = Object.fromEntries(
      Array.from({ length: count }, (_, number) => [
        `Ana Ruiz ${number}`,
        { kind: 'new', username: `ana.ruiz.${number}` },
      ]),
    );
    const players = { kind: 'names', registers: true, decisions } as const;
    return { answers: NO_ANSWERS, mapping: {}, sheet: null, encoding: 'utf-8', players };
  };

  it('decisions about some names are kept', () => {
    assert.deepEqual(fittingReading(kept(100)), kept(100));
  });

  it('decisions about too many names are left out, and the kind of players stays', () => {
    assert.deepEqual(fittingReading(kept(1000)).players, { kind: 'names', registers: true });
  });
});
