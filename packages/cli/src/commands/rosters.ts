import type { Api } from '@bandeja/client';
import { command, group } from '../command.ts';
import { choice, option, type PageOptions, pageOptions, pageQuery, utcOption } from '../options.ts';
import { count, type Layout, time } from '../print.ts';
import { withSuggestions } from '../suggestions.ts';
import { leaderboardText } from './leaderboard-text.ts';

const layout: Layout<Api.Roster> = [
  ['slug', 'slug'],
  ['name', 'name'],
  ['members', ({ members }) => count(members)],
  ['created', ({ created_at }) => time(created_at)],
];
const memberLayout: Layout<Api.RosterMember> = [
  ['username', 'username', 'shrinks'],
  ['name', 'display_name', 'shrinks'],
  ['profile', ({ profile_is_public: isPublic }) => (isPublic ? 'public' : 'private')],
  ['added', ({ added_at }) => time(added_at)],
];
const memberFacts: Layout<Api.RosterMember> = [...memberLayout, ['id', 'profile_id']];

/** `bandeja rosters …` */
export const rosters = group('rosters', 'Your named groups of players. Needs BANDEJA_KEY.', [
  command<PageOptions>({
    use: 'list',
    routes: ['GET /v1/rosters'],
    description: 'List your rosters.',
    options: [...pageOptions, utcOption],
    examples: ['rosters list'],
    run: async (call) => call.list(await call.partner.rosters.list(pageQuery(call.options)), layout, 'No rosters yet.'),
  }),
  command({
    use: 'get <slug>',
    routes: ['GET /v1/rosters/{slug}'],
    description: 'Show a roster.',
    options: [utcOption],
    examples: ['rosters get club-night'],
    run: async (call, slug) => call.show(await call.partner.rosters.get(slug), layout),
  }),
  command<{ name?: string }>({
    use: 'put <slug>',
    routes: ['PUT /v1/rosters/{slug}'],
    description: 'Create a roster, or rename an existing one.',
    args: { slug: '1 to 64 of a–z, 0–9 and “-”' },
    options: [option('--name <name>', 'the name to show'), utcOption],
    examples: ['rosters put thursday --name "Thursday americano"'],
    run: async (call, slug) => call.show(await call.partner.rosters.put(slug, { name: call.options.name }), layout),
  }),
  command({
    use: 'delete <slug>',
    routes: ['DELETE /v1/rosters/{slug}'],
    description: 'Delete a roster. Its players stay.',
    examples: ['rosters delete thursday'],
    run: async (call, slug) => {
      await call.partner.rosters.delete(slug);
      call.done(null, `The roster ${slug} is deleted.`);
    },
  }),
  command<PageOptions>({
    use: 'members <slug>',
    routes: ['GET /v1/rosters/{slug}/members'],
    description: 'List a roster’s players.',
    options: [...pageOptions, utcOption],
    examples: ['rosters members club-night'],
    run: async (call, slug) =>
      call.list(
        await call.partner.rosters.members(slug, pageQuery(call.options)),
        memberLayout,
        'The roster is empty.',
      ),
  }),
  command({
    use: 'add <slug> <username>',
    routes: ['PUT /v1/rosters/{slug}/members/{username}'],
    description: 'Put a player on a roster.',
    args: { username: 'a player whom you can see' },
    examples: ['rosters add club-night ines.carvalho'],
    run: async (call, slug, username) => {
      const client = call.partner;
      await withSuggestions(client, [username], () => client.rosters.add(slug, username));
      call.done(null, `${username} is on the roster ${slug}.`);
    },
  }),
  command({
    use: 'remove <slug> <username>',
    routes: ['DELETE /v1/rosters/{slug}/members/{username}'],
    description: 'Take a player off a roster.',
    examples: ['rosters remove club-night ines.carvalho'],
    run: async (call, slug, username) => {
      await call.partner.rosters.remove(slug, username);
      call.done(null, `${username} is off the roster ${slug}.`);
    },
  }),
  command<{ window?: Days; unranked?: boolean } & PageOptions>({
    use: 'leaderboard <slug>',
    routes: ['GET /v1/rosters/{slug}/leaderboard'],
    description: 'Rank a roster’s players by score, with how far each has moved, and list who is not ranked yet.',
    options: [
      choice('--window <days>', 'the period of score changes; default: 30d', ['7d', '30d', '90d']),
      option('--unranked', 'page through those who are not ranked yet'),
      ...pageOptions,
    ],
    examples: ['rosters leaderboard club-night', 'rosters leaderboard club-night --window 7d'],
    run: async (call, slug) => {
      const { window, unranked = false } = call.options;
      const query = { ...pageQuery(call.options), window, ranked: unranked ? false : undefined };
      const body = await call.partner.rosters.leaderboard(slug, query);
      call.show(body, (leaderboard, look) => leaderboardText(leaderboard, look, unranked));
      call.notePage(body);
    },
  }),
  command({
    use: 'redeem <slug> <code>',
    routes: ['POST /v1/rosters/{slug}/members'],
    description:
      'Put another partner’s private player on a roster, with the code that the partner shared. A code works once.',
    args: { code: 'the code; its owner made it with “bandeja players share”' },
    options: [utcOption],
    examples: ['rosters redeem thursday bdj_share_Zk3v0TqYx81LmW5uPr7Ab2Cd9Ef4Gh6J'],
    run: async (call, slug, code) => call.show(await call.partner.rosters.redeem(slug, code), memberFacts),
  }),
]);

type Days = '7d' | '30d' | '90d';
