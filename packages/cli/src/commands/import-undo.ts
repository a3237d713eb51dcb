import { type Call, command } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { option, quietOption, yesOption } from '../options.ts';
import type { UndoOptions } from '../repair/undo-import.ts';

/** `bandeja import undo` */
export const undoCommand = command<UndoOptions>({
  use: 'undo <file>',
  routes: [
    'POST /v1/matches/{id}/void',
    'PATCH /v1/matches/{id}',
    'GET /v1/matches/{id}',
    'GET /v1/matches',
    'GET /v1/rosters/{slug}/members',
    'PUT /v1/rosters/{slug}/members/{username}',
    'DELETE /v1/rosters/{slug}/members/{username}',
    'GET /v1/sessions/{ref}/plan',
    'PATCH /v1/sessions/{ref}/plan',
  ],
  description:
    'Undo an import or a merge from its report. Voids the matches that the import created, or amends the matches of ' +
    'the merge back. Players stay registered.',
  args: { file: 'The file that “bandeja import --report” or “bandeja players merge --report” wrote' },
  options: [
    option('--reason <text>', 'The reason for the voids, which is stored with the matches'),
    option('--with-duplicates', 'Also void the rows that were already stored when the report was written'),
    yesOption,
    quietOption,
  ],
  notes: `Only matches that the import created are voided. If an import is run again with the same report, what the first run
created stays “created”, even if the command was killed. Rows that were stored before the import stay stored, and the command
ends with 1: --with-duplicates voids them too.

A voided match keeps its external_ref. “bandeja import --replace-voided” imports the corrected file under new references.

Shows what will change, and asks. If the command is interrupted, run it again to continue. A file that is called
“undo” is imported with: bandeja import ./undo
`,
  examples: [
    'import undo report.csv',
    'import undo report.csv --reason "Wrong order of dates" --yes',
    'import undo merge.csv --yes',
  ],
  exitCodes:
    '0: all of it is undone, now or before; 1: some matches could not be changed, do not exist, or stay stored;\n2: wrong usage, an unreadable file, or not confirmed; 3: the service cannot be reached or does not allow it;\n130: interrupted',
  json: 'Print only the summary, as JSON',
  run: async (call, path) => {
    const [{ reportAt }, { repairing }, { checkReason, undoImport }, { undoMerge }] = await Promise.all([
      import('../repair/reports.ts'),
      import('../repair/steps.ts'),
      import('../repair/undo-import.ts'),
      import('../repair/undo-merge.ts'),
    ]);
    checkReason(call.options.reason);
    const report = await reportAt(path);
    if (report.kind === 'merge') checkMergeOptions(call);
    const exitCode = await repairing(call, async (repair) =>
      report.kind === 'merge'
        ? await undoMerge(call, repair, path, report)
        : await undoImport(call, repair, path, report.rows),
    );
    call.context.finish(exitCode);
  },
});

function checkMergeOptions({ options }: Call<UndoOptions>): void {
  if (options.reason === undefined && !options.withDuplicates) return;
  throw wrongUse('--reason and --with-duplicates go with the report of an import; this is the report of a merge.');
}
