import type { Bandeja } from '@bandeja/client';
import { type Call, command } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { yesOption } from '../options.ts';
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
    'Export all data about a player that you created. Prints JSON: the profile, the rating, rosters, ' +
    'shares, and every match.',
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
    'Erase a player that you created. This cannot be undone: export the data first if you need it. Matches then show ' +
    '“Erased player”, and the ratings of the other players do not change.',
  options: [yesOption],
  examples: ['players erase ana.martins --yes'],
  json: null,
  run: async (call, username) => {
    if (!(await eraseIfMeant(call, call.partner, username))) throw wrongUse('Nothing was erased.');
  },
});

/** Asks, and erases the player. @returns whether it did */
export async function eraseIfMeant(call: Call<EraseOptions>, client: Bandeja, username: string): Promise<boolean> {
  if (!(await isMeant(call, client, username))) return false;
  await withSuggestions(client, [username], () => client.players.erase(username));
  call.note('Erased.');
  return true;
}

/** Shows the player and asks for confirmation. */
async function isMeant(call: Call<EraseOptions>, client: Bandeja, username: string): Promise<boolean> {
  if (call.options.yes) return true;
  const { confirm } = call.context.terminal;
  if (confirm === null) throw wrongUse('An erasure cannot be undone. Give --yes to confirm it without a terminal.');
  const player = await withSuggestions(client, [username], () => client.players.get(username));
  return confirm(`Erase ${printable(`${player.display_name} (${player.username})`)} for good?`);
}
