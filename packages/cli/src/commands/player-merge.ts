import type { MergePlayer } from '@bandeja/importer/merge/matches';
import { type Call, command } from '../command.ts';
import { exitCodes } from '../exit.ts';
import { option, quietOption, yesOption } from '../options.ts';
import type { MergeOptions } from '../repair/merge.ts';
import type { Repair } from '../repair/steps.ts';
import { eraseIfMeant } from './player-privacy.ts';

/** `bandeja players merge` */
export const mergeCommand = command<MergeOptions>({
  use: 'merge <from> <into>',
  routes: [
    'GET /v1/matches',
    'PATCH /v1/matches/{id}',
    'GET /v1/players/{username}',
    'GET /v1/players/{username}/matches',
    'GET /v1/players/{username}/export',
    'DELETE /v1/players/{username}',
    'GET /v1/rosters',
    'GET /v1/rosters/{slug}/members',
    'PUT /v1/rosters/{slug}/members/{username}',
    'DELETE /v1/rosters/{slug}/members/{username}',
    'GET /v1/plans',
    'GET /v1/sessions/{ref}/plan',
    'PATCH /v1/sessions/{ref}/plan',
  ],
  description:
    'Move your matches of one player to another, and its places on rosters and in night plans. Ratings are recomputed as if INTO ' +
    'had played the matches. Use it if one person has ' +
    'two usernames, or if an import put matches on the wrong player.',
  args: { from: 'The username or `profile_id` to replace', into: 'The username or `profile_id` that takes its place' },
  options: [
    option('--report <file>', 'Write a CSV file from which “bandeja import undo” undoes the merge'),
    yesOption,
    quietOption,
  ],
  notes: `Shows what will change, and asks. Refuses if both played in one match. Pending matches are amended too and stay
pending. Voided matches, and matches of other partners, are not changed. If the command is interrupted, run it again to
continue. If you chose the wrong player, move the matches back with “players merge INTO FROM”, as long as INTO had no
matches of yours before. On a terminal, after the merge, it offers to erase FROM; then the merge cannot be undone.
`,
  examples: ['players merge marta.gil.2 marta.gil --report merge.csv', 'players merge sofia.reis sofia.reis.2 --yes'],
  exitCodes:
    '0: all your matches of FROM are moved, now or before; 1: some could not be amended, or a player does not exist;\n2: wrong usage, both in one match, or not confirmed; 3: the service cannot be reached or does not allow it;\n130: interrupted',
  json: 'Print only the summary, as JSON',
  run: async (call, from, into) => {
    const [{ merge }, { repairing }] = await Promise.all([import('../repair/merge.ts'), import('../repair/steps.ts')]);
    await repairing(call, async (repair) => {
      const merged = await merge(call, repair, [from, into]);
      call.context.finish(merged.exitCode);
      if (merged.exitCode === exitCodes.done) await offerErasure(call, repair, merged.from);
    });
  },
});

/** Offers to erase the player if it is your own, to a person at a terminal. */
async function offerErasure(call: Call<MergeOptions>, repair: Repair, from: MergePlayer): Promise<void> {
  const { yes = false, json = false } = call.options;
  if (yes || json || call.context.terminal.confirm === null) return;
  const { ownerOf } = await import('@bandeja/importer/merge/owner');
  if ((await ownerOf(repair.client, from)) !== 'you') return;
  call.note(`You may erase ${from.username} now. After that, the merge cannot be undone.`);
  if (!(await eraseIfMeant(call, repair.client, from.id))) call.note(`${from.username} stays registered.`);
}
