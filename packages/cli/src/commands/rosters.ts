import type { Api } from '@bandeja/client';
import { command, group } from '../command.ts';
import { requireConfirmation } from '../confirmation.ts';
import { countOf } from '../counts.ts';
import { wrongUse } from '../exit.ts';
import {
  choice,
  languageOption,
  option,
  type PageOptions,
  pageOptions,
  pageQuery,
  utcOption,
  yesOption,
} from '../options.ts';
import { count, type Layout, time } from '../print.ts';
import { withSuggestions } from '../suggestions.ts';
import { printable } from '../terminal.ts';
import { type PictureOptions, pictureOptions, wantsPicture, writePicture } from './files.ts';
import { emptyText, leaderboardLayout, leaderboardText } from './leaderboard-text.ts';

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
export const rosters = group('rosters', 'Group players and rank them', [
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
    description: 'Create or rename a roster.',
    args: { slug: '1 to 64 characters: a–z, 0–9 and “-”' },
    options: [option('--name <name>', 'The display name'), utcOption],
    examples: ['rosters put thursday --name "Thursday americano"'],
    run: async (call, slug) => call.show(await call.partner.rosters.put(slug, { name: call.options.name }), layout),
  }),
  command<{ yes?: boolean }>({
    use: 'delete <slug>',
    routes: ['DELETE /v1/rosters/{slug}', 'GET /v1/rosters/{slug}'],
    description: 'Delete a roster. Its players are kept. This cannot be undone.',
    options: [yesOption],
    examples: ['rosters delete thursday --yes'],
    run: async (call, slug) => {
      await requireConfirmation(call, 'A deleted roster cannot be restored.', async () => {
        const { name, members } = await call.partner.rosters.get(slug);
        return `Delete the roster ${printable(name ?? slug)} with ${countOf(members, 'player')} for good?`;
      });
      await call.partner.rosters.delete(slug);
      call.done(null, `The roster ${slug} is deleted.`);
    },
  }),
  command<PageOptions>({
    use: 'members <slug>',
    routes: ['GET /v1/rosters/{slug}/members'],
    description: 'List the players of a roster.',
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
    description: 'Add a player to a roster.',
    args: { username: 'A player that is visible to you' },
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
    description: 'Remove a player from a roster.',
    examples: ['rosters remove club-night ines.carvalho'],
    run: async (call, slug, username) => {
      await call.partner.rosters.remove(slug, username);
      call.done(null, `${username} is off the roster ${slug}.`);
    },
  }),
  command<{ window?: Days; unranked?: boolean } & PageOptions & PictureOptions>({
    use: 'leaderboard [slug]',
    routes: ['GET /v1/rosters/{slug}/leaderboard', 'GET /v1/leaderboard', 'GET /v1/leaderboard.svg'],
    description:
      'Rank the players of a roster by score; without one, all your players and those in your matches. Also shows recent score changes, ' +
      'and the players that are not ranked. Without a roster, it can be a picture.',
    options: [
      choice('--window <days>', 'The period of the score changes (default: 30d)', ['7d', '30d', '90d']),
      option('--unranked', 'List the players that are not ranked yet, and those who are inactive'),
      ...pageOptions,
      ...pictureOptions,
      languageOption,
    ],
    examples: [
      'rosters leaderboard',
      'rosters leaderboard club-night --window 7d',
      'rosters leaderboard --svg ranking.svg',
    ],
    run: async (call, slug) => {
      const { window, unranked = false, csv = false, columns } = call.options;
      const query = { ...pageQuery(call.options), window, ranked: unranked ? false : undefined };
      const { rosters: all } = call.partner;
      if (wantsPicture(call.options, { textOnly: ['unranked', 'limit', 'offset', 'cursor', 'csv', 'columns'] })) {
        if (slug !== '') throw wrongUse('--svg draws the ranking of all your players: leave out the roster.');
        return writePicture(call, all.everyonePicture({ window, theme: call.options.theme }));
      }
      const body = await (slug === '' ? all.everyone(query) : all.leaderboard(slug, query));
      if (csv || columns !== undefined) call.rows(body, body.data, leaderboardLayout, emptyText(unranked));
      else call.show(body, (leaderboard, look) => leaderboardText(leaderboard, look, unranked));
      call.notePage(body);
    },
  }),
  command({
    use: 'redeem <slug> <code>',
    routes: ['POST /v1/rosters/{slug}/members'],
    description: 'Add another partner’s private player with a share code. A code works once.',
    args: { code: 'The code, created with “bandeja players share”' },
    options: [utcOption],
    examples: ['rosters redeem thursday bdj_share_Zk3v0TqYx81LmW5uPr7Ab2Cd9Ef4Gh6J'],
    run: async (call, slug, code) => call.show(await call.partner.rosters.redeem(slug, code), memberFacts),
  }),
]);

type Days = '7d' | '30d' | '90d';
