import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, rename, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { REPORT_HEADER, reportLines, sentLine, TwoRuns } from '@bandeja/importer/report';
import type { RowResult } from '@bandeja/importer/results';
import type { ReadyRow } from '@bandeja/importer/rows';
import { CommandFailure, wrongUse } from '../exit.ts';

interface ReportOptions {
  /** Matches that an earlier run with this report created: references by id. */
  readonly created: ReadonlyMap<string, string>;
  readonly isDryRun: boolean;
}

/**
 * The file of `--report`. Even if the command is killed, it lists everything that the import created: the matches of an earlier run
 * until the end of this one, and each batch before it is sent.
 */
export class Report {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #options: ReportOptions;
  readonly #runs: TwoRuns;
  /** Where the lines of this run begin, and where the next ones go. Null: a device, which can only be appended to. */
  readonly #lines: { readonly start: number; end: number } | null;
  /** The last lines of the report: rows that were sent and have no result, by their numbers. */
  readonly #sent = new Map<number, string>();

  private constructor(
    path: string,
    options: ReportOptions,
    { file, start }: { readonly file: FileHandle; readonly start: number | null },
  ) {
    this.#path = path;
    this.#file = file;
    this.#options = options;
    this.#runs = new TwoRuns(options.created);
    this.#lines = start === null ? null : { start, end: start };
  }

  /** Starts a report; replaces the one of an earlier run. @throws {CommandFailure} when it cannot be written */
  static async create(path: string, options: ReportOptions): Promise<Report> {
    return await written(path, async () => {
      const there = await stat(path).catch(() => null);
      const isDevice = there !== null && !there.isFile();
      const text = REPORT_HEADER + new TwoRuns(options.created).leftLines();
      // Killed here, the command must not lose the matches of an earlier run.
      await writeFile(isDevice ? path : `${path}.new`, text);
      if (!isDevice) await rename(`${path}.new`, path);
      const file = await open(path, isDevice ? 'a' : 'r+');
      return new Report(path, options, { file, start: isDevice ? null : Buffer.byteLength(text) });
    });
  }

  /** Notes rows that are about to be sent. @throws {CommandFailure} if it can no longer be written */
  async sending(rows: readonly ReadyRow[]): Promise<void> {
    if (this.#lines === null) return;
    const now = new Date();
    for (const row of rows) this.#sent.set(row.line, sentLine(row, now));
    await this.#write('');
    // After a power cut, the disk has them.
    await written(this.#path, () => this.#file.datasync());
  }

  /** @throws {CommandFailure} if it can no longer be written */
  async add(results: readonly RowResult[]): Promise<void> {
    const merged = this.#runs.merged(results);
    for (const { line } of merged) this.#sent.delete(line);
    // The id is the one that the match would get.
    const isCreated = ({ status }: RowResult): boolean => status === 'created';
    const shown = this.#options.isDryRun ? merged.map((one) => (isCreated(one) ? { ...one, id: null } : one)) : merged;
    await this.#write(reportLines(shown));
  }

  /** Matches of an earlier run that this one has not reached, or not found, are kept too. */
  async close(): Promise<void> {
    try {
      if (this.#lines !== null && this.#options.created.size > 0) await written(this.#path, () => this.#finish());
    } finally {
      await this.#file.close();
    }
  }

  /** Writes lines, and after them those of rows without a result. */
  async #write(text: string): Promise<void> {
    await written(this.#path, async () => {
      if (this.#lines === null) return await this.#file.appendFile(text);
      const bytes = Buffer.from(text + this.#tail);
      await this.#file.write(bytes, 0, bytes.length, this.#lines.end);
      await this.#file.truncate(this.#lines.end + bytes.length);
      this.#lines.end += Buffer.byteLength(text);
    });
  }

  /** Puts the matches of the earlier run that are left behind the lines of this one. */
  async #finish(): Promise<void> {
    const { start, end } = this.#lines ?? { start: 0, end: 0 };
    const whole = `${this.#path}.new`;
    await writeFile(whole, REPORT_HEADER);
    if (end > start) {
      const lines = createReadStream(this.#path, { start, end: end - 1 });
      await pipeline(lines, createWriteStream(whole, { flags: 'a' }));
    }
    await writeFile(whole, this.#runs.leftLines() + this.#tail, { flag: 'a' });
    await rename(whole, this.#path);
  }

  get #tail(): string {
    return [...this.#sent.values()].join('');
  }
}

/** @throws {CommandFailure} if the report cannot be written */
export async function written<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw wrongUse(`--report ${path}: the file cannot be written (${code}).`, { cause: error });
  }
}
