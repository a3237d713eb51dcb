import { Type } from 'typebox';
import { auditActions } from './audit.ts';
import { HistoryMatch } from './matches.ts';
import { playerFields } from './players.ts';
import { type Answer, Fields, InstantText, Nullable, named, OneOf, Uuid } from './shapes.ts';
import { StatedLevel } from './starting-level.ts';

const State = named(
  'ModelState',
  Fields(
    {
      mean: Type.Number({ description: 'The mean of the skill, in logits.', examples: [0.4217] }),
      variance: Type.Number({ description: 'The variance of the skill, in logits².', examples: [0.81] }),
      shown: Type.Number({ description: 'The strength behind the score, in logits.', examples: [-2.31] }),
    },
    { description: 'A state of the rating model, not rounded.' },
  ),
);

const NullableState = Nullable(State);

export const ExportedMatch = named(
  'ExportedMatch',
  Fields(
    {
      match: HistoryMatch,
      state_before: NullableState,
      state_after: NullableState,
      history: Type.Array(
        Fields({
          at: InstantText({ description: 'When it happened.', examples: ['2026-05-01T20:06:12.345Z'] }),
          action: OneOf(auditActions, { description: 'What happened.', examples: ['submitted'] }),
          revision: Type.Integer({ description: 'The match’s revision after the change.', examples: [1] }),
        }),
        {
          description:
            'The entries of the audit trail, oldest first. The actors are in the audit trail of the match’s partner.',
        },
      ),
    },
    {
      description:
        'A match as you may see it, with the state of the player’s rating before and after. `state_before` is null for the ' +
        'first rated match; both are null for an unrated match.',
    },
  ),
);
export type ExportedMatch = Answer<typeof ExportedMatch>;

/** The fields of an export besides its page of matches. */
export const exportFields = {
  exported_at: InstantText({ description: 'When this page was created.', examples: ['2026-05-04T09:00:00.000Z'] }),
  player: named(
    'ExportedPlayer',
    Fields(
      {
        ...playerFields,
        registered_at: InstantText({
          description: 'When you registered the player.',
          examples: ['2026-04-02T17:30:00.000Z'],
        }),
        registered_by: Uuid({
          description: 'Your id as a partner.',
          examples: ['0190a0b0-1111-7222-8333-444455556666'],
        }),
        state: NullableState,
        model_version: Nullable(Type.String({ description: 'The rating model of the state.', examples: ['pair-3'] })),
      },
      { description: 'The current profile, with the state of the rating model.' },
    ),
  ),
  starting_level_history: Type.Array(
    Fields({
      at: InstantText({ description: 'When it was changed.', examples: ['2026-05-01T17:30:00.000Z'] }),
      before: Nullable(StatedLevel),
      after: Nullable(StatedLevel),
    }),
    { description: 'The changes of the starting level, oldest first.' },
  ),
  rosters: Type.Array(
    Fields({
      slug: Type.String({ description: 'The roster.', examples: ['club-night'] }),
      name: Nullable(Type.String({ description: 'Its name.', examples: ['Club night'] })),
      added_at: InstantText({ description: 'When the player was added.', examples: ['2026-04-02T17:30:00.000Z'] }),
    }),
    { description: 'Your rosters that the player is on.' },
  ),
  partners_with_external_ids: Type.Integer({
    description: 'The number of other partners that stored external ids of the player.',
    examples: [1],
  }),
  partners_with_roster: Type.Integer({
    description: 'The number of other partners with the player on a roster. The operator knows which partners.',
    examples: [1],
  }),
  shares: Type.Array(
    Fields({
      created_at: InstantText({ description: 'When you created it.', examples: ['2026-04-02T17:30:00.000Z'] }),
      expires_at: InstantText({ description: 'When its code expires.', examples: ['2026-04-05T17:30:00.000Z'] }),
      redeemed_at: Nullable(
        InstantText({
          description: 'When a partner redeemed it; null if not redeemed.',
          examples: ['2026-04-03T08:00:00.000Z'],
        }),
      ),
    }),
    { description: 'Your shares of the player, without their codes: only hashes are stored.' },
  ),
  not_completed: Type.Array(ExportedMatch, {
    description: 'Pending and voided matches, newest first, at most 100. Only on the first page.',
  }),
};

const ExportDetails = Type.Object(exportFields);
export type ExportDetails = Answer<typeof ExportDetails>;
