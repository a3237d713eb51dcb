import { Type } from 'typebox';
import { confidenceLevels, NamedPlayer } from './players.ts';
import { type Answer, Fields, InstantText, Nullable, named, OneOf, Uuid } from './shapes.ts';

/** The interval that one point covers. */
export const progressIntervals = ['match', 'day', 'week'] as const;
export type ProgressInterval = (typeof progressIntervals)[number];

/** Why a score changes without a match. */
export const shiftCauses = ['older_result', 'starting_level'] as const;
export type ShiftCause = (typeof shiftCauses)[number];

const progressCauses = ['match', ...shiftCauses] as const;
export type ProgressCause = (typeof progressCauses)[number];

const score = (description: string, example: number) => Type.Integer({ description, examples: [example] });

export const ProgressPoint = named(
  'ProgressPoint',
  Fields(
    {
      at: InstantText({
        description:
          'When the match was played, or when the score changed for another cause; for a day or a week, the last of these instants.',
        examples: ['2026-05-01T19:10:00.000Z'],
      }),
      match_id: Nullable(
        Uuid({
          description: 'The match; null for days and weeks, for other partners’ matches, and for other causes.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      cause: OneOf(progressCauses, {
        description:
          'Why the score changed. `older_result`: an earlier match came late, was amended or voided. `starting_level`: the ' +
          'starting level of a player changed. A day or a week with a match has `match`.',
        examples: ['match'],
      }),
      service_score: score(
        'The score after the match when it was first rated: a later `older_result` has its own point.',
        1533,
      ),
      delta: score(
        'The change of the score; for a day or a week, from before its first change to after its last one.',
        33,
      ),
      uncertainty: score('One standard deviation of the score right after it, in points.', 240),
      confidence_level: OneOf(confidenceLevels, {
        description: 'How reliable the score was then.',
        examples: ['low'],
      }),
    },
    { description: 'A point of a score history.' },
  ),
);

export type ProgressPoint = Answer<typeof ProgressPoint>;

export const Progress = named(
  'PlayerProgress',
  Fields(
    {
      player: NamedPlayer,
      points: Type.Array(ProgressPoint, { description: 'The newest `limit` points, oldest first.' }),
      summary: Fields(
        {
          first: score('The score before the first point.', 1500),
          current: score('The score after the last point.', 1533),
          peak: score('The highest score of the points.', 1540),
          lowest: score('The lowest score of the points.', 1488),
          change: score('`current` minus `first`.', 33),
        },
        {
          description: 'A summary of the points. Without points, all scores are the current score and the change is 0.',
        },
      ),
    },
    { description: 'A player’s score history.' },
  ),
);
export type Progress = Answer<typeof Progress>;
