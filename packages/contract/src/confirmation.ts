/** The word of the players: the terms on which they confirm a match, and their answers. */
import { type Static, Type } from 'typebox';
import { answerValues, confirmationDeciders, confirmationStates, confirmationThens, teams } from './match-enums.ts';
import { type Answer, Fields, InstantText, Maybe, Nullable, named, OneOf, Uuid } from './shapes.ts';

/** How far ahead a deadline may be. */
export const CONFIRMATION_DAYS_MAX = 30;
export const REASON_LENGTH_MAX = 300;

const reportedBy = OneOf(teams, {
  description:
    'The pair that reported the result. Then one player of the other pair is enough. Null: the result needs one player of each pair.',
  examples: ['A'],
});
const deadline = (more = '') =>
  InstantText({
    description: `Until when the players may answer; null: no limit.${more}`,
    examples: ['2026-05-03T20:00:00.000Z'],
  });
const then = (more = '') =>
  OneOf(confirmationThens, {
    description:
      'What happens after the deadline, unless the match is disputed. `complete` completes the match, `void` voids it. `stay` ' +
      `leaves it pending, and you decide.${more}`,
    examples: ['complete'],
  });

export const ConfirmationTerms = named(
  'ConfirmationTerms',
  Fields(
    {
      reported_by: Maybe(reportedBy),
      deadline: Maybe(deadline(` After now, at most ${CONFIRMATION_DAYS_MAX} days ahead.`)),
      then: Maybe(then(' Default: `stay`. The others need a `deadline`.')),
    },
    {
      description:
        'How the players confirm a match of tier `player_confirmed`. Default: one player of each pair, no deadline.',
      examples: [{ reported_by: 'A', deadline: '2026-05-03T20:00:00Z', then: 'complete' }],
    },
  ),
);
export type ConfirmationTerms = Static<typeof ConfirmationTerms>;

const answer = OneOf(answerValues, { description: 'What the player says about the result.', examples: ['wrong'] });
const reason = Nullable(
  Type.String({
    description: 'Why it is wrong, in the player’s words. Null for `right`, and once the player is erased.',
    examples: ['We won the second set 6–4.'],
  }),
);
const state = OneOf(confirmationStates, {
  description:
    '`awaiting`: the players may answer. `disputed`: a player says that the result is wrong, and you decide. `expired`: the deadline has ' +
    'passed, and you decide. `closed`: the match is not pending.',
  examples: ['awaiting'],
});

const PlayerAnswer = named(
  'PlayerAnswer',
  Fields(
    {
      profile_id: Nullable(Uuid({ description: 'The player’s id; null for an erased player.' })),
      team: OneOf(teams, { description: 'The player’s team.', examples: ['B'] }),
      answer,
      reason,
      at: InstantText({ description: 'When the player answered last.', examples: ['2026-05-01T21:02:11.000Z'] }),
    },
    { description: 'The answer of one player.' },
  ),
);

export const Confirmation = named(
  'Confirmation',
  Fields(
    {
      reported_by: Nullable(reportedBy),
      deadline: Nullable(deadline()),
      then: then(),
      state,
      decided_by: Nullable(
        OneOf(confirmationDeciders, {
          description:
            'What ended the wait: the players’ answers, the deadline, or you. Null while the match is pending.',
          examples: ['players'],
        }),
      ),
      answers: Type.Array(PlayerAnswer, { description: 'The answers, in the order of the participants.' }),
    },
    {
      description:
        'How the players confirm the match. Null for other tiers than `player_confirmed`, and in another partner’s match.',
    },
  ),
);
export type ConfirmationView = Answer<typeof Confirmation>;
export type PlayerAnswerView = Answer<typeof PlayerAnswer>;
export const NullableConfirmation = Nullable(Confirmation);

/** Terms as the audit trail has them; null for the default. */
export type AuditedTerms = { readonly reported_by: string | null } | null;

/**
 * Whether an amendment removes the players' answers: they were about another result, or other players decide now.
 * @param changes of an audit entry
 */
export function removesAnswers(
  changes: readonly { readonly pointer: string; readonly before?: unknown; readonly after?: unknown }[],
): boolean {
  const reporter = (terms: unknown) => (terms as AuditedTerms)?.reported_by ?? null;
  return changes.some(
    ({ pointer, before, after }) => pointer !== '/confirmation' || reporter(before) !== reporter(after),
  );
}
