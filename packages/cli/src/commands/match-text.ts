import { formatScore } from '../import/cells.ts';
import { type JsonObject, numberOf, objectsOf, textOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { at, changeAt, type Field, fieldsOf, tableOf, timeAt } from '../print.ts';

/** How lists and commands name a player: by the username, which commands take; “Private player” has none. */
export const usernameOf = (player: JsonObject): string =>
  textOf(player['username']) ?? textOf(player['display_name']) ?? '?';

/** How people name a player. */
export const displayNameOf = (player: JsonObject): string =>
  textOf(player['display_name']) ?? textOf(player['username']) ?? '?';

/** The players of a team. */
export function teamOf(match: JsonObject, name: string): readonly JsonObject[] {
  return objectsOf(match['participants']).filter(({ team }) => team === name);
}

const team =
  (name: string) =>
  (match: JsonObject): string =>
    teamOf(match, name).map(usernameOf).join(' / ');

/** The scoreline, team A first; null without one. @param first the team whose games come first. */
export function scoreText(match: JsonObject, first: 'A' | 'B' = 'A'): string | null {
  const sets = objectsOf(match['set_scores']).map((set) => {
    const [a, b] = [numberOf(set['team_a_games']) ?? 0, numberOf(set['team_b_games']) ?? 0];
    return first === 'A' ? { a, b } : { a: b, b: a };
  });
  return sets.length === 0 ? null : formatScore(sets);
}

const score = (match: JsonObject) => scoreText(match);
const wonBy = (match: JsonObject): string => textOf(match['winning_team']) ?? 'draw';

/** A list of matches. */
export const matchListLayout: readonly Field[] = [
  ['played', timeAt('played_at')],
  ['team A', team('A'), 'shrinks'],
  ['score', score],
  ['team B', team('B'), 'shrinks'],
  ['won', wonBy],
  ['status', 'status'],
  ['id', 'id'],
];

const facts: readonly Field[] = [
  ['id', 'id'],
  ['external_ref', 'external_ref'],
  ['status', 'status'],
  ['revision', 'revision'],
  ['played', timeAt('played_at')],
  ['score', score],
  ['won by', wonBy],
  ['outcome', 'outcome'],
  ['trust tier', 'trust_tier'],
  ['competition', 'competition_type'],
  ['session', 'session_external_ref'],
  ['venue', 'venue_label'],
  ['minutes', 'duration_minutes'],
  ['ratings', 'rating_status'],
];

const participants: readonly Field[] = [
  ['team', 'team'],
  ['player', usernameOf, 'shrinks'],
  ['side', 'court_position'],
  ['before', at('rating_change', 'service_score_before')],
  ['after', at('rating_change', 'service_score_after')],
  ['change', changeAt('rating_change', 'delta')],
];

/** A match with all that is known of it. */
export function matchText(match: JsonObject, look: Look): string {
  const layout: readonly Field[] =
    match['void_reason'] === null ? facts : [...facts, ['voided because', 'void_reason']];
  return `${fieldsOf(layout, match, look)}\n${tableOf(participants, objectsOf(match['participants']), look)}`;
}
