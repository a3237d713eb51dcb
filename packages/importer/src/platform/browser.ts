/** The same as `node.ts` for a browser. The libraries for CSV and workbooks are loaded with the first such file. */
import { hash } from 'fast-sha256';
import { chunksOf, joined } from '../streams.ts';
import { CsvFailure, type CsvOptions, type ParsedRecord, type WorkbookSheet } from './platform.ts';

/** The reader of workbooks here does not check it. */
export const crc32 = (_content: Uint8Array): number => 0;

/** Parsed at once. A shorter text is not worth a call. */
const SLICE_LENGTH = 64 * 1024;
/** The longest time without a turn for the page. */
const BUSY_MS = 50;

/** Parses CSV a slice of whole records at a time, and lets the page react in between. */
export async function* parseCsv(text: AsyncIterable<string>, options: CsvOptions): AsyncGenerator<ParsedRecord> {
  const { parse, CsvError } = await import('csv-parse/browser/esm/sync');
  const longest = Number(options.max_record_size ?? Number.POSITIVE_INFINITY);
  let rest = '';
  let linesBefore = 0;
  let turnAt = performance.now() + BUSY_MS;
  function* recordsOf(slice: string): Generator<ParsedRecord> {
    try {
      for (const { record, info } of parse(slice, { ...options }) as unknown as readonly ParsedRecord[])
        yield { record, info: { lines: info.lines + linesBefore } };
    } catch (error) {
      throw error instanceof CsvError ? new CsvFailure(error, linesBefore) : error;
    }
    linesBefore += slice.split('\n').length - 1;
  }
  for await (const chunk of text) {
    rest += chunk;
    if (rest.length < SLICE_LENGTH) continue;
    // A record that is too long is parsed without its end, and refused.
    const end = endOfRecords(rest) || (rest.length > longest ? rest.length : 0);
    yield* recordsOf(rest.slice(0, end));
    rest = rest.slice(end);
    if (performance.now() < turnAt) continue;
    await new Promise((done) => setTimeout(done));
    turnAt = performance.now() + BUSY_MS;
  }
  yield* recordsOf(rest);
}

/** The end of the last whole record: a line feed outside quotes. */
function endOfRecords(text: string): number {
  let end = 0;
  let isQuoted = false;
  for (let place = 0; place < text.length; place++) {
    const character = text[place];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\n' && !isQuoted) end = place + 1;
  }
  return end;
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
  return joined(parts);
}

export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<readonly WorkbookSheet[]> {
  const { default: read } = await import('read-excel-file/universal');
  return await read(bytes.buffer, { trim: false });
}

export const sha256 = (text: string): Uint8Array => hash(new TextEncoder().encode(text));
