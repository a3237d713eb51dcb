/** A file that was chosen in the browser, for the reader. */
import { chunksOf, fileFault, type SourceFile } from '@bandeja/importer';

async function* chunks(stream: ReadableStream<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(stream);
  } catch {
    throw fileFault('file.damaged', { name });
  }
}

export function sourceOf(file: File): SourceFile {
  const { name } = file;
  const isPacked = name.toLowerCase().endsWith('.gz');
  const open = () => (isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream());
  return { name, chunks: () => chunks(open(), name) };
}
