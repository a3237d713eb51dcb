import { InvalidArgumentError } from 'commander';
import { pathOf, type Query } from '../api/client.ts';
import {
  type Call,
  command,
  group,
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
  withValues,
} from '../command.ts';
import { withSuggestions } from '../suggestions.ts';
import { TIME_FORMS } from '../times.ts';
import { analysisText } from './analysis-text.ts';
import { cardText } from './card-text.ts';
import { type PictureOptions, pictureOptions, wantsPicture, writePicture } from './files.ts';
import { matchListLayout } from './match-text.ts';
import { eraseCommand, exportCommand } from './player-privacy.ts';
import { registerBatchCommand, registerCommand, shareCommand, updateCommand } from './player-registration.ts';
import { playerLayout, playerListLayout } from './player-text.ts';
import { progressText } from './progress-text.ts';

interface ListOptions extends PageOptions {
  readonly roster?: string;
}

interface CardOptions extends PictureOptions {
  readonly headline?: string;
}

interface ProgressOptions extends PictureOptions {
  readonly interval?: string;
  readonly limit?: number;
  readonly since?: string;
  readonly until?: string;
  readonly width?: number;
}

const path = (...parts: readonly string[]): string => pathOf('v1', 'players', ...parts);
const EXAMPLE = 'ines.carvalho';
const rosterOption = option('--roster <slug>', 'only those on this roster of yours');

/** Reads a resource of a player. If there is none of that name, the refusal says who may be meant. */
function read<O extends object>(call: Call<O>, username: string, parts: readonly string[], query: Query = {}) {
  const client = call.partner;
  return withSuggestions(client, [username], () => client.get(path(username, ...parts), query));
}

/** The same as a picture. */
function picture<O extends PictureOptions>(call: Call<O>, username: string, name: string, query: Query = {}) {
  const client = call.partner;
  return withSuggestions(client, [username], () => writePicture(call, client, path(username, name), query));
}

/** `bandeja players …` */
export const players = group('players', 'Players and their ratings. Needs BANDEJA_KEY.', [
  command<ListOptions>({
    use: 'list',
    routes: ['GET /v1/players'],
    description: 'List your own players: those whom you created and those on your rosters, by name.',
    options: [rosterOption, ...pageOptions],
    examples: ['players list', 'players list --roster club-night'],
    run: async (call) => {
      const query = { ...pageQuery(call.options), roster: call.options.roster };
      call.list(await call.partner.get(path(), query), playerListLayout, 'No players yet.');
    },
  }),
  command<ListOptions>({
    use: 'find <words...>',
    routes: ['GET /v1/players'],
    description:
      'Find players by the beginnings of words of their name or username, without case and accents. Your own come first.',
    args: { words: 'for example: ines carv' },
    options: [rosterOption, ...pageOptions],
    examples: ['players find ines', 'players find carmen ort'],
    run: async (call, words) => {
      const query = { ...pageQuery(call.options), q: words, roster: call.options.roster };
      call.list(await call.partner.get(path(), query), playerListLayout, 'No player found.');
    },
  }),
  command<{ limit?: number }>({
    use: 'search <prefix>',
    routes: ['GET /v1/players/search'],
    description: 'Find public players by the beginning of their username.',
    args: { prefix: 'at least two characters' },
    options: [option('--limit <n>', 'how many, at most 50', wholeNumber)],
    examples: ['players search ines --limit 5'],
    run: async (call, prefix) =>
      call.list(
        await call.partner.get(path('search'), { q: prefix, limit: call.options.limit }),
        playerListLayout,
        'No player found.',
      ),
  }),
  command({
    use: 'show <username>',
    routes: ['GET /v1/players/{username}'],
    description: 'Show a player with the rating.',
    options: [utcOption],
    examples: [`players show ${EXAMPLE}`],
    run: async (call, username) => call.show(await read(call, username, []), playerLayout),
  }),
  command<CardOptions>({
    use: 'card <username>',
    routes: ['GET /v1/players/{username}/card', 'GET /v1/players/{username}/card.svg'],
    description: 'Show a player’s card: the rating, what a coach would say first, form, the last weeks and matches.',
    options: [
      withValues(
        option('--headline <which>', 'any (the default) or strengths, for public pages: never a weakness', headlines),
        ['any', 'strengths'],
      ),
      ...pictureOptions,
      languageOption,
      utcOption,
    ],
    examples: [`players card ${EXAMPLE}`, `players card ${EXAMPLE} --svg card.svg --lang es`],
    run: async (call, username) => {
      const query = { headline: call.options.headline };
      if (wantsPicture(call.options)) return picture(call, username, 'card.svg', query);
      call.show(await read(call, username, ['card'], query), cardText);
    },
  }),
  command<{ limit?: number }>({
    use: 'analysis <username>',
    routes: ['GET /v1/players/{username}/analysis'],
    description: 'Show what a player’s newest matches tell: what stands out, and how often sets and games were won.',
    options: [
      option('--limit <n>', 'over how many matches, 1 to 200; default: 50', wholeNumber),
      languageOption,
      utcOption,
    ],
    examples: [`players analysis ${EXAMPLE} --limit 20`],
    run: async (call, username) =>
      call.show(await read(call, username, ['analysis'], { limit: call.options.limit }), analysisText),
  }),
  command<ProgressOptions>({
    use: 'progress <username>',
    routes: ['GET /v1/players/{username}/progress', 'GET /v1/players/{username}/progress.svg'],
    description: 'Show how a player’s score has moved, match by match, by days or by weeks.',
    options: [
      option('--interval <interval>', 'match (the default), day or week', interval),
      option('--limit <n>', 'how many points, 1 to 1000; default: 100', wholeNumber),
      option('--since <time>', `from then on: ${TIME_FORMS}`),
      option('--until <time>', 'before then; a day alone is included'),
      ...pictureOptions,
      option('--width <pixels>', 'of the picture: 320 or 640', wholeNumber),
      languageOption,
      utcOption,
    ],
    examples: [
      `players progress ${EXAMPLE} --interval week`,
      `players progress ${EXAMPLE} --svg progress.svg --width 640`,
    ],
    run: async (call, username) => {
      const { interval: by, limit, width } = call.options;
      const query = { interval: by, limit, ...sinceUntil(call) };
      if (wantsPicture(call.options, { pictureOnly: ['width'] })) {
        return picture(call, username, 'progress.svg', { ...query, width });
      }
      call.show(await read(call, username, ['progress'], query), progressText);
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
      const empty = since || until ? 'No match in this time.' : 'No matches yet.';
      call.list(await read(call, username, ['matches'], matchPageQuery(call)), matchListLayout, empty);
    },
  }),
  registerCommand,
  registerBatchCommand,
  updateCommand,
  shareCommand,
  exportCommand,
  eraseCommand,
]);

function headlines(text: string): string {
  if (text === 'any' || text === 'strengths') return text;
  throw new InvalidArgumentError('Must be any or strengths.');
}

function interval(text: string): string {
  if (['match', 'day', 'week'].includes(text)) return text;
  throw new InvalidArgumentError('Must be match, day or week.');
}
