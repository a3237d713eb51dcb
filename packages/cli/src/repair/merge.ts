/** Moves the matches of one player to another, and its places on rosters and in night plans. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { type Api, BandejaError } from '@bandeja/client';
import { countOf } from '@bandeja/importer/counts';
import { moveLineup } from '@bandeja/importer/merge/lineup';
import {
  enterLists,
  type FoundLists,
  type ListMove,
  leaveLists,
  listCount,
  listsOf,
} from '@bandeja/importer/merge/lists';
import {
  commonMatches,
  type MatchesOfPlayer,
  type MergePlayer,
  matchesOf,
  matchToMerge,
} from '@bandeja/importer/merge/matches';
import { ownerOf } from '@bandeja/importer/merge/owner';
import { type MergedMatch, mergeReportText, replacedId, withEarlier } from '@bandeja/importer/merge/report';
import { failureOf } from '../api/client.ts';
import type { Call } from '../command.ts';
import { requireConfirmation } from '../confirmation.ts';
import { type ExitCode, wrongUse } from '../exit.ts';
import { withSuggestions } from '../suggestions.ts';
import { matchLines, showLines, spanText, statusText } from './preview.ts';
import { reportAt } from './reports.ts';
import { finishRepair, type Repair, type RepairOptions } from './steps.ts';

export interface MergeOptions extends RepairOptions {
  readonly report?: string;
}

export async function merge(
  call: Call<MergeOptions>,
  repair: Repair,
  [fromName, intoName]: readonly [string, string],
): Promise<{ readonly exitCode: ExitCode; readonly from: MergePlayer }> {
  const { report = null } = call.options;
  const { client } = repair;
  const from = await fromNamed(repair, fromName);
  const into = await withSuggestions(client, [intoName], () => client.players.get(intoName));
  if (from.id === into.id) throw wrongUse(`FROM and INTO are the same player, ${from.username}.`);
  const earlier = report === null ? NOTHING : await earlierMerge(report, from, into);
  const { live, voided, foreign } = await matchesOf(client, from);
  refuseCommon(call, live, from, into);
  const plan = await repair.readAll(live, (match) => matchToMerge(client, match, from, into));
  const sessions = new Set(live.map(({ session_external_ref: session }) => session));
  const lists = await listsOf(client, from, into, await ownerOf(client, from), sessions);
  const isIntoForeign = (await ownerOf(client, into)) === 'another partner';
  if (!call.options.json) {
    showPlan(call, from, into, { live, voided, foreign }, lists);
    showLines(call, [isIntoForeign && `${nameOf(into)} is a player of another partner.`]);
  }
  if (live.length > 0 || listCount(lists) > 0) {
    const what = changesText(live.length, lists);
    await requireConfirmation(call, `This changes ${what}.`, `Replace ${pairText(from, into)} in ${what}?`);
  }
  if (report !== null) {
    const merged = { matches: [...earlier.matches, ...plan], lists: withEarlier(earlier.lists, lists) };
    await writeReport(report, from.username, into.username, merged);
  }
  await enterLists(client, lists);
  let [amended, voidedMeanwhile] = [0, 0];
  const warned = new Map<string, string>();
  const end = await repair.changeEach(plan, async (one) => {
    const { moved, warnings } = await moveLineup(client, one.match, one.before, one.after);
    if (moved === 'changed') repair.fail(one, 'Its players were changed in the meantime. It was not amended.');
    else if (moved === 'voided') voidedMeanwhile++;
    else amended++;
    for (const { code, detail } of warnings)
      if (code === 'same_players_nearby') warned.set(one.id, `${one.external_ref}: ${detail}`);
  });
  if (end === 'complete' && repair.failures.length === 0) await leaveLists(client, lists);
  const exitCode = finishRepair(call, repair, end, {
    title: `Merged: ${from.username} → ${into.username} at ${call.connection.url}`,
    facts: {
      from: from.username,
      into: into.username,
      into_is_yours: !isIntoForeign,
      report,
      nearby: [...warned.keys()],
    },
    counts: [
      ['amended', 'amended', amended],
      ['voided, not changed', 'voided', voided + voidedMeanwhile],
      ['of other partners', 'of_other_partners', foreign],
      ['failed', 'failed', repair.failures.length],
      ['rosters', 'rosters', lists.rosters.length],
      ['night plans', 'night_plans', lists.plans.length],
    ],
    advice: nearbyAdvice([...warned.values()]),
  });
  return { exitCode, from };
}

function showPlan(
  call: Call<MergeOptions>,
  from: MergePlayer,
  into: MergePlayer,
  { live, voided, foreign }: MatchesOfPlayer,
  lists: FoundLists,
): void {
  const [belong, them] = foreign === 1 ? ['belongs', 'it'] : ['belong', 'them'];
  const lines = [
    live.length === 0
      ? `None of your matches has ${nameOf(from)}.`
      : `To amend, ${nameOf(from)} → ${nameOf(into)}: ${statusText(live)}; ${spanText(call, live)}`,
    ...matchLines(call, live),
    voided > 0 && `${countOf(voided, 'voided match is', 'voided matches are')} not changed.`,
    foreign > 0 &&
      `${countOf(foreign, 'match', 'matches')} of ${from.username} ${belong} to other partners; you cannot amend ${them}.`,
    ...listLines(from, into, lists),
    (live.length > 0 || listCount(lists) > 0) &&
      call.options.report === undefined &&
      'Without --report, you cannot undo this with “bandeja import undo”.',
  ];
  showLines(call, lines);
}

function* listLines(from: MergePlayer, into: MergePlayer, { rosters, plans, both, unread, unwritten }: FoundLists) {
  const slugs = rosters.map(({ slug }) => slug).join(', ');
  if (rosters.length > 0) yield `To replace on ${rosters.length === 1 ? 'the roster' : 'the rosters'} ${slugs}.`;
  if (rosters.some(({ keepsFrom }) => keepsFrom))
    yield `${from.username} is a private player of another partner, and stays there: you could not put it back.`;
  const places = plans.map(({ ref, number }) => `${ref} (number ${number})`).join(', ');
  if (plans.length > 0) yield `To replace in the ${plans.length === 1 ? 'plan' : 'plans'} of ${places}.`;
  for (const { ref, number, other } of both)
    yield `${from.username} is number ${number} in the plan of ${ref}, and ${into.username} is number ${other}. The plan is not changed.`;
  if (unwritten.length > 0)
    yield `Your key may not change rosters. Replace ${from.username} on ${unwritten.join(', ')} yourself.`;
  for (const what of unread) yield `Your key may not read ${what}. If ${from.username} is in one, replace it there.`;
}

/** `3 matches, 1 roster and 2 night plans` */
function changesText(matches: number, { rosters, plans }: ListMove): string {
  const texts = [
    matches > 0 ? countOf(matches, 'match', 'matches') : '',
    rosters.length > 0 ? countOf(rosters.length, 'roster', 'rosters') : '',
    plans.length > 0 ? countOf(plans.length, 'night plan', 'night plans') : '',
  ];
  return new Intl.ListFormat('en-GB').format(texts.filter((text) => text !== ''));
}

