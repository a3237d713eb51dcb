import type { Bandeja } from '@bandeja/client';
import { type Call, command, group } from '../command.ts';
import {
  choice,
  languageOption,
  type MatchPageOptions,
  matchPageOptions,
  matchPageQuery,
  option,
  type PageOptions,
  pageOptions,
  pageQuery,
  sinceUntil,
  utcOption,
  wholeNumber,
} from '../options.ts';
import { withSuggestions } from '../suggestions.ts';
import { TIME_FORMS } from '../times.ts';
import { analysisText } from './analysis-text.ts';
import { cardText } from './card-text.ts';
import { findCommand } from './external-ids.ts';
import { type PictureOptions, pictureOptions, wantsPicture, writePicture } from './files.ts';
import { matchListLayout } from './match-text.ts';
import { mergeCommand } from './player-merge.ts';
import { eraseCommand, exportCommand } from './player-privacy.ts';
import { registerBatchCommand, registerCommand, shareCommand, updateCommand } from './player-registration.ts';
import { playerLayout, playerListLayout } from './player-text.ts';
import { progressText } from './progress-text.ts';
import { playerAuditCommand } from './starting-level.ts';

interface ListOptions extends PageOptions {
  readonly roster?: string;
}

interface CardOptions extends PictureOptions {
  readonly headline?: 'any' | 'strengths';
}

interface ProgressOptions extends PictureOptions {
  readonly interval?: 'match' | 'day' | 'week';
  readonly limit?: number;
  readonly since?: string;
  readonly until?: string;
  readonly width?: 320 | 640;
}

const EXAMPLE = 'ines.carvalho';

/** Reads something of a player. If there is no such player, the error suggests similar names. */
function read<T>(call: Call<object>, username: string, request: (players: Bandeja['players']) => PromiseLike<T>) {
  const client = call.partner;
  return withSuggestions(client, [username], () => request(client.players));
}

/** `bandeja players …` */
export const players = group('players', 'Find, register and read players', [
  command<ListOptions>({
    use: 'list [words...]',
    routes: ['GET /v1/players'],
    description:
      'List your players, or find players by name. Without words, lists the players that you created or that are on your rosters. ' +
      'With words, lists all visible players whose name or username has words that start with yours. Case and accents do ' +
      'not matter.',
    args: { words: 'Beginnings of names, such as: ines carv' },
    options: [option('--roster <slug>', 'Only players on this roster'), ...pageOptions],
    examples: ['players list', 'players list carmen ort', 'players list --roster club-night'],
    run: async (call, words) => {
      const query = { ...pageQuery(call.options), q: words === '' ? undefined : words, roster: call.options.roster };
      const empty = words === '' ? 'No players yet.' : 'No player found.';
      call.list(await call.partner.players.list(query), playerListLayout, empty);
    },
  }),
  command<{ limit?: number }>({
    use: 'search <prefix>',
    routes: ['GET /v1/players/search'],
    description: 'Find public players by username. To search by name, use “players list”.',
    args: { prefix: 'The beginning of the username, at least two characters' },
    options: [option('--limit <n>', 'The number of players, at most 50', wholeNumber)],
    examples: ['players search ines --limit 5'],
    run: async (call, prefix) =>
      call.list(
        await call.partner.players.search({ q: prefix, limit: call.options.limit }),
        playerListLayout,
        'No player found.',
      ),
  }),
  findCommand,
  command({
    use: 'get <username>',
    routes: ['GET /v1/players/{username}'],
    description: 'Show a player’s profile and rating.',
    options: [utcOption],
    examples: [`players get ${EXAMPLE}`],
    run: async (call, username) =>
      call.show(await read(call, username, (players) => players.get(username)), playerLayout),
  }),
  command<CardOptions>({
    use: 'card <username>',
    routes: ['GET /v1/players/{username}/card', 'GET /v1/players/{username}/card.svg'],
    description: 'Show a player’s card: rating, main insight, form, recent changes and newest matches.',
    options: [
      choice('--headline <which>', 'Which insight may be shown; “strengths” hides weaknesses (default: “any”)', [
        'any',
        'strengths',
      ]),
      ...pictureOptions,
      languageOption,
      utcOption,
    ],
    examples: [`players card ${EXAMPLE}`, `players card ${EXAMPLE} --svg card.svg --lang es`],
    run: async (call, username) => {
      const { headline, theme } = call.options;
      if (wantsPicture(call.options)) {
        const picture = read(call, username, (players) => players.cardPicture(username, { headline, theme }));
        return writePicture(call, picture);
      }
      call.show(await read(call, username, (players) => players.card(username, { headline })), cardText);
    },
  }),
  command<{ limit?: number }>({
    use: 'analysis <username>',
    routes: ['GET /v1/players/{username}/analysis'],
    description: 'Analyze a player’s recent matches. Prints what stands out, and the share of sets and games won.',
    options: [
      option('--limit <n>', 'The number of matches, 1 to 200 (default: 50)', wholeNumber),
      languageOption,
      utcOption,
    ],
    examples: [`players analysis ${EXAMPLE} --limit 20`],
    run: async (call, username) =>
      call.show(
        await read(call, username, (players) => players.analysis(username, { limit: call.options.limit })),
        analysisText,
      ),
  }),
  command<ProgressOptions>({
    use: 'progress <username>',
    routes: ['GET /v1/players/{username}/progress', 'GET /v1/players/{username}/progress.svg'],
    description: 'Show the history of a player’s score by match, day or week.',
    options: [
      choice('--interval <interval>', 'One point per match, day or week (default: match)', ['match', 'day', 'week']),
      option('--limit <n>', 'The number of points, 1 to 1000 (default: 100)', wholeNumber),
      option('--since <time>', `From this time: ${TIME_FORMS}`),
      option('--until <time>', 'Before this time; a date includes the whole day'),
      ...pictureOptions,
      option('--width <pixels>', 'The width of the picture, 320 or 640', wholeNumber),
      languageOption,
      utcOption,
    ],
    examples: [
      `players progress ${EXAMPLE} --interval week`,
      `players progress ${EXAMPLE} --svg progress.svg --width 640`,
    ],
    run: async (call, username) => {
      const { interval, limit, width, theme } = call.options;
      const query = { interval, limit, ...sinceUntil(call) };
      if (wantsPicture(call.options, { pictureOnly: ['width'] })) {
        const options = { ...query, width, theme };
        return writePicture(
          call,
          read(call, username, (players) => players.progressPicture(username, options)),
        );
      }
      call.show(await read(call, username, (players) => players.progress(username, query)), progressText);
    },
  }),
  command<MatchPageOptions>({
    use: 'matches <username>',
    routes: ['GET /v1/players/{username}/matches'],
    description: 'List a player’s completed matches, newest first.',
    options: matchPageOptions,
    examples: [`players matches ${EXAMPLE} --limit 10`, `players matches ${EXAMPLE} --since 2025-10-17`],
    run: async (call, username) => {
      const { since, until } = call.options;
      const empty = since || until ? 'No matches in this period.' : 'No matches yet.';
      const page = await read(call, username, (players) => players.matches(username, matchPageQuery(call)));
      call.list(page, matchListLayout, empty);
    },
  }),
  registerCommand,
  registerBatchCommand,
  updateCommand,
  shareCommand,
  playerAuditCommand,
  exportCommand,
  mergeCommand,
  eraseCommand,
]);
