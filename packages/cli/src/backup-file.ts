import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CommandFailure, unreachable, wrongUse } from './exit.ts';

/** More than the last file of a backup and the end of the archive. */
const TAIL_BYTES = 8 * 1024;

export interface BackupTarget {
  readonly file: string;
  /** Called with the number of bytes written so far. */
  readonly onProgress: (bytes: number) => void;
}

/** `backup.json`, the last file of the archive. */
export interface BackupNote {
  /** The backup contains everything acknowledged before this time. */
  readonly moment: string;
  /** The size of the files before compression. */
  readonly bytes: number;
}

export interface WrittenBackup {
  readonly size_bytes: number;
  readonly note: BackupNote;
}

/** @throws {CommandFailure} if the file may not be written, before the service is called */
export async function checkBackupTarget(file: string, mayReplace: boolean): Promise<void> {
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory())
    throw wrongUse(`${file} is a folder. Name the file to write, such as ${file}/bandeja.tar.gz.`);
  if (there !== null && !mayReplace) throw wrongUse(`${file} is there already. Name another file, or use --replace.`);
}

/**
 * Requests a backup and writes it as it arrives. The file has another name until it is complete, readable and on the disk, so that a
 * part of a backup never looks like a backup.
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

function noteIn(tail: Buffer): BackupNote {
  const text = tail.toString('utf8');
  try {
    return JSON.parse(text.slice(text.lastIndexOf('{'), text.lastIndexOf('}') + 1)) as BackupNote;
  } catch (error) {
    throw unreachable('What the service sent is not a backup; nothing was kept.', { cause: error });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
