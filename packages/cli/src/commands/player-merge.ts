import { writeFile } from 'node:fs/promises';
import { type Api, type Bandeja, BandejaError } from '@bandeja/client';
import { csvCell, csvHeader } from '@bandeja/contract/csv';
import { type Call, command } from '../command.ts';
import { requireConfirmation } from '../confirmation.ts';
import { countOf } from '../counts.ts';
import { exitCodes, wrongUse } from '../exit.ts';
import { option, quietOption, yesOption } from '../options.ts';
import { fields } from '../print.ts';
import { withSuggestions } from '../suggestions.ts';
import { finishedTask, patientPartner } from '../task.ts';
import { printable } from '../terminal.ts';
import { scoreText, teamOf, usernameOf } from './match-text.ts';
import { eraseIfMeant } from './player-privacy.ts';

interface MergeOptions {
  readonly report?: string;
  readonly yes?: boolean;
  readonly quiet?: boolean;
}

/** `bandeja players merge` */
export const mergeCommand = command<MergeOptions>({
  use: 'merge <from> <into>',
  routes: [
    'POST /v1/merges',
    'GET /v1/merges/{id}',
    'GET /v1/merges/{id}/matches',
    'GET /v1/tasks/{id}',
    'GET /v1/matches/{id}',
    'GET /v1/players/{username}',
    'DELETE /v1/players/{username}',
  ],
  description:
    'Move your matches of one player to another, and its places on your rosters and in closed nights. Ratings are recomputed as if INTO ' +
    'had played the matches. Use it if one person has two usernames, or if an import put matches on the wrong player.',
  args: { from: 'The username or `profile_id` to replace', into: 'The username or `profile_id` that takes its place' },
  options: [
    option('--report <file>', 'Write the amended matches to a CSV file, which “bandeja import undo” takes, too'),
    yesOption,
    quietOption,
  ],
  notes: `Shows what will change, and asks. Refuses if both played in one match, or while a night that is not closed has FROM.
Pending matches are amended too and stay pending. Voided matches, and matches of other partners, are not changed. The service
does the work: Ctrl-C only ends the waiting. Undo it with “bandeja import undo” and the id that the command prints. On a
terminal, after the merge, it offers to erase FROM; then the merge cannot be undone.
`,
  examples: ['players merge marta.gil.2 marta.gil', 'players merge sofia.reis sofia.reis.2 --yes --report merge.csv'],
  exitCodes:
    '0: all your matches of FROM are moved, now or before; 1: some were left, or a player does not exist;\n2: wrong usage, both in one match, an open night, or not confirmed; 3: the service cannot be reached or does not allow it;\n130: interrupted',
  json: 'Print only the merge, as JSON',
  run: async (call, fromName, intoName) => {
    const { report, yes = false, json = false } = call.options;
    const client = patientPartner(call);
    const preview = await previewed(client, fromName, intoName);
    await refuse(call, client, preview);
    const { from, into, matches, rosters } = preview;
    showPreview(call, preview);
    if (matches.to_amend + rosters.length > 0) {
      const what = [
        ...(matches.to_amend > 0 ? [countOf(matches.to_amend, 'match', 'matches')] : []),
        ...(rosters.length > 0 ? [countOf(rosters.length, 'roster', 'rosters')] : []),
      ].join(' and ');
      await requireConfirmation(call, `This changes ${what}.`, `Replace ${pairText(preview)} in ${what}?`);
    }
    const sent = { from: from.profile_id ?? fromName, into: into.profile_id ?? intoName, preview: preview.preview };
    const { id, task } = await client.merges.start(sent);
    await finishedTask(call, client, task);
    const merge = await client.merges.get(id);
    if (report !== undefined) await writeReport(client, report, id);
    const { amended, left } = merge;
    call.show(merge, () => {
      const lines = [
        ['  amended', String(amended)],
        ['  left, with both players', String(left)],
      ] as const;
      return `${printable(`Merged: ${nameOf(from)} → ${nameOf(into)} at ${call.connection.url}`)}\n${fields(lines)}`;
    });
    call.note(`Undo it with: bandeja import undo ${id}`);
    if (left > 0) return call.context.finish(exitCodes.rejections);
    if (!yes && !json && call.context.terminal.confirm !== null && preview.from_is_yours)
      await offerErasure(call, client, preview);
  },
});

/** Suggests names for the player that does not exist. */
async function previewed(client: Bandeja, from: string, into: string): Promise<Api.MergePreview> {
  const preview = () => client.merges.preview({ from, into });
  try {
    return await preview();
  } catch (error) {
    if (!(error instanceof BandejaError) || error.code !== 'player_not_found') throw error;
    const isKnown = await client.players.get(into).then(
      () => true,
      () => false,
    );
    return withSuggestions(client, [isKnown ? from : into], preview);
  }
}

const MATCHES_SHOWN = 5;

