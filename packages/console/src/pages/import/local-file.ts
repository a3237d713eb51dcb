/** A file that was chosen in the browser, for the reader. */

import { fileFault } from '@bandeja/importer/file-fault';
import type { FileBytes } from '@bandeja/importer/file-text';
import { chunksOf } from '@bandeja/importer/streams';

async function* chunks(stream: ReadableStream<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(stream);
  } catch (error) {
    throw fileFault(`${name}: the file cannot be read, or its packing is damaged.`, { cause: error });
  }
}

export function bytesOf(file: File): FileBytes {
  const { name, size } = file;
  const isPacked = name.toLowerCase().endsWith('.gz');
  const open = () => (isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream());
  return { name, size, chunks: () => chunks(open(), name) };
}
