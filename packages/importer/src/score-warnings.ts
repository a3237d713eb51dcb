/** Scorelines that the service accepts and that are rarely meant. */
import { scoringOf } from '@bandeja/rating';
import { formatScore, type SetGames } from './cells.ts';
import { type JsonObject, numberOf, objectsOf } from './json-value.ts';
import type { RowWarning } from './rows.ts';

/** The warnings of the reader about scores: what their rows have in common, and what to do. */
export const scoreWarningTitles = {
  missing_set: 'level in sets, so the games decide: add the missing set, or “ret.” if the match was stopped',
} as const;

/** @param score the scoreline as the file has it; absent: team A first */
export function scoreWarnings(submission: JsonObject, score?: string): readonly RowWarning[] {
  const text = score || formatScore(setsOf(submission));
  if (isLevelInSets(submission)) {
    return [{ code: 'missing_set', detail: levelText(text) }];
  }
  return [];
}

/** Whether a match in games that was played to the end has as many sets for one team as for the other. */
export function isLevelInSets(submission: JsonObject): boolean {
  const sets = setsOf(submission);
  return isInGames(submission, sets) && sets.length > 1 && leadInSets(sets) === 0;
}

export const levelText = (score: string): string => `${score} is level in sets; is a set missing?`;

function isInGames({ outcome, scoring }: JsonObject, sets: readonly SetGames[]): boolean {
  return (outcome ?? 'played') === 'played' && (scoring ?? scoringOf(sets.map(({ a, b }) => [a, b]))) === 'games';
}

const leadInSets = (sets: readonly SetGames[]): number => sets.reduce((lead, { a, b }) => lead + Math.sign(a - b), 0);

/** The sets in the order of play. */
function setsOf({ set_scores: sets }: JsonObject): readonly SetGames[] {
  return objectsOf(sets)
    .toSorted((one, other) => (numberOf(one['set_number']) ?? 0) - (numberOf(other['set_number']) ?? 0))
    .map((set) => ({ a: numberOf(set['team_a_games']) ?? 0, b: numberOf(set['team_b_games']) ?? 0 }));
}
