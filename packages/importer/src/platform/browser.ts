/** The same as `node.ts` for a browser. The libraries for CSV and workbooks are loaded with the first such file. */
import { hash } from 'fast-sha256';
import { chunksOf } from '../streams.ts';
import { CsvFailure, type CsvOptions, type ParsedRecord, type WorkbookSheet } from './platform.ts';

/** The reader of workbooks here does not check it. */
export const crc32 = (_content: Uint8Array): number => 0;

/** Parses the whole text: it is in memory anyway. */
export async function* parseCsv(text: AsyncIterable<string>, options: CsvOptions): AsyncGenerator<ParsedRecord> {
  const { parse, CsvError } = await import('csv-parse/browser/esm/sync');
  let whole = '';
  for await (const chunk of text) whole += chunk;
  try {
    yield* parse(whole, { ...options }) as unknown as readonly ParsedRecord[];
  } catch (error) {
    throw error instanceof CsvError ? new CsvFailure(error) : error;
  }
}

/** Unpacks bytes; null if there are more than `bytesMax`. */
export async function inflateRaw(packed: Uint8Array, bytesMax: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of chunksOf(
    new Blob([packed as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
  )) {
    size += part.length;
    if (size > bytesMax) return null;
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<readonly WorkbookSheet[]> {
  const { default: read } = await import('read-excel-file/universal');
  return await read(bytes.buffer, { trim: false });
}

export const sha256 = (text: string): Uint8Array => hash(new TextEncoder().encode(text));
