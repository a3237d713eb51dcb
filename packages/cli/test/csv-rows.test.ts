import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { brokenWord } from '@bandeja/importer/broken-text';
import { csvRecords } from '@bandeja/importer/csv-records';
import { encodingOf, fileText, textOfBytes } from '@bandeja/importer/file-text';
import type { FaultyRow } from '@bandeja/importer/rows';
import { openSource } from '@bandeja/importer/source';
import { entriesBelow, type FlatEntry, findHeader } from '@bandeja/importer/table';
import fc from 'fast-check';
import { localFile } from '../src/import/local-file.ts';
import { OPTIONS } from './club-source.ts';
import { aFile, HEADER } from './run-cli.ts';

const ROW = 'm1,2026-05-01T19:10:00Z,ana,eva,rui,tom,A,6-4 6-3';

async function rowsOf(chunks: readonly Uint8Array[]): Promise<(FlatEntry | FaultyRow)[]> {
  const records = () =>
    csvRecords(textOfBytes(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), 'results.csv'), 'results.csv');
  return await Array.fromAsync(entriesBelow(await findHeader(records(), 'results.csv', new Map()), records()));
}

const whole = (content: string | Uint8Array) => rowsOf([Buffer.from(content)]);

async function brief(chunks: readonly Uint8Array[]): Promise<string[]> {
  return (await rowsOf(chunks)).map((row) =>
    row.kind === 'flat' ? `${row.line} ${row.fields.external_ref} flat` : `${row.line} ${row.externalRef} faulty`,
  );
}

