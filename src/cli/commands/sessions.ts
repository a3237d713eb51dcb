import { pathOf } from '../api/client.ts';
import { command, group } from '../command.ts';
import { type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf } from '../json-value.ts';
import { at, countAt, type Field, fieldsOf, tableOf, timeAt } from '../print.ts';

/** `6-4  Ana & Rui v. Eva & Tom`, the winners first. */
const scoreline =
  (name: string) =>
  (recap: JsonObject): string | null => {
    const found = objectOf(objectOf(recap['scorelines'])[name]);
    const score = textOf(found['set_scores']);
    if (score === null) return null;
    const players = objectOf(found['players']);
    const pair = (team: string) =>
      listOf(players[team]).map((player) => textOf(objectOf(player)['display_name']) ?? '?');
    const teams = found['winning_team'] === 'B' ? ['B', 'A'] : ['A', 'B'];
    return `${score}  ${teams.map((team) => pair(team).join(' & ')).join(' v. ')}`;
  };

const facts: readonly Field[] = [
  ['session', 'session_external_ref'],
  ['venue', 'venue_label'],
  ['competition', 'competition_type'],
  ['from', timeAt('started_at')],
  ['to', timeAt('ended_at')],
  ['completed', countAt('matches', 'completed')],
  ['pending', countAt('matches', 'pending')],
  ['voided', countAt('matches', 'voided')],
  ['players', countAt('unique_players', 'count')],
  ['average minutes', 'average_duration_minutes'],
  ['closest', scoreline('closest')],
  ['most lopsided', scoreline('most_lopsided')],
];

const leaderboard: readonly Field[] = [
  ['rank', 'rank'],
  ['player', 'display_name'],
  ['played', countAt('played')],
  ['wins', countAt('wins')],
  ['losses', countAt('losses')],
  ['games', countAt('games_won')],
  ['lost', countAt('games_lost')],
  ['difference', countAt('games_difference')],
  ['score change', at('service_score_change')],
];

/** `bandeja sessions …` */
export const sessions = group('sessions', 'Club nights and other sessions. Needs BANDEJA_KEY.', [
  command({
    use: 'show <ref>',
    description: 'Show a session’s recap: who played, how close it was, who won most.',
    args: { ref: 'the session_external_ref of its matches' },
    examples: ['sessions show night-42'],
    run: async (call, ref) => {
      const body = await call.partner.get(pathOf('v1', 'matches', 'sessions', ref));
      call.show(
        body,
        (recap, look) =>
          `${fieldsOf(facts, recap, look)}\n${tableOf(leaderboard, objectsOf(recap['leaderboard']), look)}`,
      );
      const shown = objectsOf(objectOf(body)['leaderboard']).length;
      const players = numberOf(objectOf(objectOf(body)['unique_players'])['count']) ?? 0;
      if (players > shown) call.note(`Only the first ${shown} of ${players} players are shown.`);
    },
  }),
]);
