import { type Client, pathOf } from '../api/client.ts';
import { type Call, command, option } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { type JsonObject, objectOf, objectsOf, textOf } from '../json-value.ts';
import { withSuggestions } from '../suggestions.ts';
import { printable } from '../terminal.ts';

interface EraseOptions {
  readonly yes?: boolean;
}

const path = (...parts: readonly string[]): string => pathOf('v1', 'players', ...parts);

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
    const read = async (cursor?: string) =>
      objectOf(await client.get(path(username, 'export'), { limit: PAGE_MATCHES, cursor }));
    const { data, pagination, ...details } = await withSuggestions(client, [username], () => read());
    terminal.out(`${JSON.stringify(details, null, 2).slice(0, -2)},\n  "data": [`);
    let separator = '\n';
    for (let page: JsonObject = { data, pagination }; ; ) {
      for (const match of objectsOf(page['data'])) {
        terminal.out(`${separator}    ${JSON.stringify(match)}`);
        separator = ',\n';
      }
      await terminal.drained?.();
      const cursor = textOf(objectOf(page['pagination'])['next_cursor']);
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
    await withSuggestions(client, [username], () => client.request('DELETE', path(username)));
    call.note('Erased.');
  },
});

/** Shows whom it is about, and asks whether that is meant. */
async function isMeant(call: Call<EraseOptions>, client: Client, username: string): Promise<boolean> {
  if (call.options.yes) return true;
  const { confirm } = call.context.terminal;
  if (confirm === null) throw wrongUse('An erasure cannot be undone: give --yes where nobody can be asked.');
  const player = objectOf(await withSuggestions(client, [username], () => client.get(path(username))));
  const name = printable(`${String(player['display_name'])} (${String(player['username'])})`);
  return confirm(`Erase ${name} for good?`);
}
