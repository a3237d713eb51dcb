/** Scorelines that the service accepts and that are rarely meant. */
import { scoringOf } from '@bandeja/rating';
import { formatScore, type SetGames, strayTieBreak, winnerByScore } from './cells.ts';
import { type JsonObject, numberOf, objectsOf } from './json-value.ts';
import type { RowWarning } from './rows.ts';

/** The warnings of the reader about scores: what their rows have in common, and what to do. */
export const scoreWarningTitles = {
  missing_set: 'level in sets, so the games decide: add the missing set, or “ret.” if the match was stopped',
  no_format: 'a score that no format has: check it',
} as const;

/** @param score the scoreline as the file has it; absent: team A first */
export function scoreWarnings(submission: JsonObject, score?: string): readonly RowWarning[] {
  const sets = setsOf(submission);
  const text = score || formatScore(sets);
  const stray = strayTieBreak(text);
  const unusual: RowWarning[] =
    stray === null
      ? []
      : [{ code: 'unusual_score', detail: `${stray.set} has no tie-break, but ${stray.points} follows it` }];
  if (isLevelInSets(submission)) return [{ code: 'missing_set', detail: levelText(text) }, ...unusual];
  const oddity = oddityOf(submission, sets);
  return oddity === null ? unusual : [{ code: 'no_format', detail: `${text} ${oddity}` }, ...unusual];
}

/** What no format has about the scoreline of a match that was played to the end; null for nothing. */
function oddityOf(submission: JsonObject, sets: readonly SetGames[]): string | null {
  if (!isPlayed(submission) || sets.length === 0) return null;
  if (winnerByScore(sets) === null && submission['winning_team'] != null) return 'is level, but there is a winner';
  if (!isInGames(submission, sets)) return null;
  const sizes = sets.map(({ a, b }) => Math.max(a, b));
  // An evening of short sets has more.
  if (sets.length > SETS_MAX && sizes.some((size) => size >= FULL_SET)) return `has ${sets.length} sets`;
  const decided = sets.length === SETS_MAX && sizes.slice(0, 2).every((size) => size >= FULL_SET);
  if (decided && Math.abs(leadInSets(sets.slice(0, 2))) === 2) return 'goes on after two sets had decided the match';
  const isPro = (size: number, place: number): boolean =>
    (size === PRO_SET || size === PRO_SET + 1) && !isLongLastSet(sets, place);
  const hasNormal = sizes.some((size) => size === FULL_SET || size === FULL_SET + 1);
  return hasNormal && sizes.some(isPro) ? 'has a set to 8 beside a set to 6' : null;
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
export function isLevelInSets(submission: JsonObject): boolean {
  const sets = setsOf(submission);
  return isPlayed(submission) && isInGames(submission, sets) && sets.length > 1 && leadInSets(sets) === 0;
}

export const levelText = (score: string): string => `${score} is level in sets; is a set missing?`;

const isPlayed = ({ outcome }: JsonObject): boolean => (outcome ?? 'played') === 'played';

const isInGames = ({ scoring }: JsonObject, sets: readonly SetGames[]): boolean =>
  (scoring ?? scoringOf(sets.map(({ a, b }) => [a, b]))) === 'games';

const leadInSets = (sets: readonly SetGames[]): number => sets.reduce((lead, { a, b }) => lead + Math.sign(a - b), 0);

/** The sets in the order of play. */
export function setsOf({ set_scores: sets }: JsonObject): readonly SetGames[] {
  return objectsOf(sets)
    .toSorted((one, other) => (numberOf(one['set_number']) ?? 0) - (numberOf(other['set_number']) ?? 0))
    .map((set) => ({ a: numberOf(set['team_a_games']) ?? 0, b: numberOf(set['team_b_games']) ?? 0 }));
}
