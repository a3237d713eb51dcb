import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { collect } from '../collections.ts';
import { wrongUse } from '../exit.ts';
import { beyond, bounds } from './bounds.ts';

/** The name of standard input. */
export const STANDARD_INPUT = '-';

/** The encodings that a text file may have. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/**
 * Reads a file as text, a chunk at a time: unpacks `.gz`, refuses bytes that the encoding does not have, drops a byte order
 * mark, and turns every line end into a line feed so that lines can be counted.
 * @param name what messages call it.
 * @throws {CommandFailure} when it cannot be read, unpacked or decoded.
 */
export async function* fileText(path: string, name = path, encoding: Encoding = 'utf-8'): AsyncGenerator<string> {
  yield* textOfBytes(fileBytes(path, name), name, encoding);
}

/** A whole file as text, in the encoding that it has. Anything but a regular file can be read only once, and is UTF-8. */
export async function wholeText(path: string): Promise<string> {
  const encoding = (await fileAt(path)).isFile() ? await encodingOf(path, path) : 'utf-8';
  return (await collect(fileText(path, path, encoding))).join('');
}

/** The bytes of a file, unpacked. */
async function* fileBytes(path: string, name: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  // If the read fails, pipeline() makes the unpacked stream fail too, and the loop over it throws.
  const bytes = path.toLowerCase().endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
  let total = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > bounds.textBytes) throw beyond('textBytes', name);
      yield chunk;
    }
  } finally {
    file.destroy();
  }
}

/** The same as {@link fileText} for bytes from anywhere. */
export async function* textOfBytes(
  bytes: AsyncIterable<Buffer>,
  name: string,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let carriageReturn = '';
  try {
    for await (const chunk of bytes) {
      const text = carriageReturn + decoder.decode(chunk, { stream: true });
      // A carriage return at the end of a chunk waits to see whether its line feed follows.
      carriageReturn = text.endsWith('\r') ? '\r' : '';
      yield withLineFeeds(carriageReturn === '' ? text : text.slice(0, -1));
    }
    yield withLineFeeds(carriageReturn + decoder.decode());
  } catch (error) {
    throw readFailure(error, name);
  }
}

/**
 * Finds the encoding of a text file: UTF-16 by its mark, UTF-8 if all bytes fit it, else Windows-1252.
 * @throws {CommandFailure} for a file that is not text, or whose bytes are damaged UTF-8.
 */
export async function encodingOf(path: string, name: string): Promise<Encoding> {
  let head = Buffer.alloc(0);
  const strict = new TextDecoder('utf-8', { fatal: true });
  const lenient = new TextDecoder('utf-8');
  const count = { broken: 0, beyondAscii: 0, impossible: 0 };
  let isUtf8 = true;
  try {
    for await (const chunk of fileBytes(path, name)) {
      if (head.length < 4) head = Buffer.concat([head, chunk]).subarray(0, 4);
      const marked = markedEncoding(head, name);
      if (marked !== null) return marked;
      isUtf8 &&= fits(strict, chunk);
      const text = lenient.decode(chunk, { stream: true });
      count.beyondAscii += text.match(/[^\0-\x7f]/g)?.length ?? 0;
      count.broken += text.match(/\ufffd/g)?.length ?? 0;
      for (const byte of chunk) if (UNUSED.has(byte)) count.impossible++;
    }
    if (isUtf8 && fits(strict)) return 'utf-8';
  } catch (error) {
    throw readFailure(error, name);
  }
  // In a file of Windows-1252 hardly any bytes look like UTF-8 by chance.
  if (count.beyondAscii > 2 * count.broken || count.impossible > 0) {
    throw wrongUse(`${name}: some bytes are damaged: this is neither UTF-8 nor Windows-1252. Save it as “CSV UTF-8”.`);
  }
  return 'windows-1252';
}

/** Bytes without a character in Windows-1252. */
const UNUSED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

function fits(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** The encodings that the first bytes of a file show. */
function markedEncoding(head: Buffer, name: string): Encoding | null {
  const hex = head.toString('hex');
  if (hex.startsWith('fffe')) return 'utf-16le';
  if (hex.startsWith('feff')) return 'utf-16be';
  if (['89504e47', 'ffd8ff', '47494638', '25504446'].some((mark) => hex.startsWith(mark)))
    throw wrongUse(`${name}: this is a picture or a PDF. Save the results as CSV or .xlsx.`);
  if (hex.startsWith('504b0304'))
    throw wrongUse(`${name}: this is a packed file. If it is a spreadsheet, name it .xlsx.`);
  if (hex.startsWith('d0cf11e0')) throw wrongUse(`${name}: this is an old Excel file. Save it as .xlsx or CSV.`);
  return null;
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

/** The file's facts. @throws {CommandFailure} if there is no such file, or it is a directory. */
export async function fileAt(path: string): Promise<Stats> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw wrongUse(`${path} is a directory. Name a file in it.`);
    return stats;
  } catch (error) {
    throw readFailure(error, path);
  }
}

function readFailure(error: unknown, name: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const say = (sentence: string) => wrongUse(`${name}: ${sentence}`, { cause: error });
  if (code === 'ENOENT') return say('there is no such file.');
  if (code === 'EACCES' || code === 'EPERM') return say('the file may not be read.');
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return say('the bytes are damaged. Save it again as “CSV UTF-8”.');
  if (code.startsWith('Z_')) return say('the packed file is damaged, or was not packed with gzip.');
  return error;
}
