import { formatScore } from '../import/scores.ts';
import { cellOf, type JsonObject, numberOf, objectOf, objectsOf, textOf } from '../json-value.ts';
import { type Cell, fields, table } from '../table.ts';

/** Headings of a list of matches. */
export const matchHeadings = ['played', 'team A', 'score', 'team B', 'won', 'status', 'id'];

/** A match as a row of a list. */
export function matchRow(match: JsonObject): readonly Cell[] {
  return [
    cellOf(match['played_at']),
    teamText(match, 'A'),
    scoreText(match),
    teamText(match, 'B'),
    cellOf(match['winning_team']),
    cellOf(match['status']),
    cellOf(match['id']),
  ];
}

/** A match with all that is known of it. */
export function matchText(match: JsonObject): string {
  const facts = fields([
    ['id', cellOf(match['id'])],
    ['external_ref', cellOf(match['external_ref'])],
    ['status', cellOf(match['status'])],
    ['revision', cellOf(match['revision'])],
    ['played', cellOf(match['played_at'])],
    ['score', scoreText(match)],
    ['won by', cellOf(match['winning_team'])],
    ['outcome', cellOf(match['outcome'])],
    ['trust tier', cellOf(match['trust_tier'])],
    ['competition', cellOf(match['competition_type'])],
    ['session', cellOf(match['session_external_ref'])],
    ['venue', cellOf(match['venue_label'])],
    ['minutes', cellOf(match['duration_minutes'])],
    ['ratings', cellOf(match['rating_status'])],
    ...(match['void_reason'] === null ? [] : [['voided because', cellOf(match['void_reason'])] as const]),
  ]);
  return `${facts}\n${table(['team', 'player', 'side', 'before', 'after', 'change'], objectsOf(match['participants']).map(participantRow))}`;
}

/** The scoreline, team A first; null without one. */
function scoreText(match: JsonObject): string | null {
  const sets = objectsOf(match['set_scores']).map((set) => ({
    a: numberOf(set['team_a_games']) ?? 0,
    b: numberOf(set['team_b_games']) ?? 0,
  }));
  return sets.length === 0 ? null : formatScore(sets);
}

function teamText(match: JsonObject, team: string): string {
  return objectsOf(match['participants'])
    .filter((participant) => participant['team'] === team)
    .map((participant) => textOf(participant['username']) ?? textOf(participant['display_name']) ?? '?')
    .join(' / ');
}

function participantRow(participant: JsonObject): readonly Cell[] {
  const change = objectOf(participant['rating_change']);
  return [
    cellOf(participant['team']),
    textOf(participant['username']) ?? textOf(participant['display_name']),
    cellOf(participant['court_position']),
    cellOf(change['service_score_before']),
    cellOf(change['service_score_after']),
    cellOf(change['delta']),
  ];
}
