/** Files on the disk, for the reader. */
import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { collect } from '@bandeja/importer/collections';
import { encodingOf, type FileBytes, fileText } from '@bandeja/importer/file-text';
import { wrongUse } from '../exit.ts';

/** The name of standard input. */
export const STANDARD_INPUT = '-';

/** @param name what messages call it @throws {CommandFailure} if there is no such file, or it is a directory */
export async function localFile(path: string, name = path): Promise<FileBytes> {
  const { size } = await fileAt(path);
  return { name, size, chunks: () => fileBytes(path, name) };
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

/** A whole file as text, in the encoding that it has. Anything but a regular file can be read only once, and is UTF-8. */
export async function wholeText(path: string): Promise<string> {
  const isRegular = (await fileAt(path)).isFile();
  const file = await localFile(path);
  return (await collect(fileText(file, isRegular ? await encodingOf(file) : 'utf-8'))).join('');
}

/** The bytes of a file, unpacked. */
async function* fileBytes(path: string, name: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  // If the read fails, pipeline() makes the unpacked stream fail too, and the loop over it throws.
  const bytes = path.toLowerCase().endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw readFailure(error, name);
  } finally {
    file.destroy();
  }
}

function readFailure(error: unknown, name: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const say = (sentence: string) => wrongUse(`${name}: ${sentence}`, { cause: error });
  if (code === 'ENOENT') return say('there is no such file.');
  if (code === 'EACCES' || code === 'EPERM') return say('the file may not be read.');
  if (code.startsWith('Z_')) return say('the packed file is damaged, or was not packed with gzip.');
  return error;
}
