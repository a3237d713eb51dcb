import { type Report, readReport } from '@bandeja/importer/reports';
import { wrongUse } from '../exit.ts';
import { localFile } from '../import/local-file.ts';

/** Reads the report of an import or of a merge. @throws {CommandFailure} for another file */
export async function reportAt(path: string): Promise<Report> {
  const report = await readReport(await localFile(path));
  if (report.kind !== 'other') return report;
  throw wrongUse(
    `${path}: this is not a report. Give a file that “bandeja import --report” or “bandeja players merge --report” wrote.`,
  );
}
