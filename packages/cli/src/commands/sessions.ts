import { InvalidArgumentError } from 'commander';
import { pathOf } from '../api/client.ts';
import {
  command,
  group,
  languageOption,
  type MatchPageOptions,
  matchPageOptions,
  matchPageQuery,
  option,
  utcOption,
  wholeNumber,
  withValues,
} from '../command.ts';
import { numberOf, objectOf, objectsOf } from '../json-value.ts';
import { countAt, type Field, timeAt } from '../print.ts';
import { type PictureOptions, pictureOptions, wantsPicture, writePicture } from './files.ts';
import { recapText } from './recap-text.ts';

interface ShowOptions extends PictureOptions {
  readonly rankBy?: string;
  readonly limit?: number;
  readonly offset?: number;
}

const listed: readonly Field[] = [
  ['session', 'session_external_ref', 'shrinks'],
  ['began', timeAt('started_at')],
  ['matches', countAt('matches')],
  ['players', countAt('players')],
  ['venue', 'venue_label', 'shrinks'],
];

/** `bandeja sessions …` */
export const sessions = group('sessions', 'Club nights and other sessions. Needs BANDEJA_KEY.', [
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
    use: 'show <ref>',
    routes: ['GET /v1/matches/sessions/{ref}', 'GET /v1/matches/sessions/{ref}/recap.svg'],
    description:
      'Show a session’s recap: the ranking, the pairs, the biggest upset, who won most over what was expected.',
    args: { ref: 'the session_external_ref of its matches' },
    options: [
      withValues(option('--rank-by <what>', 'wins or points; default: points if all scores are in points', rankBy), [
        'wins',
        'points',
      ]),
      option('--limit <n>', 'how many players, at most 300', wholeNumber),
      option('--offset <n>', 'how many players to skip', wholeNumber),
      ...pictureOptions,
      languageOption,
      utcOption,
    ],
    examples: [
      'sessions show club-norte-2025-10-17',
      'sessions show club-norte-2025-10-17 --svg poster.svg --theme dark',
    ],
    run: async (call, ref) => {
      const path = ['v1', 'matches', 'sessions', ref];
      const { rankBy: rank_by, limit, offset } = call.options;
      if (wantsPicture(call.options, { textOnly: ['limit', 'offset'] })) {
        return writePicture(call, call.partner, pathOf(...path, 'recap.svg'), { rank_by });
      }
      const body = await call.partner.get(pathOf(...path), { rank_by, limit, offset });
      call.show(body, recapText);
      const shown = (offset ?? 0) + objectsOf(objectOf(body)['leaderboard']).length;
      const players = numberOf(objectOf(objectOf(body)['unique_players'])['count']) ?? 0;
      if (players > shown) call.note(`There are more: --offset ${shown} (${players} players in all)`);
    },
  }),
]);

function rankBy(text: string): string {
  if (text === 'wins' || text === 'points') return text;
  throw new InvalidArgumentError('Must be wins or points.');
}
