import { constants } from 'node:fs';
import { access, type FileHandle, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { REPORT_HEADER, type RowResult, reportLines } from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import { CommandFailure, wrongUse } from '../exit.ts';

/** The file of `--report`: a print-out of what the service remembers. Until the first row has a result, an earlier report stays. */
export class ReportFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #format: Format;
  /** Where the file is until then; null once it is at its place. */
  #temporary: string | null;

  private constructor(path: string, temporary: string | null, file: FileHandle, format: Format) {
    this.#path = path;
    this.#temporary = temporary;
    this.#file = file;
    this.#format = format;
  }

  /** Starts a report. @throws {CommandFailure} when it cannot be written */
  static async create(path: string, format: Format): Promise<ReportFile> {
    return await written(path, async () => {
      const there = await stat(path).catch(() => null);
      // A device or a pipe cannot be replaced.
      const temporary = there === null || there.isFile() ? `${path}.part` : null;
      const report = new ReportFile(path, temporary, await open(temporary ?? path, 'w'), format);
      try {
        // A full disk is found before the first row is sent.
        await report.#file.appendFile(REPORT_HEADER);
      } catch (error) {
        await report.close();
        throw error;
      }
      return report;
    });
  }

  /** @param importId null for a dry run. @throws {CommandFailure} if it can no longer be written */
  async add(results: readonly RowResult[], importId: string | null): Promise<void> {
    await written(this.#path, async () => {
      await this.#file.appendFile(reportLines(results, importId, this.#format));
      if (this.#temporary === null) return;
      const target = await realpath(this.#path).catch(() => this.#path);
      await rename(this.#temporary, target);
      this.#temporary = null;
    });
  }

  async close(): Promise<void> {
    await this.#file.close();
    if (this.#temporary !== null) await rm(this.#temporary, { force: true });
  }
}

const HEADER_BYTES = 2000;

/** Refuses to replace a file that isn’t a report. @throws {CommandFailure} with another name */
export async function checkReport(path: string): Promise<void> {
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory()) throw wrongUse(`--report ${path}: that is a directory. Name a file in it.`);
  await written(path, () => access(there === null ? dirname(path) : path, constants.W_OK));
  if (!there?.isFile() || there.size === 0) return;
  const [header = ''] = (await readFile(path, 'utf8')).slice(0, HEADER_BYTES).split(/\r?\n/);
  const names = header.replace('\ufeff', '').split(/[,;\t]/);
  if (['line', 'external_ref', 'status'].every((name) => names.includes(name)) && names.includes('import_id')) return;
  const shown = names.slice(0, COLUMNS_SHOWN_MAX).join(', ');
  throw wrongUse(
    `--report ${path}: there is such a file already, and it is not the report of an import. Its columns begin with ${shown}. ` +
      `Nothing was sent. Choose another name, such as ${await freeName(path)}.`,
  );
}

const COLUMNS_SHOWN_MAX = 4;

/** The first of `report-2.csv`, `report-3.csv`, … that is not taken. */
async function freeName(path: string): Promise<string> {
  const ending = extname(path);
  const base = path.slice(0, path.length - ending.length).replace(/-\d+$/, '');
  for (let number = 2; ; number++) {
    const name = `${base}-${number}${ending}`;
    if ((await stat(name).catch(() => null)) === null) return name;
  }
}

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
