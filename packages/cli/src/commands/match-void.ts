import { command } from '../command.ts';
import { requireConfirmation } from '../confirmation.ts';
import { required, utcOption, yesOption } from '../options.ts';
import { matchText } from './match-text.ts';
import { matchLines, showLines } from './matches-preview.ts';

interface VoidOptions {
  readonly reason: string;
  readonly yes?: boolean;
}

/** `bandeja matches void` */
export const voidCommand = command<VoidOptions>({
  use: 'void <id>',
  routes: ['POST /v1/matches/{id}/void', 'GET /v1/matches/{id}'],
  description:
    'Void a match. This cannot be undone: on a terminal, it shows the match and asks. Ratings are recomputed as if the match ' +
    'had never been played.',
  args: { id: 'The id of the match' },
  options: [
    required('--reason <text>', 'The reason, which is stored with the match and in its audit trail'),
    yesOption,
    utcOption,
  ],
  examples: ['matches void 019de4f2-a340-8f34-a99b-71224f08972d --reason "entered twice" --yes'],
  run: async (call, id) => {
    const { matches } = call.partner;
    await requireConfirmation(call, 'A void cannot be undone.', async () => {
      showLines(call, matchLines(call, [await matches.get(id)]));
      return 'Void this match for good?';
    });
    call.show(await matches.void(id, call.options.reason), matchText);
  },
});
