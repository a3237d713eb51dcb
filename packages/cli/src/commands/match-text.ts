import type { Api } from '@bandeja/client';
import { formatScore } from '@bandeja/importer/values';
import type { Call } from '../command.ts';
import type { Look } from '../look.ts';
import { change, fieldsOf, type Layout, tableOf, time } from '../print.ts';
import { printable } from '../terminal.ts';

/** A name on a response. The username of a player that is hidden from the partner is null. */
interface Named {
  readonly username: string | null;
  readonly display_name: string;
}

/** The name in lists: the username, which commands take. */
export const usernameOf = ({ username, display_name: name }: Named): string => username ?? name;

/** The players of a team. */
export function teamOf<P extends { readonly team: string }>(
  { participants }: { readonly participants: readonly P[] },
  name: 'A' | 'B',
): readonly P[] {
  return participants.filter(({ team }) => team === name);
}

type Listed = Api.Match | Api.HistoryMatch;

const team =
  (name: 'A' | 'B') =>
  ({ participants }: Listed): string =>
    teamOf<Named & { readonly team: string }>({ participants }, name).map(usernameOf).join(' / ');

/** The scoreline; null without one. @param first the team whose games come first */
export function scoreText({ set_scores: sets }: Pick<Listed, 'set_scores'>, first: 'A' | 'B' = 'A'): string | null {
  if (sets === null || sets.length === 0) return null;
  const games = sets.map(({ team_a_games: a, team_b_games: b }) => (first === 'A' ? { a, b } : { a: b, b: a }));
  return formatScore(games);
}

const score = (match: Listed) => scoreText(match);
const wonBy = ({ winning_team: winner }: Listed): string => winner ?? 'draw';

/** A list of matches. */
export const matchListLayout: Layout<Listed> = [
  ['played', ({ played_at }) => time(played_at)],
  ['team A', team('A'), 'shrinks'],
  ['score', score],
  ['team B', team('B'), 'shrinks'],
  ['won', wonBy],
  ['status', 'status'],
  ['id', 'id'],
];

const facts: Layout<Api.Match> = [
  ['id', 'id'],
  ['external_ref', 'external_ref'],
  ['status', 'status'],
  ['revision', 'revision'],
  ['played', ({ played_at }) => time(played_at)],
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

const participants: Layout<Api.Match['participants'][number]> = [
  ['team', 'team'],
  ['player', usernameOf, 'shrinks'],
  ['side', 'court_position'],
  ['before', ({ rating_change }) => rating_change?.service_score_before],
  ['after', ({ rating_change }) => rating_change?.service_score_after],
  ['change', ({ rating_change }) => change(rating_change?.delta)],
];

/** Such as `reported by A, until 2026-05-03T20:00:00.000Z, then complete`. */
export function termsText({ reported_by: by, deadline, then }: Api.ConfirmationTerms): string {
  const parts = [by && `reported by ${by}`, deadline && `until ${deadline}`, deadline && `then ${then ?? 'stay'}`];
  return parts.filter((part) => part).join(', ') || 'a player of each team';
}

const answersText = ({ confirmation }: Api.Match): string =>
  (confirmation?.answers ?? [])
    .map(({ team, answer, reason }) => (reason === null ? `${team} ${answer}` : `${team} ${answer}: “${reason}”`))
    .join('; ');

/** A list of matches that players have disputed. */
export const disputedListLayout: Layout<Api.Match> = [
  ...matchListLayout.slice(0, -2),
  ['answers', answersText, 'shrinks'],
  ['id', 'id'],
];

const confirmation: Layout<Api.Match> = [
  ['confirmation', ({ confirmation: of }) => of && (of.decided_by === null ? of.state : `by ${of.decided_by}`)],
  ['terms', ({ confirmation: of }) => of && termsText(of)],
  ['answers', answersText],
];

/** A match with all its fields. */
export function matchText(match: Api.Match, look: Look): string {
  const layout: Layout<Api.Match> = [
    ...facts,
    ...(match.void_reason === null ? [] : ([['voided because', 'void_reason']] as const)),
    ...(match.confirmation === null ? [] : confirmation),
  ];
  return `${fieldsOf(layout, match, look)}\n${tableOf(participants, match.participants, look)}`;
}

/** Prints what the service warns of. */
export function noteWarnings(
  call: Call<object>,
  { warnings = [] }: Partial<Pick<Api.MatchWithWarnings, 'warnings'>>,
): void {
  for (const { detail } of warnings) call.note(`Warning: ${printable(inOptions(detail))}`);
}

/** A sentence of the service in the options of the command. */
const inOptions = (detail: string): string => detail.replace(/send `"outcome": "(\w+)"`/g, 'give --outcome $1');
