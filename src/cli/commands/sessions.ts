import type { Command } from 'commander';
import { type AnswerOptions, printAnswer } from '../answer.ts';
import { pathOf } from '../api/client.ts';
import { type CommandContext, partnerClient } from '../command-context.ts';
import { cellOf, countCell, type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf } from '../json-value.ts';
import { fields, table } from '../table.ts';

/** `bandeja sessions …` */
export function addSessions(program: Command, context: CommandContext): void {
  const sessions = program.command('sessions').description('Club nights and other sessions. Needs BANDEJA_KEY.');
  sessions
    .command('show')
    .description('Show a session’s recap: who played, how close it was, who won most.')
    .argument('<ref>', 'the session_external_ref of its matches')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja sessions show night-42\n')
    .action(async (ref: string, options: AnswerOptions) => {
      const { body } = await partnerClient(context).request('GET', pathOf('v1', 'matches', 'sessions', ref));
      printAnswer(context, options, body, recapText);
    });
}

function recapText(recap: JsonObject): string {
  const matches = objectOf(recap['matches']);
  const scorelines = objectOf(recap['scorelines']);
  const head = fields([
    ['session', cellOf(recap['session_external_ref'])],
    ['venue', cellOf(recap['venue_label'])],
    ['competition', cellOf(recap['competition_type'])],
    ['from', cellOf(recap['started_at'])],
    ['to', cellOf(recap['ended_at'])],
    ['completed', countCell(matches['completed'])],
    ['pending', countCell(matches['pending'])],
    ['voided', countCell(matches['voided'])],
    ['players', countCell(objectOf(recap['unique_players'])['count'])],
    ['average minutes', cellOf(recap['average_duration_minutes'])],
    ['closest', scorelineText(scorelines['closest'])],
    ['most lopsided', scorelineText(scorelines['most_lopsided'])],
  ]);
  return `${head}\n${leaderboardText(recap)}`;
}

function leaderboardText(recap: JsonObject): string {
  const headings = ['rank', 'player', 'played', 'wins', 'losses', 'games', 'lost', 'difference', 'score change'];
  const rows = objectsOf(recap['leaderboard']).map((line) => [
    cellOf(line['rank']),
    textOf(line['display_name']),
    countCell(line['played']),
    countCell(line['wins']),
    countCell(line['losses']),
    countCell(line['games_won']),
    countCell(line['games_lost']),
    countCell(line['games_difference']),
    numberOf(line['service_score_change']),
  ]);
  return table(headings, rows);
}

/** `6-4  Ana & Rui v. Eva & Tom`, the winners first. */
function scorelineText(value: unknown): string | null {
  const scoreline = objectOf(value);
  const score = textOf(scoreline['set_scores']);
  if (score === null) return null;
  const players = objectOf(scoreline['players']);
  const pair = (team: string) => listOf(players[team]).map((player) => textOf(objectOf(player)['display_name']) ?? '?');
  const teams = scoreline['winning_team'] === 'B' ? ['B', 'A'] : ['A', 'B'];
  return `${score}  ${teams.map((team) => pair(team).join(' & ')).join(' v. ')}`;
}
