/** How the players of a match confirm it: decisions without I/O. docs/match-states.md has the states. */

import type { AnswerValue, Team } from '@bandeja/contract/match-enums';
import type { MatchRow, ShownMatchRow } from '../history/match-row.ts';

export type Terms = Pick<MatchRow, 'confirmation_reported_by' | 'confirmation_deadline' | 'confirmation_then'>;

/** The terms among the columns of a match. */
export const termsColumns = (row: Terms): Terms => ({
  confirmation_reported_by: row.confirmation_reported_by,
  confirmation_deadline: row.confirmation_deadline,
  confirmation_then: row.confirmation_then,
});

/** The answers of a match, by the teams of their players. */
export const teamAnswers = ({ answers, player_ids, teams }: ShownMatchRow): TeamAnswer[] =>
  (answers ?? []).flatMap(({ player_id, answer }) => {
    const team = teams[player_ids.indexOf(player_id)];
    return team === undefined ? [] : [{ team, answer }];
  });

const NO_TERMS: Terms = { confirmation_reported_by: null, confirmation_deadline: null, confirmation_then: null };

/** What a player of a team says. */
export interface TeamAnswer {
  readonly team: Team;
  readonly answer: AnswerValue;
}

/** Whether a player's `right` counts: the pair that reported the result cannot confirm it. */
export const counts = (
  team: Team,
  { confirmation_reported_by: reporter }: Pick<Terms, 'confirmation_reported_by'>,
): boolean => team !== reporter;

/** What the answers of a pending match make of it. */
export function decideByAnswers(terms: Terms, answers: readonly TeamAnswer[]): 'complete' | 'disputed' | 'awaiting' {
  if (answers.some(({ answer }) => answer === 'wrong')) return 'disputed';
  const confirms = (team: Team): boolean => answers.some((one) => one.team === team);
  return (['A', 'B'] as const).every((team) => !counts(team, terms) || confirms(team)) ? 'complete' : 'awaiting';
}

/** Whether the answers can still change. */
export const isOpen = ({
  status,
  confirmation_state: state,
}: Pick<MatchRow, 'status' | 'confirmation_state'>): boolean => status === 'pending' && state !== 'expired';

/** What the deadline of a match does at `now`; null: nothing. */
export function dueAt(
  match: Terms & Pick<MatchRow, 'status' | 'confirmation_state'>,
  now: number,
): 'complete' | 'void' | 'expire' | null {
  const { confirmation_deadline: deadline, confirmation_then: then } = match;
  if (match.status !== 'pending' || match.confirmation_state !== null) return null;
  if (deadline === null || deadline > now) return null;
  return then ?? 'expire';
}

/**
 * The terms after an amendment of the result. A deadline that has passed is dropped: no player could have answered about the new result.
 * @param named the terms that the amendment names; undefined if it names none
 */
export function amendedTerms(before: MatchRow, named: Terms | undefined, changesResult: boolean, now: number): Terms {
  if (named !== undefined) return named;
  const { confirmation_reported_by, confirmation_deadline } = before;
  const hasPassed = confirmation_deadline !== null && confirmation_deadline <= now;
  if (changesResult && hasPassed && before.status === 'pending') return { ...NO_TERMS, confirmation_reported_by };
  return termsColumns(before);
}

/** The stored state of a pending match: `awaiting` is null. */
export function stateAfter(terms: Terms, answers: readonly TeamAnswer[]): MatchRow['confirmation_state'] {
  return decideByAnswers(terms, answers) === 'disputed' ? 'disputed' : null;
}
