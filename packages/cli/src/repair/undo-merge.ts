/** Gives the matches of a merge, and its places on rosters and in plans, back to the player that they had before. */
import { BandejaError } from '@bandeja/client';
import { moveLineup } from '@bandeja/importer/merge/lineup';
import {
  enterLists,
  type ListMove,
  leaveLists,
  listCount,
  pendingLists,
  reversed,
} from '@bandeja/importer/merge/lists';
import { type FoundMatch, findMerged, matchesToUndo } from '@bandeja/importer/merge/matches';
import { type MergeReport, replacedId } from '@bandeja/importer/merge/report';
import type { Call } from '../command.ts';
import { requireConfirmation } from '../confirmation.ts';
import { type ExitCode, wrongUse } from '../exit.ts';
import { matchLines, showLines, spanText, statusText } from './preview.ts';
import { finishRepair, type Repair, type RepairOptions } from './steps.ts';

const CHANGED = 'Its players were changed after the merge, so it was not amended.';

export async function undoMerge(
  call: Call<RepairOptions>,
  repair: Repair,
  path: string,
  report: MergeReport,
): Promise<ExitCode> {
  const { from, into, matches, lists: merged } = report;
  const found = await repair.readAll(matches, (merged) => findMerged(repair.client, merged));
  const of = (state: FoundMatch['state']) => found.filter((one) => one.state === state);
  const toUndo = matchesToUndo(found);
  const live = toUndo.map(({ match }) => match);
  const lists = merged === null ? null : await pendingLists(repair.client, reversed(merged));
  const isChange = live.length > 0 || (lists !== null && listCount(lists) > 0);
  if (isChange) await checkPlayer(repair, from, replacedId(report));
  if (!call.options.json) {
    const lines = [
      live.length === 0
        ? 'No match to amend.'
        : `To amend, ${into} → ${from}: ${statusText(live)}; ${spanText(call, live)}`,
      ...matchLines(call, live),
      ...(lists === null ? [] : listLines(lists)),
    ];
    showLines(call, lines);
  }
  if (isChange) await requireConfirmation(call, 'This changes matches.', `Give ${into}’s place back to ${from}?`);
  if (lists !== null) await enterLists(repair.client, lists);
  let [amended, voidedMeanwhile] = [0, 0];
  const end = await repair.changeEach(toUndo, async (one) => {
    const { moved } = await moveLineup(repair.client, one.match, one.before, one.after);
    if (moved === 'changed') repair.fail(one, CHANGED);
    else if (moved === 'voided') voidedMeanwhile++;
    else amended++;
  });
  if (lists !== null && end === 'complete' && repair.failures.length === 0) await leaveLists(repair.client, lists);
  for (const { merged: one } of of('changed')) repair.fail(one, CHANGED);
  for (const { merged: one } of of('missing')) repair.fail(one, 'The match does not exist.');
  return finishRepair(call, repair, end, {
    title: `Merge undone: ${path} → ${call.connection.url}`,
    facts: { kind: 'merge', report: path, from, into },
    counts: [
      ['amended', 'amended', amended],
      ['as before the merge already', 'already', of('before').length],
      ['voided, not changed', 'voided', of('voided').length + voidedMeanwhile],
      ['not changed', 'failed', repair.failures.length],
      ['rosters', 'rosters', lists?.rosters.length ?? 0],
      ['night plans', 'night_plans', lists?.plans.length ?? 0],
    ],
  });
}

function* listLines({ rosters, plans }: ListMove): Generator<string> {
  for (const { slug } of rosters) yield `To put back on the roster ${slug}.`;
  for (const { ref, number } of plans) yield `To put back in the plan of ${ref}, as number ${number}.`;
}

/** @throws {CommandFailure} if the player is gone */
async function checkPlayer({ client }: Repair, username: string, id: string | null): Promise<void> {
  try {
    await client.players.get(id ?? username);
  } catch (error) {
    if (!(error instanceof BandejaError) || error.code !== 'player_not_found') throw error;
    const why = 'does not exist (an erased player stays erased), or is private and not shared with you';
    throw wrongUse(`${username} ${why}. Nothing was changed.`, { cause: error });
  }
}
