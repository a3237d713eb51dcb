/** Voids the matches that an import created. */
import { basename } from 'node:path';
import type { Api } from '@bandeja/client';
import { countOf, grouped } from '@bandeja/importer/counts';
import { withSentRows } from '@bandeja/importer/created-rows';
import type { ImportedRow } from '@bandeja/importer/reports';
import { matchOf, newestFirst } from '@bandeja/importer/undo';
import type { Call } from '../command.ts';
import { requireConfirmation } from '../confirmation.ts';
import { type ExitCode, exitCodes, wrongUse } from '../exit.ts';
import { matchLines, showLines, spanText, statusText } from './preview.ts';
import { finishRepair, type Repair, type RepairOptions } from './steps.ts';

export interface UndoOptions extends RepairOptions {
  readonly reason?: string;
  readonly withDuplicates?: boolean;
}

const isCreated = ({ status }: ImportedRow): boolean => status === 'created';
const isDuplicate = ({ status }: ImportedRow): boolean => status === 'duplicate';

export async function undoImport(
  call: Call<UndoOptions>,
  repair: Repair,
  path: string,
  rows: readonly ImportedRow[],
): Promise<ExitCode> {
  const { options } = call;
  const own = await withSentRows(repair.client, rows);
  const chosen = own.filter((row) => isCreated(row) || (options.withDuplicates === true && isDuplicate(row)));
  const distinct = [...new Map(chosen.map((row) => [row.id ?? row.external_ref, row])).values()];
  const chosenIds = new Set(distinct.map(({ id }) => id));
  const others = own.filter((row) => isDuplicate(row) && row.id !== null && !chosenIds.has(row.id));
  const stored = await repair.readAll(others, (row) => matchOf(repair.client, row));
  const left = stored.filter((match) => match !== null && match.status !== 'voided').length;
  const found = await repair.readAll(distinct, async (row) => ({ row, match: await matchOf(repair.client, row) }));
  const matches = found.flatMap(({ match }) => match ?? []);
  const live = matches.filter(({ status }) => status !== 'voided').toSorted(newestFirst);
  const missing = found.filter(({ match }) => match === null).map(({ row }) => row);
  const voidedBefore = matches.length - live.length;
  if (!options.json) showPlan(call, { live, voidedBefore, missing: missing.length, left });
  if (live.length > 0) {
    const question = `Void ${countOf(live.length, 'match', 'matches')} for good?`;
    await requireConfirmation(call, 'A void cannot be undone.', question);
  }
  const reason = options.reason ?? `Import undone (${basename(path)})`;
  let voided = 0;
  const end = await repair.changeEach(live, async ({ id }) => {
    await repair.client.matches.void(id, reason);
    voided++;
  });
  for (const { id, external_ref } of missing)
    repair.fail({ id: id ?? 'no id', external_ref }, 'The match does not exist.');
  const exitCode = finishRepair(call, repair, end, {
    title: `Undone: ${path} → ${call.connection.url}`,
    facts: { kind: 'import', report: path },
    counts: [
      ['voided', 'voided', voided],
      ['already voided', 'already_voided', voidedBefore],
      ['left stored', 'left', left],
      ['not found', 'not_found', missing.length],
      ['failed', 'failed', repair.failures.length - missing.length],
    ],
    advice:
      voided + voidedBefore === 0
        ? []
        : [
            'To import the corrected file, give --replace-voided: its rows then get new references where theirs are voided.',
          ],
  });
  return exitCode === exitCodes.done && left > 0 ? exitCodes.rejections : exitCode;
}

interface Plan {
  readonly live: readonly Api.Match[];
  readonly voidedBefore: number;
  readonly missing: number;
  /** Matches of the file that the import did not create. */
  readonly left: number;
}

function showPlan(call: Call<UndoOptions>, { live, voidedBefore, missing, left }: Plan): void {
  const changed = live.filter(({ status, revision }) => status === 'completed' && revision > 1).length;
  const lines = [
    live.length === 0 ? 'Nothing to void.' : `To void: ${statusText(live)}; ${spanText(call, live)}`,
    ...matchLines(call, live),
    changed > 0 && `${countOf(changed, 'match was', 'matches were')} amended or confirmed since the import.`,
    voidedBefore > 0 && `Already voided: ${grouped(voidedBefore)}.`,
    missing > 0 &&
      `${countOf(missing, 'match does', 'matches do')} not exist at ${call.connection.url}: is this the report of a dry run, or of another service?`,
    left > 0 &&
      `${countOf(left, 'match of the file stays stored, because it was', 'matches of the file stay stored, because they were')} stored before this import. ` +
        `To void ${left === 1 ? 'it' : 'them'} too, add --with-duplicates.`,
  ];
  showLines(call, lines);
}

const REASON_MAX = 500;

/** @throws {CommandFailure} for a reason that the service would refuse for every match */
export function checkReason(reason: string | undefined): void {
  if (reason === undefined || (reason.trim() !== '' && [...reason].length <= REASON_MAX)) return;
  throw wrongUse(`--reason: must have 1 to ${REASON_MAX} characters.`);
}
