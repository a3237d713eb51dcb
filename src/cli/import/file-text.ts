import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { wrongUse } from '../exit.ts';

/** The name that stands for standard input. */
export const STANDARD_INPUT = '-';

/**
 * Opens a file as text: unpacks what ends in `.gz`, decodes UTF-8 strictly, drops a byte order mark and makes every line
 * end a line feed, so that line numbers can be counted. Holds one chunk at a time.
 * @throws {CommandFailure} when it cannot be read, unpacked or decoded.
 */
export async function* fileText(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  // pipeline() passes a failing read on to the reader of the unpacked bytes, which throws it.
  const bytes = path.toLowerCase().endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
  try {
    yield* textOfBytes(bytes, path);
  } finally {
    file.destroy();
  }
}

/** The same for bytes from elsewhere. @param name how to call them in messages. */
export async function* textOfBytes(bytes: Readable, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let carriageReturn = '';
  try {
    for await (const chunk of bytes) {
      const text = carriageReturn + decoder.decode(chunk as Buffer, { stream: true });
      // A carriage return at the end of a chunk waits to see whether its line feed follows.
      carriageReturn = text.endsWith('\r') ? '\r' : '';
      yield withLineFeeds(carriageReturn === '' ? text : text.slice(0, -1));
    }
    yield withLineFeeds(carriageReturn + decoder.decode());
  } catch (error) {
    throw readFailure(error, name);
  }
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

/** What stands at the path. @throws {CommandFailure} when nothing does, or a directory. */
export async function fileAt(path: string): Promise<Stats> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw wrongUse(`${path} is a directory.`);
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
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return say('this is not UTF-8. Save it again as “CSV UTF-8”.');
  if (code.startsWith('Z_')) return say('the packed file is damaged, or was not packed with gzip.');
  return error;
}
