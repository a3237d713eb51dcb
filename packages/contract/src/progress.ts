import { Type } from 'typebox';
import { confidenceLevels, NamedPlayer } from './players.ts';
import { type Answer, Fields, InstantText, Nullable, named, OneOf, Uuid } from './shapes.ts';

const score = (description: string, example: number) => Type.Integer({ description, examples: [example] });

export const ProgressPoint = named(
  'ProgressPoint',
  Fields(
    {
      at: InstantText({
        description: 'When the match was played; of a day or a week, its last match.',
        examples: ['2026-05-01T19:10:00.000Z'],
      }),
      match_id: Nullable(
        Uuid({
          description: 'The match; null for days and weeks, and for other partners’ matches.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      service_score: score('The score after it.', 1533),
      delta: score('The change by it; of a day or a week, the sum of its changes.', 33),
      uncertainty: score('One standard deviation right after it, in points.', 240),
      confidence_level: OneOf(confidenceLevels, {
        description: 'How far the score could be trusted then.',
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
      points: Type.Array(ProgressPoint, { description: 'Oldest first: the newest `limit` of them.' }),
      summary: Fields(
        {
          first: score('The score before the first of the points.', 1500),
          current: score('The score after the last of them.', 1533),
          peak: score('The highest of the scores after each.', 1540),
          lowest: score('The lowest of the scores after each.', 1488),
          change: score('`current` minus `first`.', 33),
        },
        { description: 'Over the points shown; without points all are the present score, and the change is 0.' },
      ),
    },
    { description: 'A player’s score history.' },
  ),
);
export type Progress = Answer<typeof Progress>;
