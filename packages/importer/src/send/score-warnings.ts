/** Scorelines that the service accepts and that are rarely meant. */
import { scoringOf } from '@bandeja/rating';
import { formatScore, type SetGames, strayTieBreak, winnerByScore } from '../cells/score.ts';
import { isObject } from '../file/json.ts';
import { message, type Warning } from '../message.ts';

/** The fields that the warnings read. The values of a JSON file may be of any type. */
export interface ScoredMatch {
  readonly set_scores?: unknown;
  readonly winning_team?: unknown;
  readonly outcome?: unknown;
  readonly scoring?: unknown;
}

/** @param written the scoreline as the file has it; absent: team A first */
export function scoreWarnings(match: ScoredMatch, written?: string): readonly Warning[] {
  const sets = setsOf(match);
  const score = written || formatScore(sets);
  const stray = strayTieBreak(score);
  const unusual: readonly Warning[] = stray === null ? [] : [message('warning.stray_tie_break', stray)];
  if (isLevelInSets(match)) return [message('warning.missing_set', { score }), ...unusual];
  const oddity = oddityOf(match, sets, score);
  return oddity === null ? unusual : [oddity, ...unusual];
}

/** What no format has about the scoreline of a match that was played to the end; null for nothing. */
function oddityOf(match: ScoredMatch, sets: readonly SetGames[], score: string): Warning | null {
  if (!isPlayed(match) || sets.length === 0) return null;
  if (winnerByScore(sets) === null && match.winning_team != null)
    return message('warning.level_with_winner', { score });
  if (!isInGames(match, sets)) return null;
  const sizes = sets.map(({ a, b }) => Math.max(a, b));
  // An evening of short sets has more.
  if (sets.length > SETS_MAX && sizes.some((size) => size >= FULL_SET))
    return message('warning.many_sets', { score, sets: sets.length });
  const decided = sets.length === SETS_MAX && sizes.slice(0, 2).every((size) => size >= FULL_SET);
  if (decided && Math.abs(leadInSets(sets.slice(0, 2))) === 2) return message('warning.goes_on', { score });
  const isPro = (size: number, place: number): boolean =>
    (size === PRO_SET || size === PRO_SET + 1) && !isLongLastSet(sets, place);
  const hasNormal = sizes.some((size) => size === FULL_SET || size === FULL_SET + 1);
  return hasNormal && sizes.some(isPro) ? message('warning.mixed_sets', { score }) : null;
}

const SETS_MAX = 3;
const FULL_SET = 6;
const PRO_SET = 8;

/** A third set without a tie-break: 8-6 or 9-7. */
function isLongLastSet(sets: readonly SetGames[], place: number): boolean {
  const { a, b } = sets[place] ?? { a: 0, b: 0 };
  return place === SETS_MAX - 1 && Math.abs(a - b) === 2;
}

/** Whether a match in games that was played to the end has as many sets for one team as for the other. */
export function isLevelInSets(match: ScoredMatch): boolean {
  const sets = setsOf(match);
  return isPlayed(match) && isInGames(match, sets) && sets.length > 1 && leadInSets(sets) === 0;
}

const isPlayed = ({ outcome }: ScoredMatch): boolean => (outcome ?? 'played') === 'played';

export const isInGames = ({ scoring }: ScoredMatch, sets: readonly SetGames[]): boolean =>
  (scoring ?? scoringOf(sets.map(({ a, b }) => [a, b]))) === 'games';

const leadInSets = (sets: readonly SetGames[]): number => sets.reduce((lead, { a, b }) => lead + Math.sign(a - b), 0);

/** The sets in the order of play. */
export function setsOf({ set_scores: sets }: ScoredMatch): readonly SetGames[] {
  const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
  return (Array.isArray(sets) ? sets : [])
    .filter(isObject)
    .toSorted((one, other) => numberOf(one['set_number']) - numberOf(other['set_number']))
    .map((set) => ({ a: numberOf(set['team_a_games']), b: numberOf(set['team_b_games']) }));
}
