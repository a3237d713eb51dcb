import { Type } from 'typebox';
import { teams } from './match-enums.ts';
import { type Answer, Fields, MessageValues, Nullable, named, OneOf, Uuid, Words } from './shapes.ts';

/** The parts of the rating model, in its order. */
export const changePartNames = [
  'placement',
  'inactivity',
  'teammate',
  'result',
  'margin',
  'confidence',
  'protection',
] as const;

const score = (when: string, example: number) =>
  Type.Integer({ description: `The shown score ${when} the match.`, examples: [example] });
const delta = Type.Integer({ description: 'Score after less score before.', examples: [33] });
const profile = Nullable(
  Uuid({ description: 'The player’s id; null for an erased one.', examples: ['019b76da-a9f4-7b6e-9d4e-2a4b6c8d0e1f'] }),
);
const username = Nullable(
  Type.String({ description: 'The player’s username; null for an erased one.', examples: ['ines.carvalho'] }),
);
const team = OneOf(teams, { description: 'The player’s team.', examples: ['A'] });

/** Probabilities are given with this very number, so it is not rounded, unlike the one of a calibration. */
const steepness = (whose: string) =>
  Type.Number({
    description: `The steepness that ${whose} given with: in full, where the calibration shows 4 decimals.`,
    examples: [1.043247],
  });

const penalty = (whose: string) =>
  Type.Number({
    description: `The penalty on uncertainty that ${whose} given with: in full, where the calibration shows 4 decimals.`,
    examples: [1.412517],
  });

const byTeam = (description: string, A: number, B: number) =>
  Fields(
    {
      A: Type.Number({ description: 'Of team A.', examples: [A] }),
      B: Type.Number({ description: 'Of team B.', examples: [B] }),
    },
    { description },
  );

const ExplainedPart = named(
  'ExplainedPart',
  Fields(
    {
      code: OneOf(changePartNames, { description: 'What moved the score.', examples: ['result'] }),
      points: Type.Integer({
        description: 'By how many points. Parts of 0 points are left out.',
        examples: [25],
      }),
      text: Words({
        description: 'The same in words for the player.',
        examples: ['Your chance of winning was 42%, and you won.'],
      }),
      values: MessageValues([{ result: 'won', win_probability: 0.4211, draw_was: null }]),
    },
    { description: 'One reason for the change of a score.' },
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
            'Uncertainty that entered the match, after inactivity, placement and pair evidence, in score points.',
          examples: [96],
        }),
      ),
      uncertainty_after: Nullable(
        Type.Integer({ description: 'Uncertainty after the match, in score points.', examples: [91] }),
      ),
      share_of_uncertainty: Nullable(
        Type.Number({
          description: 'The player’s part of the four’s variance: how much of the surprise the player takes.',
          examples: [0.31],
        }),
      ),
    },
    {
      description:
        'How the match moved one player, and why. The numbers are null for a player whom you may no longer see, and then the ' +
        'parts and shares of all four, since they would tell that player’s rating.',
    },
  ),
);
export type ExplainedParticipant = Answer<typeof ExplainedParticipant>;

export const MatchExplanation = named(
  'MatchExplanation',
  Fields(
    {
      match_id: Uuid({ description: 'The match.', examples: ['019de4f2-a340-8f34-a99b-71224f08972d'] }),
      model_version: Nullable(Type.String({ description: 'The model that rated the match.', examples: ['pair-2'] })),
      steepness: Nullable(steepness('the probabilities are')),
      penalty: Nullable(penalty('the probabilities are')),
      win_probability: Nullable(
        byTeam('What each team was given to win; null if you may no longer see one of the players.', 0.42, 0.58),
      ),
      expected_games_share: Nullable(
        byTeam(
          'The share of the units that the ratings pointed to before the result; null where the scoreline did not count.',
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
        'Why a match moved its players as it did. All null for an unrated match. Of a late match that is not settled yet it ' +
        'explains the provisional change.',
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
    { description: 'What the match would do to one player.' },
  ),
);
export type PreviewedPlayer = Answer<typeof PreviewedPlayer>;

export const MatchPreview = named(
  'MatchPreview',
  Fields(
    {
      steepness: steepness('the probability is'),
      penalty: penalty('the probability is'),
      win_probability: byTeam('What each team is given to win, in the format that the scoreline shows.', 0.42, 0.58),
      outcomes: Fields(
        {
          A: Type.Array(PreviewedPlayer, { description: 'If team A wins, in the order sent.' }),
          B: Type.Array(PreviewedPlayer, { description: 'If team B wins, in the order sent.' }),
        },
        { description: 'What either result would do.' },
      ),
    },
    { description: 'What a match would do to the ratings. Nothing is stored.' },
  ),
);
export type MatchPreview = Answer<typeof MatchPreview>;
