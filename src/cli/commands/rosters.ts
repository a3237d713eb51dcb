import { pathOf } from '../api/client.ts';
import { command, group, option, type PageOptions, pageOptions, pageQuery } from '../command.ts';
import { countAt, type Field, timeAt } from '../print.ts';

const path = (...parts: readonly string[]): string => pathOf('v1', 'rosters', ...parts);

const layout: readonly Field[] = [
  ['slug', 'slug'],
  ['name', 'name'],
  ['members', countAt('members')],
  ['created', timeAt('created_at')],
];
const memberLayout: readonly Field[] = [
  ['username', 'username'],
  ['name', 'display_name'],
  ['public', 'profile_is_public'],
  ['added', timeAt('added_at')],
];

/** `bandeja rosters …` */
export const rosters = group('rosters', 'Your named groups of players. Needs BANDEJA_KEY.', [
  command<PageOptions>({
    use: 'list',
    description: 'List your rosters.',
    options: pageOptions,
    examples: ['rosters list'],
    run: async (call) => call.list(await call.partner.get(path(), pageQuery(call.options)), layout, 'No rosters yet.'),
  }),
  command({
    use: 'show <slug>',
    description: 'Show a roster.',
    examples: ['rosters show thursday'],
    run: async (call, slug) => call.show(await call.partner.get(path(slug)), layout),
  }),
  command<{ name?: string }>({
    use: 'put <slug>',
    description: 'Create a roster, or rename an existing one.',
    args: { slug: '1 to 64 of a–z, 0–9 and “-”' },
    options: [option('--name <name>', 'the name to show')],
    examples: ['rosters put thursday --name "Thursday americano"'],
    run: async (call, slug) => {
      const body = { name: call.options.name };
      call.show((await call.partner.request('PUT', path(slug), { body })).body, layout);
    },
  }),
  command({
    use: 'delete <slug>',
    description: 'Delete a roster. Its players stay.',
    examples: ['rosters delete thursday'],
    run: async (call, slug) => {
      const { body } = await call.partner.request('DELETE', path(slug));
      call.done(body, `The roster ${slug} is deleted.`);
    },
  }),
  command<PageOptions>({
    use: 'members <slug>',
    description: 'List a roster’s players.',
    options: pageOptions,
    examples: ['rosters members thursday'],
    run: async (call, slug) =>
      call.list(
        await call.partner.get(path(slug, 'members'), pageQuery(call.options)),
        memberLayout,
        'Nobody is on it yet.',
      ),
  }),
  command({
    use: 'add <slug> <username>',
    description: 'Put a player on a roster.',
    args: { username: 'a player whom you can see' },
    examples: ['rosters add thursday ana.martins'],
    run: async (call, slug, username) => {
      const { body } = await call.partner.request('PUT', path(slug, 'members', username));
      call.done(body, `${username} is on the roster ${slug}.`);
    },
  }),
  command({
    use: 'remove <slug> <username>',
    description: 'Take a player off a roster.',
    examples: ['rosters remove thursday ana.martins'],
    run: async (call, slug, username) => {
      const { body } = await call.partner.request('DELETE', path(slug, 'members', username));
      call.done(body, `${username} is off the roster ${slug}.`);
    },
  }),
]);
