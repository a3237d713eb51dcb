import type { Api } from '@bandeja/client';
import { command, group } from '../command.ts';
import {
  choice,
  languageOption,
  type MatchPageOptions,
  matchPageOptions,
  matchPageQuery,
  option,
  utcOption,
  wholeNumber,
} from '../options.ts';
import { count, type Layout, time } from '../print.ts';
import { type PictureOptions, pictureOptions, wantsPicture, writePicture } from './files.ts';
import { recapText } from './recap-text.ts';

interface ShowOptions extends PictureOptions {
  readonly rankBy?: 'auto' | 'wins' | 'points' | 'average';
  readonly limit?: number;
  readonly offset?: number;
}

const listed: Layout<Api.SessionSummary> = [
  ['session', 'session_external_ref', 'shrinks'],
  ['began', ({ started_at }) => time(started_at)],
  ['matches', ({ matches }) => count(matches)],
  ['players', ({ players }) => count(players)],
  ['venue', 'venue_label', 'shrinks'],
];

/** `bandeja sessions …` */
export const sessions = group('sessions', 'List club nights and other sessions, and show their recaps', [
  command<MatchPageOptions>({
    use: 'list',
    routes: ['GET /v1/sessions'],
    description: 'List your sessions, newest first.',
    options: matchPageOptions,
    examples: ['sessions list', 'sessions list --since 2025-10-01 --until 2025-10-31'],
    run: async (call) => {
      const body = await call.partner.sessions.list(matchPageQuery(call));
      const { since, until } = call.options;
      call.list(body, listed, since || until ? 'No session in this time.' : 'No sessions yet.');
    },
  }),
  command<ShowOptions>({
    use: 'recap <ref>',
    routes: ['GET /v1/matches/sessions/{ref}', 'GET /v1/matches/sessions/{ref}/recap.svg'],
    description: 'Show the recap of a session: the ranking, the pairs, the biggest upset, and who beat expectations.',
    args: { ref: 'The session_external_ref of its matches' },
    options: [
      choice(
        '--rank-by <order>',
        'Rank by wins, points or the average of points a match; auto: by points if all have played as many matches (default: as planned)',
        ['auto', 'wins', 'points', 'average'],
      ),
      option('--limit <n>', 'The maximum number of players, up to 300', wholeNumber),
      option('--offset <n>', 'The number of players to skip', wholeNumber),
      ...pictureOptions,
      languageOption,
      utcOption,
    ],
    examples: [
      'sessions recap club-norte-2025-10-17',
      'sessions recap club-norte-2025-10-17 --svg poster.svg --theme dark',
    ],
    run: async (call, ref) => {
      const { sessions } = call.partner;
      const { rankBy: rank_by, limit, offset } = call.options;
      if (wantsPicture(call.options, { textOnly: ['limit', 'offset'] })) {
        return writePicture(call, sessions.recapPicture(ref, { rank_by, theme: call.options.theme }));
      }
      const recap = await sessions.recap(ref, { rank_by, limit, offset });
      call.show(recap, recapText);
      const shown = (offset ?? 0) + recap.leaderboard.length;
      const players = recap.unique_players.count;
      if (players > shown) call.note(`There are more: --offset ${shown} (${players} players in all)`);
    },
  }),
]);
