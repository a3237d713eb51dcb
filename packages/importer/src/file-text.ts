import { beyond, bounds } from './bounds.ts';
import { fileFault } from './file-fault.ts';
import { joined } from './streams.ts';

/** A file as the reader gets it: on the disk, or in a browser. */
export interface FileBytes {
  /** What messages call it. */
  readonly name: string;
  /** In bytes, before it is unpacked. */
  readonly size: number;
  /** Reads it from its start each time, and unpacks `.gz`. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/** The encodings that are recognized. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export const encodingNames: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/** The bytes of a text file, up to the bound. */
async function* boundedBytes({ name, chunks }: FileBytes): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of chunks()) {
    total += chunk.length;
    if (total > bounds.textBytes) throw beyond('textBytes', name);
    yield chunk;
  }
}

/**
 * Reads a file as text, a chunk at a time: refuses bytes that the encoding does not have, drops a byte order mark, and turns
 * every line end into a line feed so that lines can be counted.
 * @throws {FileFault} when it cannot be read, unpacked or decoded.
 */
export function fileText(file: FileBytes, encoding = 'utf-8'): AsyncGenerator<string> {
  return textOfBytes(boundedBytes(file), file.name, encoding);
}

/** The same as {@link fileText} for bytes from anywhere. */
export async function* textOfBytes(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  encoding = 'utf-8',
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      throw fileFault(`${name}: the bytes are damaged. Save it again as “CSV UTF-8”.`, { cause: error });
    }
  };
  let carriageReturn = '';
  for await (const chunk of bytes) {
    const text = carriageReturn + decode(chunk);
    // A carriage return at the end of a chunk waits to see whether its line feed follows.
    carriageReturn = text.endsWith('\r') ? '\r' : '';
    yield withLineFeeds(carriageReturn === '' ? text : text.slice(0, -1));
  }
  yield withLineFeeds(carriageReturn + decode());
}

/**
 * Finds the encoding of a text file: UTF-16 by its mark, UTF-8 if all bytes fit it, else Windows-1252.
 * @throws {FileFault} for a file that is not text, or whose bytes are damaged UTF-8.
 */
export async function encodingOf(file: FileBytes): Promise<Encoding> {
  const { name } = file;
  let head = new Uint8Array();
  const strict = new TextDecoder('utf-8', { fatal: true });
  const lenient = new TextDecoder('utf-8');
  const count = { broken: 0, beyondAscii: 0, impossible: 0 };
  let isUtf8 = true;
  for await (const chunk of boundedBytes(file)) {
    if (head.length < 4) head = joined([head, chunk.subarray(0, 4)]).slice(0, 4);
    const marked = markedEncoding(head, name);
    if (marked !== null) return marked;
    isUtf8 &&= fits(strict, chunk);
    const text = lenient.decode(chunk, { stream: true });
    count.beyondAscii += text.match(/[^\0-\x7f]/g)?.length ?? 0;
    count.broken += text.match(/\ufffd/g)?.length ?? 0;
    for (const byte of chunk) if (UNUSED.has(byte)) count.impossible++;
  }
  if (isUtf8 && fits(strict)) return 'utf-8';
  // In a file of Windows-1252 hardly any bytes look like UTF-8 by chance.
  if (count.beyondAscii > 2 * count.broken || count.impossible > 0) {
    throw fileFault(`${name}: some bytes are damaged: this is neither UTF-8 nor Windows-1252. ${CHOOSE}`);
  }
  return 'windows-1252';
}

/** What to do about an encoding that is not recognized. */
export const CHOOSE = 'Save it as “CSV UTF-8”, or choose its encoding (--encoding, such as windows-1251).';

/** Bytes without a character in Windows-1252. */
const UNUSED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

function fits(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** The encodings that the first bytes of a file show. */
function markedEncoding(head: Uint8Array, name: string): Encoding | null {
  const hex = Array.from(head, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex.startsWith('fffe')) return 'utf-16le';
  if (hex.startsWith('feff')) return 'utf-16be';
  if (['89504e47', 'ffd8ff', '47494638', '25504446'].some((mark) => hex.startsWith(mark)))
    throw fileFault(`${name}: this is a picture or a PDF. Save the results as CSV or .xlsx.`);
  if (hex.startsWith('504b0304'))
    throw fileFault(`${name}: this is a packed file. If it is a spreadsheet, name it .xlsx.`);
  if (hex.startsWith('d0cf11e0')) throw fileFault(`${name}: this is an old Excel file. Save it as .xlsx or CSV.`);
  return null;
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