/** @throws {CommandFailure} if the service would refuse the merge */
async function refuse(call: Call<MergeOptions>, client: Bandeja, preview: Api.MergePreview): Promise<void> {
  const { from, into, met, open_plans: plans } = preview;
  if (met.count > 0) {
    const shown = await Promise.all(met.match_ids.slice(0, MATCHES_SHOWN).map((id) => client.matches.get(id)));
    const more = met.count - shown.length;
    const lines = [
      `${nameOf(from)} and ${nameOf(into)} are both in ${countOf(met.count, 'match', 'matches')}, so they are two people. Nothing was changed.`,
      ...shown.map((match) => matchLine(call, match)),
      ...(more > 0 ? [`  … and ${countOf(more, 'more', 'more')}`] : []),
      'If such a match is wrong, amend or void it first.',
    ];
    throw wrongUse(lines.join('\n'));
  }
  if (plans.length === 0) return;
  throw wrongUse(
    `${nameOf(from)} is in the plan of ${plans.join(', ')}. Close the night first, or replace the player in its plan. Nothing was changed.`,
  );
}

function matchLine(call: Call<object>, match: Api.Match): string {
  const teams = (['A', 'B'] as const).map((name) => teamOf(match, name).map(usernameOf).join(' / '));
  return `  ${call.timeText(match.played_at)}  ${teams.join(' v. ')}  ${scoreText(match) ?? ''}  ${match.external_ref}`;
}

function showPreview(call: Call<MergeOptions>, preview: Api.MergePreview): void {
  const { from, into, matches, rosters, nearby } = preview;
  const { to_amend, completed, pending, voided, of_other_partners: others } = matches;
  const [first, last] = [matches.first_played_at, matches.last_played_at].map((at) => at && call.timeText(at));
  const counts = [...(completed > 0 ? [`${completed} completed`] : []), ...(pending > 0 ? [`${pending} pending`] : [])];
  const played = first === last ? first : `${first} to ${last}`;
  const lines = [
    to_amend === 0
      ? `None of your matches has ${nameOf(from)}.`
      : `To amend, ${nameOf(from)} → ${nameOf(into)}: ${countOf(to_amend, 'match', 'matches')}: ${counts.join(', ')}; played ${played}`,
    rosters.length > 0 && `${nameOf(into)} takes the place of ${nameOf(from)} on ${rosters.join(', ')}.`,
    voided > 0 && `${countOf(voided, 'voided match is', 'voided matches are')} not changed.`,
    others !== null &&
      others > 0 &&
      `${countOf(others, 'match', 'matches')} of ${nameOf(from)} ${others === 1 ? 'belongs' : 'belong'} to other partners; you cannot change them.`,
    !preview.into_is_yours && `${nameOf(into)} is a player of another partner.`,
    nearby.count > 0 &&
      `${countOf(nearby.count, 'match', 'matches')} may have been entered twice, once with each player. If so, void one of each:`,
    ...nearby.pairs.slice(0, MATCHES_SHOWN).map((pair) => `  ${pair.match_id} and ${pair.other_match_id}`),
    nearby.count > MATCHES_SHOWN && `  … and ${countOf(nearby.count - MATCHES_SHOWN, 'more', 'more')}`,
  ];
  for (const line of lines) if (line) call.note(printable(line));
}

type Named = Api.MergePreview['from'];

const nameOf = ({ username, display_name: name }: Named): string =>
  username === null || name === username ? name : `${username} (${name})`;

/** Usernames, or ids if both players have the same username. */
const pairText = ({ from, into }: Api.MergePreview): string =>
  from.username === into.username ? `${from.profile_id} by ${into.profile_id}` : `${from.username} by ${into.username}`;

async function writeReport(client: Bandeja, path: string, mergeId: string): Promise<void> {
  const lines: string[] = [];
  for await (const { match_id, external_ref, played_at, now } of client.merges.matches(mergeId)) {
    lines.push(`${[mergeId, match_id, external_ref, played_at, now].map((cell) => csvCell(cell)).join(',')}\n`);
  }
  const header = csvHeader(['merge_id', 'match_id', 'external_ref', 'played_at', 'now']);
  try {
    await writeFile(path, header + lines.join(''), { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const why = code === 'EEXIST' ? 'there is such a file already' : `the file cannot be written (${code})`;
    const rest = `The merge is done; undo it with: bandeja import undo ${mergeId}`;
    throw wrongUse(`--report ${path}: ${why}. ${rest}`, { cause: error });
  }
}

/** Offers to erase the player, to a person at a terminal. */
async function offerErasure(call: Call<MergeOptions>, client: Bandeja, { from }: Api.MergePreview): Promise<void> {
  call.note(`You may erase ${from.username} now. After that, the merge cannot be undone.`);
  if (!(await eraseIfMeant(call, client, from.profile_id ?? ''))) call.note(`${from.username} stays registered.`);
}
