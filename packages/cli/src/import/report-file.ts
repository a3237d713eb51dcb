import { constants } from 'node:fs';
import { access, type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { REPORT_HEADER, type RowResult, reportLines } from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import { CommandFailure, wrongUse } from '../exit.ts';

/** The file of `--report`: a print-out of what the service remembers. Until the first row has a result, an earlier report stays. */
export class ReportFile {
  readonly #path: string;
  readonly #format: Format;
  #file: FileHandle | null = null;

  constructor(path: string, format: Format) {
    this.#path = path;
    this.#format = format;
  }

  /** @param importId null for a dry run. @throws {CommandFailure} if it cannot be written */
  async add(results: readonly RowResult[], importId: string | null): Promise<void> {
    const lines = reportLines(results, importId, this.#format);
    await written(this.#path, async () => {
      const header = this.#file === null ? REPORT_HEADER : '';
      this.#file ??= await open(this.#path, 'w');
      await this.#file.appendFile(header + lines);
    });
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

const HEADER_BYTES = 2000;

/** Refuses to replace a file that isn’t a report. @throws {CommandFailure} with another name */
export async function checkReport(path: string): Promise<void> {
  const there = await stat(path).catch(() => null);
  await written(path, () => access(there === null ? dirname(path) : path, constants.W_OK));
  if (!there?.isFile() || there.size === 0) return;
  const [header = ''] = (await readFile(path, 'utf8')).slice(0, HEADER_BYTES).split(/\r?\n/);
  const names = header.replace('\ufeff', '').split(/[,;\t]/);
  if (['line', 'external_ref', 'status'].every((name) => names.includes(name)) && names.includes('import_id')) return;
  const shown = names.slice(0, COLUMNS_SHOWN_MAX).join(', ');
  throw wrongUse(
    `--report ${path}: there is such a file already, and it is not the report of an import. Its columns begin with ${shown}. ` +
      'Nothing was sent. Choose another name.',
  );
}

const COLUMNS_SHOWN_MAX = 4;

/** @throws {CommandFailure} if the report cannot be written */
async function written<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw wrongUse(`--report ${path}: the file cannot be written (${code}).`, { cause: error });
  }
}
