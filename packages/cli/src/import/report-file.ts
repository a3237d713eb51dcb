import { type FileHandle, open, stat } from 'node:fs/promises';
import { REPORT_HEADER, reportLines, TwoRuns } from '@bandeja/importer/report';
import type { RowResult } from '@bandeja/importer/results';
import { wrongUse } from '../exit.ts';
import { readReport } from '../repair/reports.ts';

/** The file of `--report`. It is written after every batch, so it is right even if the import stops. */
export class Report {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #runs: TwoRuns;

  private constructor(path: string, file: FileHandle, runs: TwoRuns) {
    this.#path = path;
    this.#file = file;
    this.#runs = runs;
  }

  /**
   * Starts a report; replaces an existing file of that name. If that is the report of an earlier run, a match that it lists as created
   * stays created, so that the import can be undone after a second run.
   * @throws {CommandFailure} when it cannot be written.
   */
  static async create(path: string): Promise<Report> {
    const earlier = await createdIn(path);
    const file = await open(path, 'w').catch((error: unknown) => {
      throw notWritten(path, error);
    });
    const report = new Report(path, file, new TwoRuns(earlier));
    await report.#write(REPORT_HEADER);
    return report;
  }

  /** @throws {CommandFailure} if it can no longer be written */
  async add(results: readonly RowResult[]): Promise<void> {
    await this.#write(reportLines(this.#runs.merged(results)));
  }

  /** @param isComplete all rows have a result; otherwise the matches of an earlier run that were not reached are kept too */
  async close(isComplete: boolean): Promise<void> {
    const left = isComplete ? '' : this.#runs.leftLines();
    if (left !== '') await this.#write(left);
    await this.#file.close();
  }

  async #write(text: string): Promise<void> {
    try {
      await this.#file.appendFile(text);
    } catch (error) {
      await this.#file.close();
      throw notWritten(this.#path, error);
    }
  }
}

/** The created matches of an earlier report; none if there is no such file, or it is not a report. */
async function createdIn(path: string): Promise<Map<string, string>> {
  const there = await stat(path).catch(() => null);
  const report = there?.isFile() ? await readReport(path).catch(() => null) : null;
  if (report?.kind !== 'import') return new Map();
  const created = report.rows.filter(({ status }) => status === 'created');
  return new Map(created.flatMap(({ id, external_ref }) => (id === null ? [] : [[id, external_ref]])));
}

function notWritten(path: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return wrongUse(`--report ${path}: the file cannot be written (${code}).`, { cause: error });
}
