/** What became of a row, in the words of its file. */
import type { Api } from '@bandeja/client';
import type { SetGames } from '../cells/score.ts';
import { type ColumnPlan, columnName } from '../columns/header.ts';
import { type Column, columns } from '../columns/names.ts';
import { type FaultGroup, groupOfFault, groupOfWarning, type WarningGroup } from '../groups.ts';
import { type Fault, type Message, message, placeOf, type RowName, type Warning } from '../message.ts';
import type { PreparedRow } from './prepared-row.ts';
import { isInGames, isLevelInSets, setsOf } from './score-warnings.ts';

/** Why a row is rejected. */
export interface Reason {
  readonly group: FaultGroup;
  readonly text: Message;
  /** The headers of the cells that are wrong. */
  readonly columns: readonly string[];
}

export interface Caution {
  readonly group: WarningGroup;
  readonly text: Message;
}

/** The facts of a file that the outcome of a row needs. */
export interface Terms {
  readonly plan: ColumnPlan | null;
  readonly rowName: RowName;
  /** The rows of matches that this import created. */
  readonly lineOf: (matchId: string) => number | null;
  /** What became of the players that rows name by keys. */
  readonly players: ReadonlyMap<string, Pick<Api.ImportedPlayerResult, 'problems'>>;
}

export const reasonOf = (fault: Fault): Reason => ({ group: groupOfFault(fault), text: fault, columns: fault.columns });

type Problem = Api.ImportRow['problems'][number];

/** @param own has the faults of the reader, which the service returns unchanged */
export function reasonsOf(
  { problems }: Pick<Api.ImportRow, 'problems'>,
  own: PreparedRow,
  terms: Terms,
): readonly Reason[] {
  if (own.faults.length > 0) return own.faults.map(reasonOf);
  return problems.map((problem) => reasonOfProblem(problem, own, terms));
}

const PLACE = /^\/(participants|set_scores)\/(\d+)/;

function reasonOfProblem(problem: Problem, own: PreparedRow, { plan, players }: Terms): Reason {
  const { code, pointer, detail } = problem;
  const { row, match } = own;
  const [, list, place] = PLACE.exec(pointer ?? '') ?? [];
  const player = list === 'participants' ? Number(place) : -1;
  const text = row.players[player] || shownPlayer(own.persons[player] ?? problem.values?.['sent']);
  switch (code) {
    case 'left_out':
      return { group: 'left_out', text: message('fault.left_out'), columns: [] };
    case 'participant_not_eligible':
    case 'unknown_player_key':
      return { group: 'not_eligible', text: message('problem.participant_not_eligible', { text }), columns: [] };
    case 'player_refused': {
      const [refusal] = players.get(String(problem.values?.['sent'] ?? ''))?.problems ?? [];
      const why = { code: (refusal?.code ?? 'unknown') as 'unknown', reason: refusal?.detail ?? refusal?.code ?? '' };
      return { group: 'player_refused', text: message('problem.player_refused', { text, ...why }), columns: [] };
    }
    case 'duplicate_participant':
      return { group: 'twice', text: message('problem.duplicate_participant', { text }), columns: [] };
    case 'implausible_score':
      return { group: 'implausible', text: implausible(problem, own, Number(place ?? 0)), columns: [] };
    case 'score_contradicts_winner':
      return { group: 'contradiction', text: contradiction(problem, own, plan), columns: [] };
  }
  const playedAt = match === null ? problem.values?.['played_at'] : row.written && match.played_at;
  if (pointer === '/played_at' && typeof playedAt === 'string' && !Number.isNaN(Date.parse(playedAt))) {
    const at = playedAt.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
    const isLater = code === 'played_at_in_future';
    const shown = message(isLater ? 'problem.played_at_in_future' : 'problem.played_at_too_early', { at });
    return { group: 'period', text: shown, columns: [columnName(plan, 'played_at')] };
  }
  const column: Column | undefined = columns.find((name) => pointer === `/${name}`);
  const field = column === undefined ? (pointer ?? '') : columnName(plan, column);
  const most = problem.values?.['most'];
  if (pointer === '/session_external_ref' && typeof most === 'number')
    return { group: 'refused', text: message('problem.full_session', { field, most }), columns: [] };
  if (pointer === '/external_ref' && code === 'conflicting')
    return { group: 'refused', text: message('problem.reserved_reference', { field }), columns: [] };
  const values = { field, code: code as 'other', text: detail ?? code };
  return { group: 'refused', text: message('problem.other', values), columns: [] };
}

