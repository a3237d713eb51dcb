import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Ask } from '@bandeja/importer/asking';
import { kindOf, openSource, type Source, type SourceOptions } from '@bandeja/importer/source';
import { wrongUse } from '../exit.ts';
import { fileAt, localFile, STANDARD_INPUT } from './local-file.ts';
import { spool } from './spool.ts';

/** A source on the disk. */
export interface OpenPath extends Source {
  /** Removes what was put on the disk to read it. */
  readonly close: () => void;
}

/**
 * Opens FILE. What can be read only once, such as standard input, is copied to the disk first.
 * @param ask asks the person at the terminal; null: an open question is a fault.
 * @throws {CommandFailure} for a file that is not there. @throws {FileFault} for one that cannot be imported
 */
export async function openPath(
  path: string,
  input: Readable,
  options: SourceOptions,
  ask: Ask | null = null,
): Promise<OpenPath> {
  const isInput = path === STANDARD_INPUT;
  const stats = isInput ? null : await fileAt(path);
  const kind = isInput ? '.csv' : kindOf(path);
  if (kind === null) {
    throw wrongUse(
      `${path}: a file to import ends in .csv, .tsv, .txt, .json (each also with .gz) or .xlsx; “-” reads CSV from standard input.`,
    );
  }
  if (stats?.isFile()) return { ...(await openSource(await localFile(path), kind, options, ask)), close: () => {} };
  const name = isInput ? 'standard input' : path;
  const packed = path.toLowerCase().endsWith('.gz') ? '.gz' : '';
  const copy = await spool(isInput ? input : createReadStream(path), `file${kind}${packed}`);
  try {
    const source = await openSource(await localFile(copy.path, name), kind, options, ask);
    return { ...source, close: copy.remove };
  } catch (error) {
    copy.remove();
    throw error;
  }
}
