import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { workbook } from '@bandeja/cli/test/messy/workbook';
import * as browser from '../src/platform/browser.ts';
import * as node from '../src/platform/node.ts';
import { CsvFailure, type CsvOptions } from '../src/platform/platform.ts';

const OPTIONS: CsvOptions = {
  delimiter: ';',
  record_delimiter: '\n',
  info: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: 256 * 1024,
};

/** The records with their lines, or the fault of the text. */
async function parsed(
  { parseCsv }: Pick<typeof node, 'parseCsv'>,
  text: string,
  chunkLength: number,
): Promise<unknown> {
  async function* chunks(): AsyncGenerator<string> {
    for (let start = 0; start < text.length; start += chunkLength) yield text.slice(start, start + chunkLength);
  }
  const records: unknown[] = [];
  try {
    for await (const { record, info } of parseCsv(chunks(), OPTIONS)) records.push([info.lines, ...record]);
  } catch (error) {
    if (!(error instanceof CsvFailure)) throw error;
    return [error.code, error.line];
  }
  return records;
}

const ROW = 'Ana;"de la\n""Fuente""; Marta";6-4\n\n;;\nÍñigo;;\n';

describe('the platforms of the reader', () => {
  for (const [name, text] of [
    ['a short text', ROW],
    ['a text of several slices', ROW.repeat(3000)],
    ['a text without a line feed at its end', `${ROW.repeat(2000)}a;b;c`],
    ['a quote inside a cell, far below', `${ROW.repeat(2000)}Ana;Ruiz "la Mari";6-4\n${ROW}`],
    ['a quote that is never closed', `${ROW.repeat(2000)}Ana;"Ruiz;6-4\n${'a;b;c\n'.repeat(50_000)}`],
    ['an empty text', ''],
  ] as const) {
    it(`Node and browsers parse ${name} alike`, async () => {
      const expected = await parsed(node, text, 65_536);
      for (const length of [20_000, 1_000_000]) {
        // A comparison in depth takes minutes if thousands of records differ.
        const isSame = JSON.stringify(await parsed(browser, text, length)) === JSON.stringify(expected);
        assert.ok(isSame, `chunks of ${length}`);
      }
    });
  }

  it('Node and browsers read a workbook alike', async () => {
    const sheets = {
      Portada: [['Liga'], []],
      Mayo: [
        ['Fecha', 'n'],
        [{ at: '2026-05-03T21:30' }, 5],
        [{ time: '19:30' }, null],
      ],
    };
    const bytes = new Uint8Array(workbook(sheets));
    assert.deepEqual(await browser.readWorkbook(bytes), await node.readWorkbook(bytes));
  });

  it('Node and browsers unpack bytes up to the same bound', async () => {
    const packed = deflateRawSync(Buffer.alloc(100_000, 'x'));
    for (const platform of [node, browser]) {
      assert.equal((await platform.inflateRaw(packed, 100_000))?.length, 100_000);
      assert.equal(await platform.inflateRaw(packed, 99_999), null);
      await assert.rejects(platform.inflateRaw(Buffer.from('not packed'), 1000));
    }
  });

  it('Node and browsers give the same digest, from which references are made', () => {
    for (const text of ['', 'Íñigo', 'x'.repeat(1000)]) {
      assert.deepEqual([...browser.sha256(text)], [...node.sha256(text)]);
    }
  });
});
