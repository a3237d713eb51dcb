import { fileFault } from '../message.ts';
import { bounds, inMebibytes } from './bounds.ts';

/** A file as the reader gets it: on the disk, or in a browser. */
export interface SourceFile {
  readonly name: string;
  /** Its bytes, unpacked if it ends in `.gz`. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

const fileKinds = ['.csv', '.tsv', '.txt', '.json', '.xlsx'] as const;
export type FileKind = (typeof fileKinds)[number];

/** The kind of a file by its name; null for one that cannot be imported. */
export function kindOf(name: string): FileKind | null {
  const lower = name.toLowerCase();
  const ending = /[^/\\](\.[^./\\]*)$/.exec(lower.replace(/\.gz$/, ''))?.[1];
  const kind = fileKinds.find((one) => one === ending) ?? null;
  return kind === '.xlsx' && lower.endsWith('.gz') ? null : kind;
}

/** All bytes of a file, up to its bound. @throws {ImportFault} for a larger one */
export async function bytesOf({ name, chunks }: SourceFile, kind: FileKind): Promise<Uint8Array> {
  const max = kind === '.xlsx' ? bounds.workbookBytes : kind === '.json' ? bounds.jsonBytes : bounds.textBytes;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks()) {
    size += chunk.length;
    if (size > max) throw fileFault('file.too_large', { name, bound: inMebibytes(max) });
    parts.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A file whose bytes are in memory, so that it can be read again. */
export interface LoadedFile extends SourceFile {
  /** Of its bytes, unpacked: 64 hexadecimal digits. */
  readonly sha256: string;
}

/** @throws {ImportFault} for a file that is too large */
export async function loadFile(file: SourceFile): Promise<LoadedFile> {
  const bytes = await bytesOf(file, kindOf(file.name) ?? '.csv');
  return {
    name: file.name,
    sha256: await sha256Of(bytes),
    chunks: async function* () {
      yield bytes;
    },
  };
}

export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Safari cannot iterate over a stream. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
