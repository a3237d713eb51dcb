import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A copy on the disk of what can be read only once. */
export interface Spool {
  readonly path: string;
  readonly remove: () => void;
}

/**
 * Copies a stream into a temporary file, because a file is read twice: first to see how to read it, then row by row.
 * @param name the copy’s name; its ending is that of the file.
 */
export async function spool(bytes: Readable, name: string): Promise<Spool> {
  const directory = mkdtempSync(join(tmpdir(), 'bandeja-'));
  const remove = (): void => {
    rmSync(directory, { recursive: true, force: true });
    process.off('exit', remove);
  };
  // The second Ctrl-C ends the process without a return to the caller.
  process.once('exit', remove);
  const path = join(directory, name);
  try {
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
