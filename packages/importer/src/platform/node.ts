/** What the reader needs from Node. The conditions of `imports` in package.json choose `browser.ts` for a browser. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32, inflateRawSync } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { CsvFailure, type CsvOptions, type ParsedRecord, type WorkbookSheet } from './platform.ts';

export { crc32 };

/** Parses CSV a chunk at a time. */
export async function* parseCsv(text: AsyncIterable<string>, options: CsvOptions): AsyncGenerator<ParsedRecord> {
  const parser = parse({ ...options });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const parsed of source.pipe(parser) as AsyncIterable<ParsedRecord>) yield parsed;
  } catch (error) {
    throw error instanceof CsvError ? new CsvFailure(error) : error;
  } finally {
    source.destroy();
  }
}

/** Unpacks bytes; null if there are more than `bytesMax`. */
export async function inflateRaw(packed: Uint8Array, bytesMax: number): Promise<Uint8Array | null> {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) });
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<readonly WorkbookSheet[]> {
  // Loaded only for such a file: it takes longer than the start of the command.
  const { default: read } = await import('read-excel-file/node');
  return await read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { trim: false });
}

export function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
