/** Small files that unpack to large ones are refused before they fill the memory, with the bound that they pass. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { Import } from '../src/import.ts';
import { ImportFault } from '../src/message.ts';
import { workbook } from './messy/workbook.ts';

const MEBIBYTE = 1024 * 1024;

/** A workbook whose sheet has these rows. */
function workbookOf(rows: string): Uint8Array {
  const entries = unzipSync(workbook({ Hoja: [['@']] }));
  const sheet = strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
  return zipSync({ ...entries, 'xl/worksheets/sheet1.xml': sheet }, { level: 1 });
}

/** The archive, its last entry with another unpacked size in the directory at the end. */
function claiming(archive: Uint8Array, size: number): Buffer {
  const changed = Buffer.from(archive);
  changed.writeUInt32LE(size, changed.lastIndexOf('PK\x01\x02') + 24);
  return changed;
}

/** Reads the file as if it came in pieces. */
async function faultOf(name: string, bytes: Uint8Array): Promise<{ code: string; values: object }> {
  const PIECE = 64 * 1024;
  const file = {
    name,
    async *chunks() {
      for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    },
  };
  const error = await Import.open(file).then(
    () => assert.fail(`${name} was read`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ImportFault, String(error));
  return error.fault;
}

describe('The bounds of an import', () => {
  for (const [name, bytes, code, found] of [
    ['far-cell.xlsx', () => workbookOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), 'columns', 16_384],
    ['far-row.xlsx', () => workbookOf("<row r='1048577'><c r='A1048577'><v>1</v></c></row>"), 'rows', null],
    [
      'wide-and-long.xlsx',
      () => workbookOf('<row><c r="AZ1"/></row><row r="1000000"><c r="A1000000"/></row>'),
      'cells',
      52_000_000,
    ],
    ['without-addresses.xlsx', () => workbookOf(`<x:row>${'<x:c/>'.repeat(1025)}</x:row>`), 'columns', 1025],
    ['a-million.csv', () => Buffer.alloc(1_000_000, ','), 'columns', null],
    ['breaks.csv', () => Buffer.from(`a,b\n${`"${'\n'.repeat(1023)}",b\n`.repeat(1024)}c,d\n`), 'lines', null],
    ['matches.json', () => Buffer.from(`[${'{},'.repeat(1_048_576)}{}]`), 'rows', null],
    ['2000.csv', () => Buffer.from(`a,b\n${'c,'.repeat(2000)}`), 'columns', 2001],
  ] as const) {
    it(`${name} is refused with its bound, and takes little memory`, async () => {
      const content = bytes();
      const before = process.memoryUsage().rss;
      const fault = await faultOf(name, content);
      assert.equal(fault.code, `file.too_many_${code}`);
      if (found !== null) assert.equal((fault.values as { found: number }).found, found);
      assert.ok(process.memoryUsage().rss - before < 400 * MEBIBYTE);
    });
  }

  it('a file that unpacks to more bytes than its bound is refused with it', async () => {
    const sheet = claiming(workbookOf('<row/>'), 129 * MEBIBYTE);
    assert.equal((await faultOf('blank.xlsx', sheet)).code, 'file.too_large');
    const blank = Buffer.alloc(16 * MEBIBYTE, '\n');
    const file = {
      name: 'blank.csv.gz',
      async *chunks() {
        for (let piece = 0; piece < 17; piece++) yield blank;
      },
    };
    await assert.rejects(Import.open(file), ImportFault);
  });

  it('an archive that claims a smaller size than it has is not unpacked', async () => {
    const archive = claiming(workbookOf(' '.repeat(100_000)), 10);
    assert.equal((await faultOf('lying.xlsx', archive)).code, 'file.not_a_workbook');
  });
});
