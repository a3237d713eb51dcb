import { command } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { required, utcOption, yesOption } from '../options.ts';
import { matchLines, showLines } from '../repair/preview.ts';
import { matchText } from './match-text.ts';

interface VoidOptions {
  readonly reason: string;
  readonly yes?: boolean;
}

/** `bandeja matches void` */
export const voidCommand = command<VoidOptions>({
  use: 'void <id>',
  routes: ['POST /v1/matches/{id}/void', 'GET /v1/matches/{id}'],
  description:
    'Void a match. Shows it, and asks for confirmation on a terminal, because this cannot be undone. Ratings are recomputed as if ' +
    'the match had never been played.',
  args: { id: 'The id of the match' },
  options: [
    required('--reason <text>', 'The reason, which is stored with the match and in its audit trail'),
    yesOption,
    utcOption,
  ],
  examples: ['matches void 019de4f2-a340-8f34-a99b-71224f08972d --reason "entered twice"'],
  run: async (call, id) => {
    const { matches } = call.partner;
    const { confirm } = call.context.terminal;
    if (confirm !== null && !call.options.yes) {
      showLines(call, matchLines(call, [await matches.get(id)]));
      if (!(await confirm('Void this match for good?'))) throw wrongUse('Nothing was changed.');
    }
    call.show(await matches.void(id, call.options.reason), matchText);
  },
});
