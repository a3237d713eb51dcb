import type { Api, Bandeja } from '@bandeja/client';
import { BandejaError } from '@bandeja/client';
import type { NamedByReport } from '@bandeja/importer';
import { type Call, command } from '../command.ts';
import { requireConfirmation } from '../confirmation.ts';
import { countOf, grouped } from '../counts.ts';
import { wrongUse } from '../exit.ts';
import { localFile } from '../import/local-file.ts';
import { isId, option, quietOption, yesOption } from '../options.ts';
import { fields } from '../print.ts';
import { finishedTask, patientPartner } from '../task.ts';
import { printable } from '../terminal.ts';

interface UndoOptions {
  readonly reason?: string;
  readonly includeChanged?: boolean;
  readonly cancel?: boolean;
  readonly yes?: boolean;
  readonly quiet?: boolean;
}

/** The longest void reason. */
const REASON_MAX = 500;

/** `bandeja import undo` */
export const undoCommand = command<UndoOptions>({
  use: 'undo <import-or-file>',
  routes: [
    'GET /v1/imports/{id}',
    'POST /v1/imports/{id}/undo',
    'GET /v1/merges/{id}',
    'GET /v1/merges/{id}/matches',
    'POST /v1/merges/{id}/undo',
    'GET /v1/tasks/{id}',
    'DELETE /v1/tasks/{id}',
  ],
  description:
    'Undo an import or a merge. Voids the matches that the import created, or gives the matches of the merge back. Players stay registered.',
  args: { 'import-or-file': 'The id of the import or the merge, or the file that --report wrote' },
  options: [
    option('--reason <text>', 'The reason for the voids, which is stored with the matches'),
    option('--include-changed', 'Also void matches that were changed since the import'),
    option('--cancel', 'Cancel an undo that is under way; what it has changed stays changed'),
    yesOption,
    quietOption,
  ],
  notes: `Only matches that the import created are voided. A match that was changed since the import is left.

A voided match keeps its external_ref. “bandeja import --replace-voided” imports the corrected file under new references.

Shows what will change, and asks. The service does the work: Ctrl-C only ends the waiting, and the same command waits again. A file
that is called “undo” is imported with: bandeja import ./undo
`,
  examples: [
    'import undo 5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d',
    'import undo report.csv --reason "Wrong order of dates" --yes',
    'import undo report.csv --cancel',
  ],
  exitCodes:
    '0: all that can be undone is undone, now or before; 1: there is no such import or merge;\n2: wrong usage, an unreadable file, or not confirmed; 3: the service cannot be reached or does not allow it;\n130: interrupted',
  json: 'Print only the task, as JSON',
  run: async (call, given) => {
    const { reason } = call.options;
    if (reason !== undefined && (reason.trim() === '' || [...reason].length > REASON_MAX))
      throw wrongUse(`--reason: must have 1 to ${REASON_MAX} characters.`);
    const { kind, id } = isId(given) ? { kind: null, id: given.toLowerCase() } : await idIn(given);
    const client = patientPartner(call);
    const found = kind === 'merge' ? null : await client.imports.get(id).catch(kind === null ? noImport : undefined);
    const merge = found === null ? await client.merges.get(id) : null;
    if (call.options.cancel) await cancelUndo(call, client, (found ?? merge)?.undo ?? null);
    else if (merge !== null) await undoMerge(call, client, merge);
    else if (found !== null) await undoImport(call, client, found);
  },
});

/** An id that is of no import may be of a merge. */
function noImport(error: unknown): null {
  if (error instanceof BandejaError && error.code === 'import_not_found') return null;
  throw error;
}

/** The import or the merge that a report names. @throws {CommandFailure} for another file */
async function idIn(path: string): Promise<NamedByReport> {
  const { readReport } = await import('@bandeja/importer');
  const named = await readReport(await localFile(path));
  if (named !== null && isId(named.id)) return named;
  throw wrongUse(
    `${path}: this is not a report. Give the id of an import or a merge, or a file that “bandeja import --report” or ` +
      `“bandeja players merge --report” wrote.`,
  );
}

async function cancelUndo(call: Call<UndoOptions>, client: Bandeja, undo: Api.Task | null): Promise<void> {
  if (undo === null || undo.ended_at !== null) throw wrongUse('No undo is under way.');
  await client.tasks.cancel(undo.id);
  call.done(await client.tasks.get(undo.id), 'Cancelled. To undo the rest, run the command again without --cancel.');
}

async function undoImport(call: Call<UndoOptions>, client: Bandeja, { id, label, undo }: Api.Import): Promise<void> {
  const { reason, includeChanged } = call.options;
  const sent = { reason, include_changed: includeChanged };
  if (undo === null || undo.ended_at !== null) {
    const { to_void, changed, voided } = await client.imports.previewUndo(id, sent);
    const lines = [
      to_void === 0 ? 'Nothing to void.' : `To void: ${countOf(to_void, 'match', 'matches')} of ${label}.`,
      changed > 0 &&
        `${countOf(changed, 'match was', 'matches were')} changed since the import and ${changed === 1 ? 'stays' : 'stay'}; --include-changed voids ${changed === 1 ? 'it' : 'them'}, too.`,
      voided > 0 && `${countOf(voided, 'match is', 'matches are')} voided already.`,
    ];
    for (const line of lines) if (line) call.note(printable(line));
    const question = `Void ${countOf(to_void, 'match', 'matches')} for good?`;
    if (to_void > 0) await requireConfirmation(call, 'A void cannot be undone.', question);
  }
  const started = await client.imports.undo(id, sent);
  const { task, result } = await finishedTask<Api.ImportUndoResult>(call, client, started);
  showDone(call, task, `Undone: ${label} at ${call.connection.url}`, [
    ['voided', result.voided],
    ['changed since, left', result.changed],
    ['already voided', result.already_voided],
  ]);
}

async function undoMerge(call: Call<UndoOptions>, client: Bandeja, merge: Api.Merge): Promise<void> {
  const { id, from, into, undo } = merge;
  if (call.options.reason !== undefined || call.options.includeChanged)
    throw wrongUse('--reason and --include-changed are for imports; this is a merge.');
  if (undo === null || undo.ended_at !== null) {
    let merged = 0;
    for await (const _ of client.merges.matches(id, { now: 'merged' })) merged += 1;
    const names = `${into.display_name} → ${from.display_name}`;
    call.note(
      printable(merged === 0 ? 'No match to amend.' : `To amend, ${names}: ${countOf(merged, 'match', 'matches')}`),
    );
    const question = `Give ${into.display_name}’s place back to ${from.display_name}?`;
    if (merged > 0) await requireConfirmation(call, 'This changes matches.', question);
  }
  const started = await client.merges.undo(id);
  const { task, result } = await finishedTask<Api.MergeUndoResult>(call, client, started);
  showDone(call, task, `Merge undone at ${call.connection.url}`, [
    ['amended', result.amended],
    ['changed since, left', result.changed],
    ['voided, left', result.voided],
  ]);
}

function showDone(
  call: Call<UndoOptions>,
  task: Api.Task,
  title: string,
  counts: readonly (readonly [label: string, count: number])[],
): void {
  const width = Math.max(...counts.map(([, count]) => grouped(count).length));
  const lines = counts.map(([label, count]) => [`  ${label}`, grouped(count).padStart(width)] as const);
  call.show(task, () => `${printable(title)}\n${fields(lines)}`);
}
