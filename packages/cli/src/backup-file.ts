import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CommandFailure, unreachable, wrongUse } from './exit.ts';
import { isObject, type JsonObject } from './json-value.ts';

/** The note at the end of a backup, and the end of the archive after it, are shorter. */
const TAIL_BYTES = 8 * 1024;

export interface BackupTarget {
  readonly file: string;
  /** Called with the bytes that are written so far. */
  readonly onProgress: (bytes: number) => void;
}

export interface WrittenBackup {
  readonly size_bytes: number;
  /** What the backup says of itself: `backup.json`. */
  readonly note: JsonObject;
}

/** @throws {CommandFailure} if the file may not be written, before anything is asked of the service. */
export async function checkBackupTarget(file: string, mayReplace: boolean): Promise<void> {
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory())
    throw wrongUse(`${file} is a folder. Name the file to write, such as ${file}/bandeja.tar.gz.`);
  if (there !== null && !mayReplace) throw wrongUse(`${file} is there already. Name another file, or use --replace.`);
}

/**
 * Asks for a backup and writes it as it arrives. The file has another name until all of it is there, was read to its end once, and is on the disk:
 * a part of a backup never looks like one.
 */
export async function writeBackup(
  ask: () => Promise<ReadableStream<Uint8Array>>,
  target: BackupTarget,
): Promise<WrittenBackup> {
  const unfinished = `${target.file}.unfinished`;
  const file = await open(unfinished, 'w', 0o600).catch((error: Error) => {
    throw wrongUse(`${unfinished} cannot be written: ${error.message}`, { cause: error });
  });
  try {
    const written = await receive(await ask(), file, target.onProgress);
    await file.sync();
    await file.close();
    await rename(unfinished, target.file);
    await syncFolder(dirname(resolve(target.file)));
    return written;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function receive(
  body: ReadableStream<Uint8Array>,
  file: FileHandle,
  onProgress: (bytes: number) => void,
): Promise<WrittenBackup> {
  let size = 0;
  let tail: Buffer = Buffer.alloc(0);
  const save = new Transform({
    transform(piece: Buffer, _encoding, done) {
      file.writeFile(piece).then(
        () => {
          size += piece.length;
          onProgress(size);
          done(null, piece);
        },
        (error: Error) => done(wrongUse(`The backup cannot be written: ${error.message}`, { cause: error })),
      );
    },
  });
  const keepTail = async (pieces: AsyncIterable<Buffer>): Promise<void> => {
    for await (const piece of pieces) tail = Buffer.concat([tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
  };
  try {
    await pipeline(Readable.fromWeb(body), save, createGunzip({ chunkSize: 256 * 1024 }), keepTail);
  } catch (error) {
    if (error instanceof CommandFailure || (error as Error).name === 'AbortError') throw error;
    throw unreachable('The backup ended too early; nothing was kept. The log of the service may say why.', {
      cause: error,
    });
  }
  return { size_bytes: size, note: noteIn(tail) };
}

function noteIn(tail: Buffer): JsonObject {
  const text = tail.toString('utf8');
  try {
    const note: unknown = JSON.parse(text.slice(text.lastIndexOf('{'), text.lastIndexOf('}') + 1));
    if (isObject(note)) return note;
  } catch {
    // Told below.
  }
  throw unreachable('What the service sent is no backup; nothing was kept.');
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