const NEARBY_SHOWN_MAX = 5;

/** A person with two usernames often has matches that were entered under both. */
function nearbyAdvice(details: readonly string[]): readonly string[] {
  if (details.length === 0) return [];
  const more = details.length - NEARBY_SHOWN_MAX;
  return [
    `${countOf(details.length, 'match', 'matches')} may have been entered twice, once with each username. If so, void one of each:`,
    ...details.slice(0, NEARBY_SHOWN_MAX).map((detail) => `  ${detail}`),
    ...(more > 0 ? [`  … and ${countOf(more, 'more', 'more')}`] : []),
  ];
}

/** Another partner may have made the player private. Your matches still have the username. */
async function fromNamed({ client }: Repair, name: string): Promise<MergePlayer> {
  try {
    return await withSuggestions(client, [name], () => client.players.get(name));
  } catch (error) {
    if (!(error instanceof BandejaError) || error.code !== 'player_not_found') throw error;
    const { data } = await client.matches.list({ player: name, limit: 1 });
    const played = data[0]?.participants.find(
      ({ profile_id: id, username }) => id === name.toLowerCase() || username === name.toLowerCase(),
    );
    if (played?.profile_id == null || played.username === null) throw error;
    const { profile_id: id, username, display_name } = played;
    return { id, username, display_name, isHidden: true };
  }
}

/** Usernames, or ids if both players have the same username. */
const pairText = (from: MergePlayer, into: MergePlayer): string =>
  from.username === into.username ? `${from.id} by ${into.id}` : `${from.username} by ${into.username}`;

const nameOf = ({ username, display_name: name }: MergePlayer): string =>
  name === username ? username : `${username} (${name})`;

/** @throws {CommandFailure} if both players were in one match: two people played it */
function refuseCommon(call: Call<object>, live: readonly Api.Match[], from: MergePlayer, into: MergePlayer): void {
  const common = commonMatches(live, into);
  if (common.length === 0) return;
  const both = `${from.username} and ${into.username} were both in ${countOf(common.length, 'match', 'matches')}`;
  const lines = [`${both}, so they are two people. Nothing was changed.`, ...matchLines(call, common)];
  lines.push('If such a match is wrong, amend or void it first.');
  throw wrongUse(lines.join('\n'));
}

interface Merged {
  readonly matches: readonly MergedMatch[];
  readonly lists: ListMove | null;
}

const NOTHING: Merged = { matches: [], lists: null };

/**
 * What an earlier run with the same report changed: after an interruption, the report has to contain that as well.
 * @throws {CommandFailure} if the file has something else
 */
async function earlierMerge(path: string, from: MergePlayer, into: MergePlayer): Promise<Merged> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw wrongUse(`--report ${path}: the file cannot be read (${error.code ?? 'unknown error'}).`, { cause: error });
  });
  if (text === '') return NOTHING;
  const taken = wrongUse(`--report ${path}: there is such a file already. Choose another name.`);
  const report = await reportAt(path).catch((error: unknown) => {
    throw failureOf(error) === null ? error : taken;
  });
  if (report.kind !== 'merge') throw taken;
  const isEmpty = report.matches.length === 0 && report.lists === null;
  const isSame = replacedId(report) === from.id && report.into === into.username;
  if (!isEmpty && !isSame) throw taken;
  return report;
}

/** Writes the report before anything is amended. The undo reads each match to see whether it was amended. */
async function writeReport(path: string, from: string, into: string, merged: Merged): Promise<void> {
  try {
    // Killed halfway, the command must not lose the matches of an earlier run.
    await writeFile(`${path}.new`, mergeReportText({ kind: 'merge', from, into, ...merged }));
    await rename(`${path}.new`, path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw wrongUse(`--report ${path}: the file cannot be written (${code}). Nothing was changed.`, { cause: error });
  }
}
