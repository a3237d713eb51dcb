import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { wrongUse } from '../exit.ts';

/** The name that stands for standard input. */
export const STANDARD_INPUT = '-';

/**
 * Reads a file as text, a chunk at a time: unpacks `.gz`, refuses invalid UTF-8, drops a byte order mark, and turns every
 * line end into a line feed so that lines can be counted.
 * @param name what messages call it.
 * @throws {CommandFailure} when it cannot be read, unpacked or decoded.
 */
export async function* fileText(path: string, name = path): AsyncGenerator<string> {
  const file = createReadStream(path);
  // If the read fails, pipeline() makes the unpacked stream fail too, and the loop over it throws.
  const bytes = path.toLowerCase().endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
  try {
    yield* textOfBytes(bytes, name);
  } finally {
    file.destroy();
  }
}

/** The same for bytes from a stream. @param name what messages call it. */
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

/** The file's facts. @throws {CommandFailure} if there is no such file, or it is a directory. */
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
