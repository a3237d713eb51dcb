/** The counts of an analysis once more, slowly: it walks through every game and counts one event at a time. */

import type { Team } from '@bandeja/contract/match-enums';
import type { Patterns } from '../../src/analysis/patterns.ts';
import type { SetScore } from '../../src/history/match-columns.ts';
import type { NotedMatch } from './nights.ts';

export type Counts = Record<string, string | number | null>;

class Strokes {
  readonly won = new Map<string, number>();
  readonly played = new Map<string, number>();
  readonly most = new Map<string, number>();

  stroke(name: string, isWon: boolean, times = 1): void {
    this.played.set(name, (this.played.get(name) ?? 0) + times);
    if (isWon) this.won.set(name, (this.won.get(name) ?? 0) + times);
  }

  atLeast(name: string, value: number): void {
    if (value > (this.most.get(name) ?? 0)) this.most.set(name, value);
  }

  number(name: string): number {
    return this.played.get(name) ?? 0;
  }

  rate(name: string): string {
    return `${this.won.get(name) ?? 0}/${this.number(name)}`;
  }
}

const RATES = [
  'matches',
  ...['all', 'first', 'deciding', 'tie_break', 'close', 'lopsided'].map((name) => `sets.${name}`),
  ...['all', 'serving', 'receiving'].map((name) => `games.${name}`),
  ...['after_winning_first_set', 'after_losing_first_set', 'game_after_winning_game', 'game_after_losing_game'].map(
    (name) => `momentum.${name}`,
  ),
  ...['break_back', 'consolidation'].map((name) => `momentum.${name}`),
  ...['opening', 'middle', 'closing', 'serving_for_set', 'receiving_to_stay_in_set'].map((name) => `phases.${name}`),
  ...['left', 'right'].map((name) => `court_position.${name}`),
  ...['social', 'training', 'league', 'tournament'].map((name) => `competition.${name}`),
];
const MOST = ['longest_run_for', 'longest_run_against', 'largest_lead_lost', 'largest_deficit_recovered'];
const SAMPLE = [
  'matches',
  'matches_with_scores',
  'sets',
  'sets_with_game_order',
  'sets_with_server',
  'games_with_server',
];

/** Every count by the way to it, `won/played` for rates. */
export function countSlowly(rows: readonly NotedMatch[]): Counts {
  const strokes = new Strokes();
  for (const row of rows) countMatch(strokes, row);
  const hasOrder = strokes.number('sample.sets_with_game_order') > 0;
  return {
    ...Object.fromEntries(SAMPLE.map((name) => [`sample.${name}`, strokes.number(`sample.${name}`)])),
    ...Object.fromEntries(RATES.map((name) => [name, strokes.rate(name)])),
    ...Object.fromEntries(MOST.map((name) => [`momentum.${name}`, hasOrder ? (strokes.most.get(name) ?? 0) : null])),
  };
}

function countMatch(strokes: Strokes, row: NotedMatch): void {
  const won = row.winning_team === row.team;
  strokes.stroke('sample.matches', true);
  strokes.stroke('matches', won);
  strokes.stroke(`court_position.${row.court_position}`, won);
  strokes.stroke(`competition.${row.competition_type}`, won);
  if (row.outcome === 'retired' || row.set_scores.length === 0) return;
  strokes.stroke('sample.matches_with_scores', true);
  strokes.stroke('sample.sets', true, row.set_scores.length);
  let ballWith: Team | null = null;
  const soFar = { ours: 0, theirs: 0 };
  for (const set of row.set_scores) {
    const called = callSet(row, set, ballWith);
    if (called.format !== 'points') countSet(strokes, called, soFar, won);
    ballWith = countGames(strokes, called, set.game_winners);
    soFar.ours += Number(called.ours > called.theirs);
    soFar.theirs += Number(called.ours < called.theirs);
  }
}

/** A set as the umpire calls it before it is counted. */
interface Called {
  readonly us: Team;
  readonly format: 'games' | 'points' | 'super tie-break';
  readonly ours: number;
  readonly theirs: number;
  readonly place: number;
  readonly isLast: boolean;
  readonly ballWith: Team | null;
}

function callSet(row: NotedMatch, set: SetScore, ballWith: Team | null): Called {
  const [ours, theirs] = row.team === 'A' ? [set.team_a_games, set.team_b_games] : [set.team_b_games, set.team_a_games];
  const format = formatOf(row, set);
  return {
    us: row.team,
    format,
    ours,
    theirs,
    place: set.set_number,
    isLast: set.set_number === row.set_scores.length,
    ballWith: format === 'points' ? null : (set.first_server_team ?? ballWith),
  };
}

function formatOf(row: NotedMatch, set: SetScore): Called['format'] {
  const [first = 0, second = 0, third = 0] = row.set_scores.map((one) => Math.max(one.team_a_games, one.team_b_games));
  if (row.scoring === 'points' || (row.scoring === null && first >= 10)) return 'points';
  const isWinOnly = set.team_a_games + set.team_b_games === 1;
  const isSuper = row.set_scores.length === 3 && (third >= 10 || isWinOnly) && first < 8 && second < 8;
  return isSuper && set.set_number === 3 ? 'super tie-break' : 'games';
}

