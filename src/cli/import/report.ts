import { type FileHandle, open, stat } from 'node:fs/promises';
import { CommandFailure, wrongUse } from '../exit.ts';
import type { RowResult } from './row-result.ts';

const HEADER = 'line,external_ref,status,id,code,detail\n';

/** A CSV file with a line per row: what became of it, and why. Written along, so that it tells the truth at any moment. */
export class Report {
  readonly #path: string;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /**
   * Begins a report, in place of a file of that name.
   * @param input the file that is imported, which the report must not replace.
   * @throws {CommandFailure} when it cannot be written.
   */
  static async create(path: string, input: string): Promise<Report> {
    if (await isSameFile(path, input)) throw wrongUse(`--report ${path}: that is the file to import.`);
    try {
      const report = new Report(path, await open(path, 'w'));
      await report.#write(HEADER);
      return report;
    } catch (error) {
      throw notWritten(path, error);
    }
  }

  /** @throws {CommandFailure} when it cannot be written any more. */
  async add(results: readonly RowResult[]): Promise<void> {
    await this.#write(results.map(reportLine).join(''));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #write(text: string): Promise<void> {
    try {
      await this.#file.appendFile(text);
    } catch (error) {
      throw notWritten(this.#path, error);
    }
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => null)));
  return a != null && b != null && a.dev === b.dev && a.ino === b.ino;
}

function notWritten(path: string, error: unknown): Error {
  if (error instanceof CommandFailure) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return wrongUse(`--report ${path}: the file cannot be written (${code}).`, { cause: error });
}

/** One line of the report. */
export function reportLine({ line, externalRef, status, id, code, detail }: RowResult): string {
  return `${[String(line), externalRef, status, id ?? '', code ?? '', detail ?? ''].map(csvCell).join(',')}\n`;
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
