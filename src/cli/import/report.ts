import { type FileHandle, open } from 'node:fs/promises';
import { wrongUse } from '../exit.ts';
import type { RowResult } from './row-result.ts';

const HEADER = 'line,external_ref,status,id,code,detail\n';

/** A CSV file with a line per row: what became of it, and why. Written along, so that it tells the truth at any moment. */
export class Report {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Begins a report, in place of a file of that name. @throws {CommandFailure} when it cannot be written. */
  static async create(path: string): Promise<Report> {
    try {
      const file = await open(path, 'w');
      await file.appendFile(HEADER);
      return new Report(file);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
      throw wrongUse(`--report ${path}: the file cannot be written (${code}).`, { cause: error });
    }
  }

  async add(results: readonly RowResult[]): Promise<void> {
    await this.#file.appendFile(results.map(reportLine).join(''));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** One line of the report. */
export function reportLine({ line, externalRef, status, id, code, detail }: RowResult): string {
  return `${[String(line), externalRef, status, id ?? '', code ?? '', detail ?? ''].map(csvCell).join(',')}\n`;
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