function countSet(
  strokes: Strokes,
  { format, ours, theirs, place, isLast }: Called,
  soFar: { readonly ours: number; readonly theirs: number },
  wonMatch: boolean,
): void {
  if (ours === theirs) return;
  const isWon = ours > theirs;
  const apart = Math.abs(ours - theirs);
  strokes.stroke('sets.all', isWon);
  if (place === 1) strokes.stroke('sets.first', isWon);
  if (place === 1 && !isLast) strokes.stroke(`momentum.after_${isWon ? 'winning' : 'losing'}_first_set`, wonMatch);
  if (isLast && place >= 3 && soFar.ours === soFar.theirs) strokes.stroke('sets.deciding', isWon);
  if (format === 'super tie-break' || endsWithTieBreak(ours, theirs)) strokes.stroke('sets.tie_break', isWon);
  if (format === 'games' && apart <= 2) strokes.stroke('sets.close', isWon);
  if (format === 'games' && apart > 3) strokes.stroke('sets.lopsided', isWon);
}

/** A game: the score before it, its server and its winner. */
interface Call {
  readonly kind: 'serving' | 'receiving' | 'unknown';
  readonly isOurs: boolean;
  readonly we: number;
  readonly they: number;
}

/** @returns who serves next; null if unknown. */
function countGames(strokes: Strokes, set: Called, winners: readonly Team[] | null): Team | null {
  if (set.format === 'super tie-break') {
    if (set.ours !== set.theirs) strokes.stroke('games.all', set.ours > set.theirs);
    return null;
  }
  strokes.stroke('games.all', true, set.ours);
  strokes.stroke('games.all', false, set.theirs);
  if (winners === null) return null;
  strokes.stroke('sample.sets_with_game_order', true);
  if (set.ballWith !== null) strokes.stroke('sample.sets_with_server', true);
  const calls: Call[] = [];
  let [we, they] = [0, 0];
  let turn = set.ballWith;
  for (const winner of winners) {
    const isTieBreak =
      set.format === 'games' && endsWithTieBreak(set.ours, set.theirs) && we + they + 1 === winners.length;
    const kind = turn === null || isTieBreak ? 'unknown' : turn === set.us ? 'serving' : 'receiving';
    calls.push({ kind, isOurs: winner === set.us, we, they });
    if (winner === set.us) we += 1;
    else they += 1;
    if (turn !== null) turn = turn === 'A' ? 'B' : 'A';
  }
  for (const [index, call] of calls.entries()) countAfter(strokes, call, calls[index - 1]);
  if (set.format === 'games') for (const call of calls) countPhase(strokes, call, Math.max(set.ours, set.theirs));
  countRuns(strokes, calls, set);
  return turn;
}

function countAfter(strokes: Strokes, { kind, isOurs }: Call, last: Call | undefined): void {
  if (kind !== 'unknown') {
    strokes.stroke('sample.games_with_server', true);
    strokes.stroke(`games.${kind}`, isOurs);
  }
  if (last === undefined) return;
  strokes.stroke(`momentum.game_after_${last.isOurs ? 'winning' : 'losing'}_game`, isOurs);
  if (kind === 'receiving' && last.kind === 'serving' && !last.isOurs) strokes.stroke('momentum.break_back', isOurs);
  if (kind === 'serving' && last.kind === 'receiving' && last.isOurs) strokes.stroke('momentum.consolidation', isOurs);
}

function countPhase(strokes: Strokes, { kind, isOurs, we, they }: Call, top: number): void {
  const oneShort = top >= 8 ? 7 : top >= 6 ? 5 : 3;
  const phase = we + they <= 2 ? 'opening' : we >= oneShort || they >= oneShort ? 'closing' : 'middle';
  strokes.stroke(`phases.${phase}`, isOurs);
  if (kind === 'serving' && we >= oneShort && we > they) strokes.stroke('phases.serving_for_set', isOurs);
  if (kind === 'receiving' && they >= oneShort && they > we) strokes.stroke('phases.receiving_to_stay_in_set', isOurs);
}

function countRuns(strokes: Strokes, calls: readonly Call[], { ours, theirs }: Called): void {
  const letters = calls.map(({ isOurs }) => (isOurs ? 'w' : 'l')).join('');
  for (const run of letters.match(/w+/g) ?? []) strokes.atLeast('longest_run_for', run.length);
  for (const run of letters.match(/l+/g) ?? []) strokes.atLeast('longest_run_against', run.length);
  for (const { we, they } of calls) {
    if (ours < theirs) strokes.atLeast('largest_lead_lost', we - they);
    if (ours > theirs) strokes.atLeast('largest_deficit_recovered', they - we);
  }
}

function endsWithTieBreak(ours: number, theirs: number): boolean {
  return ['7-6', '6-7', '4-3', '3-4', '9-8', '8-9'].includes(`${ours}-${theirs}`);
}

/** Every count of an analysis by the way to it, `won/played` for rates, as {@link countSlowly} writes them. */
export function countsOf(patterns: Patterns): Counts {
  const { sample, matches, sets, games, momentum, phases, court_position, competition } = patterns;
  const { from: _from, to: _to, ...counted } = sample;
  return flat({ sample: counted, matches, sets, games, momentum, phases, court_position, competition }, '');
}

function flat(value: unknown, way: string): Counts {
  if (value === null || typeof value === 'number') return { [way]: value };
  if (typeof value !== 'object') return {};
  if ('played' in value && 'won' in value) return { [way]: `${value.won}/${value.played}` };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, part]) => flat(part, way === '' ? name : `${way}.${name}`)),
  );
}