describe('CSV files', () => {
  const odd: [name: string, content: string, rows: string[]][] = [
    ['a byte order mark', `\ufeff${HEADER}\n${ROW}`, ['2 m1 flat']],
    ['CRLF', `${HEADER}\r\n${ROW}\r\n`, ['2 m1 flat']],
    ['the line ends of old Macs', `${HEADER}\r${ROW}\r`, ['2 m1 flat']],
    ['no line end at the end', `${HEADER}\n${ROW}`, ['2 m1 flat']],
    ['empty lines, also before the header', `\n\n${HEADER}\n\n${ROW}\n\n\n${ROW}\n\n`, ['5 m1 flat', '8 m1 flat']],
    ['rows of empty cells', `${HEADER}\n,,,,,,,\n , ,,,,,,\n${ROW}\n`, ['4 m1 flat']],
    ['quoted cells', `${HEADER}\n"m,1",2026-05-01T19:10:00Z,"ana",eva,rui,tom,A,"6-4, 6-3"`, ['2 m,1 flat']],
    ['doubled quotes', `${HEADER}\n"m ""1""",2026-05-01T19:10:00Z,ana,eva,rui,tom,A,6-4`, ['2 m "1" flat']],
    [
      'a line end within quotes',
      `${HEADER}\r\n"m\r\n1",2026-05-01T19:10:00Z,ana,eva,rui,tom,A,6-4\r\n${ROW}`,
      ['2 m\n1 flat', '4 m1 flat'],
    ],
    ['semicolons', `${HEADER}\n${ROW}`.replaceAll(',', ';'), ['2 m1 flat']],
    ['tabs', `${HEADER}\n${ROW}`.replaceAll(',', '\t'), ['2 m1 flat']],
    ['a row too short', `${HEADER}\nm1,2026-05-01T19:10:00Z,ana\n${ROW}`, ['2 m1 faulty', '3 m1 flat']],
    ['a row too long', `${HEADER}\n${ROW},more\n${ROW}`, ['2 m1 faulty', '3 m1 flat']],
    ['blank cells past the end', `${HEADER}\n${ROW},, \n`, ['2 m1 flat']],
    ['a header alone', `${HEADER}\n`, []],
  ];
  for (const [name, content, rows] of odd) {
    it(`${name}: accepted`, async () => assert.deepEqual(await brief([Buffer.from(content)]), rows));
  }

  it('the error of a ragged row explains the fault', async () => {
    const [row] = await whole(`${HEADER}\n${ROW},more`);
    assert.deepEqual(row?.kind === 'faulty' && row.faults, [
      { group: 'cells', detail: 'the row has 9 cells where the header has 8' },
    ]);
  });

  const bad: [name: string, content: string | Uint8Array, message: RegExp][] = [
    ['an empty file', '', /results\.csv is empty/],
    ['a file of blanks', ' \n\n', /results\.csv is empty/],
    ['a quote never closed', `${HEADER}\n"${ROW}\n${ROW}`, /results\.csv, line \d+: a quote .* never closed/],
    ['a quote inside a cell', `${HEADER}\n${ROW}\nm"2,x`, /results\.csv, line 3: a quote \("\) inside a cell/],
  ];
  for (const [name, content, message] of bad) {
    it(`${name}: rejected`, async () => {
      await assert.rejects(whole(content), { name: 'FileFault', message });
    });
  }

  it('titles above the header are skipped, and a repeated header is not counted as a row', async () => {
    const content = `Club Norte\nTorneo de primavera, 2026\n\n${HEADER}\n${ROW}\n${HEADER}\n${ROW}\n`;
    assert.deepEqual(await brief([Buffer.from(content)]), ['5 m1 flat', '7 m1 flat']);
  });

  it('a title or a total between the rows is not a match', async () => {
    const [row] = await whole(`${HEADER}\nTotal: 45,,,,,,,`);
    assert.deepEqual(row?.kind === 'faulty' && row.faults[0]?.group, 'text');
  });

  it('the encoding is detected', async (t) => {
    const encodings: [content: Uint8Array, encoding: string][] = [
      [Buffer.from('Sánchez'), 'utf-8'],
      [Buffer.from('\ufeffSánchez'), 'utf-8'],
      [Buffer.from('Sánchez', 'latin1'), 'windows-1252'],
      [Buffer.from('\ufeffSánchez', 'utf16le'), 'utf-16le'],
    ];
    for (const [content, encoding] of encodings) {
      const file = await localFile(await aFile(t, 'x.csv', content));
      assert.equal(await encodingOf(file), encoding);
      assert.equal((await Array.fromAsync(fileText(file, await encodingOf(file)))).join(''), 'Sánchez');
    }
  });

  it('a word that no language has is found, and words of many languages are not', () => {
    const broken =
      'Èâàí;Ãéþñãïò;Mu¤oz;Jos‚;AndrŽs;£ukasz;Wiœniewski;JosÃ©;RÃ­os;MÃ¼ller;Ã\u0081ngel;Ã‘iquez;NÂº;Ð\u0098Ð²Ð°Ð½;Å‚ukasz;Jos\ufffd';
    for (const word of broken.split(';')) assert.equal(brokenWord(`Ana ${word}`), word);
    const right =
      'José Íñigo Ángel;IRMÃ;“IRMÔ;AÇÕES;Łukasz Wiśniewski;Þórður Æði;Ïñaki;Nguyễn Đỗ;Иван Петров;Γιώργος;李小龙;Mª José;Nº 3;Qua¿;¿Ana?;Seán O’Brien;' +
      'Cœur;Ana´s;Ruiz–Gil;Ana²;20 €;“Chus”;«Chus»;Ana…;Željko;Müller-Özdemir;Çağla Şahin;Ñañez;İpek;🎾';
    for (const text of right.split(';')) assert.equal(brokenWord(text), null, text);
  });

  it('a file with such a word is refused with its line, and read if its encoding is chosen', async (t) => {
    // In Windows-1251, these letters have other bytes.
    const content = Buffer.from(`${HEADER}\n${ROW.replace('ana', 'Èâàí')}`, 'latin1');
    const file = await localFile(await aFile(t, 'x.csv', content));
    await assert.rejects(openSource(file, '.csv', OPTIONS), {
      name: 'FileFault',
      message: /x\.csv, line 2: “Èâàí” is in no .*--encoding/,
    });
    const source = await openSource(file, '.csv', { ...OPTIONS, encoding: 'windows-1251' });
    assert.deepEqual(
      (await Array.fromAsync(source.rows())).flatMap((row) => ('players' in row ? row.players[0] : [])),
      ['Иван'],
    );
    await assert.rejects(openSource(file, '.xlsx', { ...OPTIONS, encoding: 'windows-1251' }), /goes with a text/);
  });

  it('damaged UTF-8 and binary files are rejected without guessing', async (t) => {
    const damaged = Buffer.concat([Buffer.from('José Sánchez, Íñigo'), Buffer.from([0xc3]), Buffer.from(' x')]);
    const cases: [content: Uint8Array, message: RegExp][] = [
      [damaged, /some bytes are damaged/],
      [Buffer.from('504b0304', 'hex'), /name it \.xlsx/],
      [Buffer.from('d0cf11e0a1', 'hex'), /an old Excel file\. Save it as \.xlsx or CSV/],
    ];
    for (const [content, message] of cases) {
      const file = await localFile(await aFile(t, 'x.csv', content));
      await assert.rejects(encodingOf(file), { name: 'FileFault', message });
    }
  });

  it('an unclosed quote is reported before the whole file is read', async () => {
    let served = 0;
    async function* endless(): AsyncGenerator<string> {
      yield `${HEADER}\n"`;
      for (; served < 100_000; served++) yield `${ROW}\n`;
    }
    await assert.rejects(Array.fromAsync(csvRecords(endless(), 'results.csv')), /never closed/);
    assert.ok(served < 10_000, `${served} rows were read`);
  });

  it('a picture is recognized', async (t) => {
    const file = await localFile(await aFile(t, 'x.csv', '\x25PDF-1.7\n'));
    await assert.rejects(encodingOf(file), { name: 'FileFault', message: /this is a picture or a PDF/ });
  });

  it('the source is closed even if the reader stops early', async () => {
    let isClosed = false;
    async function* chunks(): AsyncGenerator<string> {
      try {
        for (;;) yield `${HEADER}\n${`${ROW}\n`.repeat(100)}`;
      } finally {
        isClosed = true;
      }
    }
    for await (const record of csvRecords(chunks(), 'results.csv')) if (record.line > 1) break;
    assert.ok(isClosed);
  });

  it('compressed files are read, and damaged ones are rejected', async (t) => {
    const packed = gzipSync(`${HEADER}\n${ROW}\n`);
    const good = await localFile(await aFile(t, 'good.csv.gz', packed));
    assert.equal((await Array.fromAsync(fileText(good))).join(''), `${HEADER}\n${ROW}\n`);
    const cut = await localFile(await aFile(t, 'cut.csv.gz', packed.subarray(0, packed.length - 12)));
    await assert.rejects(Array.fromAsync(fileText(cut)), /damaged/);
    const plain = await localFile(await aFile(t, 'plain.csv.gz', 'not packed'));
    await assert.rejects(Array.fromAsync(fileText(plain)), /damaged/);
  });

  it('the chunks in which the bytes arrive do not change the rows', async () => {
    const bytes = Buffer.from(
      `\ufeff${HEADER}\r\n"m\r\né1",2026-05-01T19:10:00Z,ana,eva,rui,tom,A,6–4\r\n\r\n${ROW}\r\n`,
    );
    const expected = await brief([bytes]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 }), async (sizes) => {
        const chunks: Buffer[] = [];
        for (let at = 0, index = 0; at < bytes.length; index++) {
          const size = sizes[index % sizes.length] ?? 1;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        assert.deepEqual(await brief(chunks), expected);
      }),
      { numRuns: 50 },
    );
  });

  it('cells are returned as written', async () => {
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
