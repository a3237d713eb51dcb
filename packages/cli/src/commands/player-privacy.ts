import type { Bandeja } from '@bandeja/client';
import { type Call, command } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { option } from '../options.ts';
import { withSuggestions } from '../suggestions.ts';
import { printable } from '../terminal.ts';

interface EraseOptions {
  readonly yes?: boolean;
}

/** The most that the service gives at once. */
const PAGE_MATCHES = 100;

/** `bandeja players export` */
export const exportCommand = command({
  use: 'export <username>',
  routes: ['GET /v1/players/{username}/export'],
  description:
    'Write everything that Bandeja stores about a player you created to standard output, as JSON: the profile, the rating, rosters, ' +
    'shares, and every match.',
  summary: 'Write everything that Bandeja stores about a player.',
  examples: ['players export ines.carvalho', 'players export ines.carvalho > ines.json'],
  json: null,
  run: async (call, username) => {
    const client = call.partner;
    const { terminal } = call.context;
    const read = (cursor?: string) => client.players.export(username, { limit: PAGE_MATCHES, cursor });
    let page = await withSuggestions(client, [username], () => read());
    const { data: _, pagination: __, ...stored } = page;
    terminal.out(`${JSON.stringify(stored, null, 2).slice(0, -2)},\n  "data": [`);
    for (let separator = '\n'; ; ) {
      for (const match of page.data) {
        terminal.out(`${separator}    ${JSON.stringify(match)}`);
        separator = ',\n';
      }
      await terminal.drained?.();
      const { next_cursor: cursor } = page.pagination;
      if (cursor === null) break;
      page = await read(cursor);
    }
    terminal.out('\n  ]\n}\n');
  },
});

/** `bandeja players erase` */
export const eraseCommand = command<EraseOptions>({
  use: 'erase <username>',
  routes: ['DELETE /v1/players/{username}'],
  description:
    'Erase a player you created, for good. If you need the data, export it first. In matches the player becomes ' +
    '“Erased player”; the ratings of the others do not change.',
  summary: 'Erase a player you created, for good.',
  options: [option('--yes', 'do not ask')],
  examples: ['players erase ana.martins --yes'],
  json: null,
  run: async (call, username) => {
    const client = call.partner;
    if (!(await isMeant(call, client, username))) throw wrongUse('Nothing was erased.');
    await withSuggestions(client, [username], () => client.players.erase(username));
    call.note('Erased.');
  },
});

/** Shows whom it is about, and asks whether that is meant. */
async function isMeant(call: Call<EraseOptions>, client: Bandeja, username: string): Promise<boolean> {
  if (call.options.yes) return true;
  const { confirm } = call.context.terminal;
  if (confirm === null) throw wrongUse('An erasure cannot be undone: give --yes where nobody can be asked.');
  const player = await withSuggestions(client, [username], () => client.players.get(username));
  return confirm(`Erase ${printable(`${player.display_name} (${player.username})`)} for good?`);
}
