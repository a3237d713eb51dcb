/** Small files that unpack to large ones are refused before they fill the memory, with the bound that they pass. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { fileText } from '@bandeja/importer/file-text';
import { checkSheetSize } from '@bandeja/importer/xlsx-bounds';
import { unzip, zip } from '@bandeja/importer/zip';
import { localFile } from '../src/import/local-file.ts';
import { workbook } from './messy/workbook.ts';
import { aFile, runInside } from './run-cli.ts';

const MEBIBYTE = 1024 * 1024;

/** The bytes of a workbook whose sheet has these rows, packed. */
async function packedWorkbook(rows: string): Promise<Buffer> {
  const unzipped = await unzip(workbook({ Hoja: [['@']] }), () => true, MEBIBYTE);
  const entries = unzipped ?? new Map<string, Uint8Array>();
  const sheet = Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
  const packed = deflateRawSync(sheet, { level: 1 });
  const archive = Buffer.from(zip([...entries, ['xl/worksheets/sheet1.xml', packed]]));
  // The last entry of the directory is deflated.
  archive.writeUInt16LE(8, archive.lastIndexOf('PK\x01\x02') + 10);
  return archive;
}

describe('The bounds of an import', () => {
  for (const [name, bytes, message] of [
    [
      'far-cell.xlsx',
      packedWorkbook('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      /far-cell\.xlsx: the file has more than 1,024 columns \(16,384\)/,
    ],
    [
      'far-row.xlsx',
      packedWorkbook("<row r='1048577'><c r='A1048577'><v>1</v></c></row>"),
      /more than 1,048,576 rows \(1,048,577\)/,
    ],
    [
      'wide-and-long.xlsx',
      packedWorkbook('<row><c r="AZ1"/></row><row r="1000000"><c r="A1000000"/></row>'),
      /more than 12,000,000 cells, .* \(52,000,000\)/,
    ],
    ['blank.xlsx', packedWorkbook(' '.repeat(129 * MEBIBYTE)), /more than 128 MiB when it is unpacked/],
    [
      'ten-million.csv.gz',
      gzipSync(Buffer.alloc(10_000_000, ',')),
      /ten-million\.csv\.gz, line 1: the file has more than 1,024 columns/,
    ],
    ['2000.csv', Buffer.from(`a,b\n${'c,'.repeat(2000)}`), /2000\.csv, line 2: .* more than 1,024 columns \(2,001\)/],
  ] as const) {
    it(`${name} is refused with its bound, and takes little memory`, async (t) => {
      const path = await aFile(t, name, await bytes);
      const before = process.memoryUsage().rss;
      const run = await runInside(['import', path]);
      assert.equal(run.exitCode, 2);
      assert.match(run.stderr, message);
      assert.ok(process.memoryUsage().rss - before < 400 * MEBIBYTE);
    });
  }

  it('a file that unpacks to more bytes than its bound is refused with it', async (t) => {
    const blank = gzipSync(Buffer.alloc(16 * MEBIBYTE, '\n'));
    const path = await aFile(t, 'blank.csv.gz', Buffer.concat(Array.from({ length: 17 }, () => blank)));
    const read = async (): Promise<void> => {
      for await (const _ of fileText(await localFile(path)));
    };
    await assert.rejects(read, /more than 256 MiB when it is unpacked/);
  });

  it('a sheet without addresses is measured by its tags', () => {
    assert.throws(() => checkSheetSize(`<x:row>${'<x:c/>'.repeat(1025)}</x:row>`, 'x'), /columns \(1,025\)/);
    checkSheetSize('<row><c/><c/></row>'.repeat(10_000), 'x');
  });

  it('an archive that claims a smaller size than it has is not unpacked', async () => {
    const archive = Buffer.from(zip([['a.xml', deflateRawSync(Buffer.alloc(100_000))]]));
    archive.writeUInt16LE(8, archive.lastIndexOf('PK\x01\x02') + 10);
    archive.writeUInt32LE(10, archive.lastIndexOf('PK\x01\x02') + 24);
    assert.equal(await unzip(archive, () => true, 99_999), null);
    assert.equal((await unzip(archive, () => true, 100_000))?.get('a.xml')?.length, 100_000);
    await assert.rejects(unzip(Buffer.from('not an archive at all, but text'), () => true, 10));
  });
});