const shownPlayer = (sent: unknown): string => (typeof sent === 'string' ? sent.replace(/^\+/, '') : '');

/** The set as the service has it. */
const gamesIn = (values: Problem['values']): SetGames => ({
  a: Number(values?.['team_a_games'] ?? 0),
  b: Number(values?.['team_b_games'] ?? 0),
});

/** “66-4” is not a set, and may be meant as 6-4. */
function implausible(problem: Problem, { row, match }: PreparedRow, place: number): Message {
  const set = row.written?.sets[place] ?? setsOf(match ?? {})[place] ?? gamesIn(problem.values);
  const values = { set_number: place + 1, team_a_games: set.a, team_b_games: set.b };
  const [a = 0, b = 0] = [set.a, set.b].map((games) => Number(String(games).replace(/^(\d)\1$/, '$1')));
  const [won, lost] = [Math.max(a, b), Math.min(a, b)];
  const isSet = (won === 6 && lost <= 4) || (won === 7 && (lost === 5 || lost === 6));
  const isDoubled = a !== set.a || b !== set.b;
  return isDoubled && isSet
    ? message('problem.doubled_digit', { ...values, meant: `${a}–${b}` })
    : message('problem.implausible_score', values);
}

/** The score was won by the other team. */
function contradiction({ values }: Problem, { row, match }: PreparedRow, plan: ColumnPlan | null): Message {
  const { written, players } = row;
  const team = String(values?.['winner_by_score'] ?? '');
  if (written === null || written.winner === '')
    return message('problem.score_contradicts_team', { winner_by_score: team });
  const { score, winner } = written;
  if (match !== null && isLevelInSets(match)) return message('problem.level_in_sets', { score });
  const [one = '', two = ''] = written.scoreWinner === 'B' ? players.slice(2) : players;
  if (plan === null || plan.winner === null || plan.places.has('winner'))
    return message('problem.score_contradicts_winner', { score, one, two, column: columnName(plan, 'winner'), winner });
  const column = columnName(plan, plan.winner === 'A' ? 'team_b_1' : 'team_a_1');
  return message('problem.score_contradicts_header', { score, one, two, column });
}

/** The warnings of a row: those of the reader, then those of the service. */
export function cautionsOf(
  { warnings }: Pick<Api.ImportRow, 'warnings'>,
  own: PreparedRow,
  terms: Terms,
): readonly Caution[] {
  const found = [...own.warnings, ...warnings.map((warning) => warningOf(warning, own, terms))];
  return found.map((text) => ({ group: groupOfWarning(text), text }));
}

type ServiceWarning = Api.ImportRow['warnings'][number];

function warningOf(warning: ServiceWarning, own: PreparedRow, { lineOf, rowName }: Terms): Warning {
  const values = warning.values ?? {};
  const textAt = (name: string): string => String(values[name] ?? '');
  const minutes = Number(values['minutes'] ?? 0);
  const direction = minutes === 0 ? 'same' : minutes < 0 ? 'before' : 'after';
  const hours = minutes % 60 === 0 ? Math.abs(minutes) / 60 : 0;
  const near = { minutes: Math.abs(minutes), hours, direction, external_ref: textAt('external_ref') } as const;
  switch (warning.code) {
    case 'same_players_nearby': {
      const line = warning.match_id === null ? null : lineOf(warning.match_id);
      if (line === null) return message('warning.same_players_nearby', near);
      const { external_ref: _, ...when } = near;
      return message('warning.same_players_in_file', { ...when, ...placeOf(rowName, line) });
    }
    case 'stored_that_day':
      return message('warning.stored_that_day', near);
    case 'stored_with_another_player':
      return message('warning.stored_with_another_player', {
        ...{ external_ref: textAt('external_ref'), stored: textAt('stored'), sent: textAt('sent') },
      });
  }
  const number = Number(values['set_number'] ?? Number(PLACE.exec(warning.pointer ?? '')?.[2] ?? 0) + 1);
  const sets = setsOf(own.match ?? {});
  const set = own.row.written?.sets[number - 1] ?? sets[number - 1] ?? gamesIn(values);
  const games = `${set.a}–${set.b}`;
  if (warning.code === 'unfinished_set') return message('warning.unfinished_set', { set_number: number, games });
  // Without the file, the place of the set decides: a match tie-break is the last of several.
  const isTieBreak = own.match === null ? number > 1 : isInGames(own.match, sets);
  return isTieBreak
    ? message('warning.long_tie_break', { games })
    : message('warning.points_total', { games, total: set.a + set.b });
}
