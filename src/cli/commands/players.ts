import { pathOf } from '../api/client.ts';
import {
  command,
  group,
  type MatchPageOptions,
  matchPageOptions,
  matchPageQuery,
  option,
  wholeNumber,
} from '../command.ts';
import { wrongUse } from '../exit.ts';
import { at, countAt, type Field, timeAt } from '../print.ts';
import { matchListLayout } from './match-text.ts';

interface ProfileOptions {
  readonly displayName?: string;
  readonly country?: string | false;
  readonly public?: boolean;
  readonly private?: boolean;
  readonly roster?: string;
}

const path = (...parts: readonly string[]): string => pathOf('v1', 'players', ...parts);

const listed: readonly Field[] = [
  ['username', 'username'],
  ['name', 'display_name'],
  ['country', 'country_code'],
  ['score', at('rating', 'service_score')],
  ['confidence', at('rating', 'confidence_label')],
  ['matches', countAt('rating', 'matches_played')],
];
const layout: readonly Field[] = [
  ['username', 'username'],
  ['name', 'display_name'],
  ['country', 'country_code'],
  ['profile', (player) => (player['profile_is_public'] === true ? 'public' : 'private')],
  ['id', 'id'],
  ['score', at('rating', 'service_score')],
  ['uncertainty', at('rating', 'uncertainty')],
  ['confidence', at('rating', 'confidence_label')],
  ['matches', countAt('rating', 'matches_played')],
  ['last played', timeAt('rating', 'last_played_at')],
  ['ratings', at('rating', 'rating_status')],
];

const visibility = [
  option('--public', 'visible to every partner'),
  option('--private', 'visible to you, and to partners with whom you share the player'),
];

/** The fields of a profile that were given; undefined ones are not sent. */
function profileBody({ displayName, country, ...options }: ProfileOptions): Record<string, unknown> {
  if (options.public && options.private) throw wrongUse('--public and --private contradict each other.');
  const isPublic = options.public ? true : options.private ? false : undefined;
  // Because of `--no-country` commander gives true when the option is absent.
  const code = typeof country === 'string' ? country.toUpperCase() : country === false ? null : undefined;
  return { display_name: displayName, country_code: code, profile_is_public: isPublic };
}

/** `bandeja players …` */
export const players = group('players', 'Players and their ratings. Needs BANDEJA_KEY.', [
  command<ProfileOptions>({
    use: 'register <username>',
    description: 'Register a player. An existing player is not changed, but joins the roster.',
    options: [
      option('--display-name <name>', 'the name to show; default: the username'),
      option('--country <code>', 'two-letter country code, for example PT'),
      ...visibility,
      option('--roster <slug>', 'put the player on this roster; a new player is then private unless --public'),
    ],
    examples: ['players register ana.martins --display-name "Ana Martins" --country PT --private'],
    run: async (call, username) => {
      const body = { username, ...profileBody(call.options), roster_slug: call.options.roster };
      const answer = await call.partner.request('POST', path(), { body, isRepeatable: true });
      call.show(answer.body, layout);
      call.note(answer.status === 201 ? 'Registered.' : 'The player existed already.');
    },
  }),
  command<ProfileOptions>({
    use: 'update <username>',
    description: 'Change a player whom you created.',
    options: [
      option('--display-name <name>', 'the name to show'),
      option('--country <code>', 'two-letter country code'),
      option('--no-country', 'no country'),
      ...visibility,
    ],
    examples: ['players update ana.martins --public'],
    run: async (call, username) => {
      const body = profileBody(call.options);
      if (Object.values(body).every((value) => value === undefined)) {
        throw wrongUse('Nothing to change: give --display-name, --country, --public or --private.');
      }
      call.show((await call.partner.request('PATCH', path(username), { body })).body, layout);
    },
  }),
  command({
    use: 'show <username>',
    description: 'Show a player with the rating.',
    examples: ['players show ana.martins'],
    run: async (call, username) => call.show(await call.partner.get(path(username)), layout),
  }),
  command<{ limit?: number }>({
    use: 'search <prefix>',
    description: 'Find public players by the beginning of their username.',
    args: { prefix: 'at least two characters' },
    options: [option('--limit <n>', 'how many, at most 50', wholeNumber)],
    examples: ['players search ana --limit 5'],
    run: async (call, prefix) =>
      call.list(
        await call.partner.get(path('search'), { q: prefix, limit: call.options.limit }),
        listed,
        'No public player’s username begins so.',
      ),
  }),
  command<MatchPageOptions>({
    use: 'matches <username>',
    description: 'List a player’s completed matches, newest first.',
    options: matchPageOptions,
    examples: ['players matches ana.martins --limit 10'],
    run: async (call, username) =>
      call.list(
        await call.partner.get(path(username, 'matches'), matchPageQuery(call)),
        matchListLayout,
        'No matches yet.',
      ),
  }),
]);
