/** Files on the disk, for the reader. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { SourceFile } from '@bandeja/importer';
import { wrongUse } from '../exit.ts';

/** The name of standard input. */
export const STANDARD_INPUT = '-';

/** @throws {CommandFailure} if there is no such file, or it is a directory */
export async function localFile(path: string): Promise<SourceFile> {
  const stats = await stat(path).catch((error: unknown) => {
    throw readFailure(error, path);
  });
  if (stats.isDirectory()) throw wrongUse(`${path} is a directory. Name a file in it.`);
  return { name: path, chunks: () => fileBytes(path) };
}

/** Standard input, which can be read once. */
export const inputFile = (input: Readable): SourceFile => ({ name: 'standard input', chunks: () => input });

/** A file whose text is known. */
export const inMemory = (name: string, text: string): SourceFile => ({
  name,
  async *chunks() {
    yield new TextEncoder().encode(text);
  },
});

/** A whole file as text, in the encoding that it has. */
export async function wholeText(file: SourceFile): Promise<string> {
  const { bytesOf, decodeText } = await import('@bandeja/importer');
  return decodeText(await bytesOf(file, '.csv'), file.name, null).text;
}

/** The bytes of a file, unpacked. */
async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  // If the read fails, pipeline() makes the unpacked stream fail too, and the loop over it throws.
  const bytes = path.toLowerCase().endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw readFailure(error, path);
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

/** FILE of the import; `-` is CSV from standard input. @throws {CommandFailure} for a file that is not there, or of another kind */
export async function openedFile(path: string, input: Readable): Promise<SourceFile> {
  if (path === STANDARD_INPUT) return inputFile(input);
  const [file, { kindOf }] = await Promise.all([localFile(path), import('@bandeja/importer')]);
  if (kindOf(path) === null) {
    throw wrongUse(
      `${path}: a file to import ends in .csv, .tsv, .txt, .json (each also with .gz) or .xlsx; “-” reads CSV from standard input.`,
    );
  }
  return file;
}
