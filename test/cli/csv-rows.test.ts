import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { csvRecords, csvRows } from '../../src/cli/import/csv-rows.ts';
import { fileText, textOfBytes } from '../../src/cli/import/file-text.ts';
import type { FileRow } from '../../src/cli/import/rows.ts';
import { aFile, HEADER } from './run-cli.ts';

const ROW = 'm1,2026-05-01T19:10:00Z,ana,eva,rui,tom,A,6-4 6-3';

async function rowsOf(content: string | Uint8Array): Promise<FileRow[]> {
  const text = textOfBytes(Readable.from([Buffer.from(content)]), 'results.csv');
  return await Array.fromAsync(csvRows(csvRecords(text, 'results.csv'), 'results.csv', new Map()));
}

async function brief(content: string | Uint8Array): Promise<string[]> {
  return (await rowsOf(content)).map((row) => `${row.line} ${row.externalRef} ${row.kind}`);
}

describe('the oddities of CSV files', () => {
  const odd: [name: string, content: string, rows: string[]][] = [
    ['a byte order mark', `\ufeff${HEADER}\n${ROW}`, ['2 m1 match']],
    ['CRLF', `${HEADER}\r\n${ROW}\r\n`, ['2 m1 match']],
    ['the line ends of old Macs', `${HEADER}\r${ROW}\r`, ['2 m1 match']],
    ['no line end at the end', `${HEADER}\n${ROW}`, ['2 m1 match']],
    ['empty lines, also before the header', `\n\n${HEADER}\n\n${ROW}\n\n\n${ROW}\n\n`, ['5 m1 match', '8 m1 match']],
    ['rows of empty cells', `${HEADER}\n,,,,,,,\n , ,,,,,,\n${ROW}\n`, ['4 m1 match']],
    ['quoted cells', `${HEADER}\n"m,1",2026-05-01T19:10:00Z,"ana",eva,rui,tom,A,"6-4, 6-3"`, ['2 m,1 match']],
    ['doubled quotes', `${HEADER}\n"m ""1""",2026-05-01T19:10:00Z,ana,eva,rui,tom,A,6-4`, ['2 m "1" match']],
    [
      'a line end within quotes',
      `${HEADER}\r\n"m\r\n1",2026-05-01T19:10:00Z,ana,eva,rui,tom,A,6-4\r\n${ROW}`,
      ['2 m\n1 match', '4 m1 match'],
    ],
    ['semicolons', `${HEADER}\n${ROW}`.replaceAll(',', ';'), ['2 m1 match']],
    ['tabs', `${HEADER}\n${ROW}`.replaceAll(',', '\t'), ['2 m1 match']],
    ['a row too short', `${HEADER}\nm1,2026-05-01T19:10:00Z,ana\n${ROW}`, ['2 m1 faulty', '3 m1 match']],
    ['a row too long', `${HEADER}\n${ROW},more\n${ROW}`, ['2 m1 faulty', '3 m1 match']],
    ['blank cells past the end', `${HEADER}\n${ROW},, \n`, ['2 m1 match']],
    ['a header alone', `${HEADER}\n`, []],
  ];
  for (const [name, content, rows] of odd) {
    it(`takes ${name}`, async () => assert.deepEqual(await brief(content), rows));
  }

  it('says what is wrong with a ragged row', async () => {
    const [row] = await rowsOf(`${HEADER}\n${ROW},more`);
    assert.deepEqual(row?.kind === 'faulty' && row.faults, [
      { group: 'cells', detail: 'the row has 9 cells where the header has 8' },
    ]);
  });

  const bad: [name: string, content: string | Uint8Array, message: RegExp][] = [
    ['an empty file', '', /results\.csv is empty/],
    ['a file of blanks', ' \n\n', /results\.csv is empty/],
    ['a quote never closed', `${HEADER}\n"${ROW}\n${ROW}`, /results\.csv, line \d+: a quote .* never closed/],
    ['a quote inside a cell', `${HEADER}\n${ROW}\nm"2,x`, /results\.csv, line 3: a quote \("\) inside a cell/],
    ['another encoding', Buffer.from(`${HEADER}\nSánchez`, 'latin1'), /this is not UTF-8/],
    ['UTF-16', Buffer.from(`\ufeff${HEADER}`, 'utf16le'), /this is not UTF-8/],
  ];
  for (const [name, content, message] of bad) {
    it(`refuses ${name}`, async () => {
      await assert.rejects(rowsOf(content), { name: 'CommandFailure', exitCode: 2, message });
    });
  }

  it('gives up on an open quote before it has swallowed the file', async () => {
    let served = 0;
    async function* endless(): AsyncGenerator<string> {
      yield `${HEADER}\n"`;
      for (; served < 100_000; served++) yield `${ROW}\n`;
    }
    await assert.rejects(Array.fromAsync(csvRecords(endless(), 'results.csv')), /never closed/);
    assert.ok(served < 10_000, `${served} rows were read`);
  });

  it('reads packed files, and refuses damaged ones', async (t) => {
    const packed = gzipSync(`${HEADER}\n${ROW}\n`);
    const good = await aFile(t, 'good.csv.gz', packed);
    assert.equal((await Array.fromAsync(fileText(good))).join(''), `${HEADER}\n${ROW}\n`);
    const cut = await aFile(t, 'cut.csv.gz', packed.subarray(0, packed.length - 12));
    await assert.rejects(Array.fromAsync(fileText(cut)), /damaged/);
    const plain = await aFile(t, 'plain.csv.gz', 'not packed');
    await assert.rejects(Array.fromAsync(fileText(plain)), /damaged/);
  });

  it('reads the same however the bytes are cut', async () => {
    const bytes = Buffer.from(
      `\ufeff${HEADER}\r\n"m\r\né1",2026-05-01T19:10:00Z,ana,eva,rui,tom,A,6–4\r\n\r\n${ROW}\r\n`,
    );
    const expected = await brief(bytes);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 }), async (sizes) => {
        const chunks: Buffer[] = [];
        for (let at = 0, index = 0; at < bytes.length; index++) {
          const size = sizes[index % sizes.length] ?? 1;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        const text = textOfBytes(Readable.from(chunks), 'x');
        const rows = await Array.fromAsync(csvRows(csvRecords(text, 'x'), 'x', new Map()));
        assert.deepEqual(
          rows.map((row) => `${row.line} ${row.externalRef} ${row.kind}`),
          expected,
        );
      }),
      { numRuns: 50 },
    );
  });

  it('gives back cells as they were written', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é', '😀', ';'), maxLength: 8 });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), async (rows) => {
        const shown = rows.filter((row) => row.some((text) => text.trim() !== ''));
        async function* text(): AsyncGenerator<string> {
          yield ['x,y,z', ...rows.map((row) => row.map(quoted).join(','))].join('\n');
        }
        const records = await Array.fromAsync(csvRecords(text(), 'x'));
        assert.deepEqual(
          records.slice(1).map((record) => record.cells),
          shown,
        );
      }),
      { numRuns: 100 },
    );
  });
});
