import { Type } from 'typebox';
import { teams } from './match-enums.ts';
import { type Answer, Fields, Localized, MessageValues, Nullable, named, OneOf, Uuid } from './shapes.ts';

/** The parts of the rating model, in its order. */
export const changePartNames = ['placement', 'teammate', 'result', 'margin', 'guard'] as const;

const score = (when: string, example: number) =>
  Type.Integer({ description: `The shown score ${when} the match.`, examples: [example] });
const delta = Type.Integer({ description: 'Score after minus score before.', examples: [33] });
const profile = Nullable(
  Uuid({
    description: 'The player’s id; null for an erased player.',
    examples: ['019b76da-a9f4-7b6e-9d4e-2a4b6c8d0e1f'],
  }),
);
const username = Nullable(
  Type.String({ description: 'The player’s username; null for an erased player.', examples: ['ines.carvalho'] }),
);
const team = OneOf(teams, { description: 'The player’s team.', examples: ['A'] });

/** Not rounded, so that clients can recompute the probabilities. A calibration shows 4 decimals. */
const steepness = (whose: string) =>
  Type.Number({
    description: `The steepness used for ${whose}, not rounded. The calibration shows 4 decimals.`,
    examples: [1.043247],
  });

const penalty = (whose: string) =>
  Type.Number({
    description: `The penalty on uncertainty used for ${whose}, not rounded. The calibration shows 4 decimals.`,
    examples: [1.412517],
  });

const byTeam = (description: string, A: number, B: number) =>
  Fields(
    {
      A: Type.Number({ description: 'The value of team A.', examples: [A] }),
      B: Type.Number({ description: 'The value of team B.', examples: [B] }),
    },
    { description },
  );

const ExplainedPart = named(
  'ExplainedPart',
  Fields(
    {
      code: OneOf(changePartNames, { description: 'The reason for the change.', examples: ['result'] }),
      points: Type.Integer({
        description: 'The change in points. Parts of 0 points are omitted.',
        examples: [25],
      }),
      text: Localized({
        description: 'The reason in words, for the player.',
        examples: ['Your chance of winning was 42%, and you won.'],
      }),
      values: MessageValues([{ result: 'won', win_probability: 0.4211, draw_was: null }]),
    },
    { description: 'One reason for a change of the score.' },
  ),
);

export const ExplainedParticipant = named(
  'ExplainedParticipant',
  Fields(
    {
      profile_id: profile,
      username,
      team,
      service_score_before: Nullable(score('before', 1500)),
      service_score_after: Nullable(score('after', 1533)),
      delta: Nullable(delta),
      parts: Nullable(Type.Array(ExplainedPart, { description: 'Whole points that add up to `delta`.' })),
      uncertainty_before: Nullable(
        Type.Integer({
          description:
            'Uncertainty just before the match, in score points. Inactivity, placement and pair evidence are applied.',
          examples: [96],
        }),
      ),
      uncertainty_after: Nullable(
        Type.Integer({ description: 'Uncertainty after the match, in score points.', examples: [91] }),
      ),
      share_of_uncertainty: Nullable(
        Type.Number({
          description:
            'The player’s share of the variance of all four: the share of the surprise that moves this player.',
          examples: [0.31],
        }),
      ),
    },
    {
      description:
        'How the match changed one player’s score, and why. The numbers are null for a player that you may no longer see. ' +
        'The parts, the shares and the uncertainty before the match are then null for all four, because they would reveal that ' +
        'player’s rating.',
    },
  ),
);
export type ExplainedParticipant = Answer<typeof ExplainedParticipant>;

export const MatchExplanation = named(
  'MatchExplanation',
  Fields(
    {
      match_id: Uuid({ description: 'The match.', examples: ['019de4f2-a340-8f34-a99b-71224f08972d'] }),
      model_version: Nullable(Type.String({ description: 'The model that rated the match.', examples: ['pair-3'] })),
      steepness: Nullable(steepness('the probabilities')),
      penalty: Nullable(penalty('the probabilities')),
      win_probability: Nullable(
        byTeam('Each team’s predicted win probability; null if you may no longer see one of the players.', 0.42, 0.58),
      ),
      expected_games_share: Nullable(
        byTeam(
          'The share of the units that the ratings predicted before the result; null if the scoreline did not count, or you may no ' +
            'longer see one of the players.',
          0.47,
          0.53,
        ),
      ),
      games_share: Nullable(byTeam('The share of the units that each team won.', 0.57, 0.43)),
      weight: Nullable(Type.Number({ description: 'How much the match counts as evidence.', examples: [0.63] })),
      participants: Type.Array(ExplainedParticipant, { description: 'The four players; empty for an unrated match.' }),
    },
    {
      description:
        'Why a match changed its players’ scores as it did. All fields are null for an unrated match. For a late match that is ' +
        'not settled yet, it explains the provisional change.',
    },
  ),
);
export type MatchExplanation = Answer<typeof MatchExplanation>;

export const PreviewedPlayer = named(
  'PreviewedPlayer',
  Fields(
    {
      profile_id: Uuid({ description: 'The player’s id.', examples: ['019b76da-a9f4-7b6e-9d4e-2a4b6c8d0e1f'] }),
      username,
      team,
      service_score_before: score('before', 1500),
      service_score_after: score('after', 1533),
      delta,
    },
    { description: 'How the match would change one player’s score.' },
  ),
);
export type PreviewedPlayer = Answer<typeof PreviewedPlayer>;

export const MatchPreview = named(
  'MatchPreview',
  Fields(
    {
      steepness: steepness('the probability'),
      penalty: penalty('the probability'),
      win_probability: byTeam('Each team’s predicted win probability, for the format of the scoreline.', 0.42, 0.58),
      outcomes: Fields(
        {
          A: Type.Array(PreviewedPlayer, { description: 'If team A wins, in the order sent.' }),
          B: Type.Array(PreviewedPlayer, { description: 'If team B wins, in the order sent.' }),
        },
        { description: 'The changes for each possible winner.' },
      ),
    },
    { description: 'How a match would change the ratings. Nothing is stored.' },
  ),
);
export type MatchPreview = Answer<typeof MatchPreview>;
