import { type Static, Type } from 'typebox';
import type { Fault } from './errors/problem.ts';
import { SCALE_LEVEL_MAX, SCALE_SCORE_MAX } from './scale.ts';
import { type Answer, Fields, InstantText, Maybe, Nullable, named, OneOf } from './shapes.ts';

export const startingLevelScales = ['level', 'service_score'] as const;
export type StartingLevelScale = (typeof startingLevelScales)[number];

export const startingLevelSources = ['self', 'coach', 'other_app'] as const;
export type StartingLevelSource = (typeof startingLevelSources)[number];

const valueNotes = {
  description: 'A level on the scale of `GET /v1/scale`, with at most two decimals, or a whole `service_score`.',
  examples: [3.5],
};

export const NewStartingLevel = named(
  'NewStartingLevel',
  Fields(
    {
      value: Type.Number({ minimum: 0, maximum: SCALE_SCORE_MAX, ...valueNotes }),
      scale: Maybe(
        OneOf(startingLevelScales, { description: 'What `value` is. Default: `level`.', examples: ['level'] }),
      ),
      source: OneOf(startingLevelSources, {
        description: 'Who stated it: the player, a coach, or another app. All count the same.',
        examples: ['coach'],
      }),
    },
    {
      description:
        'A statement about the player before the first match. It moves the start by at most 115 points, and fades with ' +
        'every match.',
      examples: [{ value: 3.5, source: 'coach' }],
    },
  ),
);
export type NewStartingLevel = Static<typeof NewStartingLevel>;

export const StatedLevel = named(
  'StatedLevel',
  Fields(
    {
      value: Type.Number(valueNotes),
      scale: OneOf(startingLevelScales, { description: 'What `value` is.', examples: ['level'] }),
      source: OneOf(startingLevelSources, { description: 'Who stated it.', examples: ['coach'] }),
      service_score: Type.Integer({ description: 'The points that it was converted to.', examples: [1600] }),
    },
    { description: 'A starting level as sent.' },
  ),
);

export const StartingLevel = named(
  'StartingLevel',
  Fields(
    {
      value: Type.Number(valueNotes),
      scale: OneOf(startingLevelScales, { description: 'What `value` is.', examples: ['level'] }),
      source: Nullable(
        OneOf(startingLevelSources, {
          description: 'Who stated it; null if you did not register the player.',
          examples: ['coach'],
        }),
      ),
      service_score: Type.Integer({
        description: 'The points that it was converted to when it was stated. Ratings read nothing else.',
        examples: [1600],
      }),
      stated_at: Nullable(
        InstantText({
          description: 'When it was stated; null if you did not register the player.',
          examples: ['2026-05-01T17:30:00.000Z'],
        }),
      ),
    },
    { description: 'The statement about the player before the first match.' },
  ),
);
export type StartingLevel = Answer<typeof StartingLevel>;

/** Checks the rules that depend on the scale of the value. */
export function startingLevelFaults(body: unknown): Fault[] {
  const sent = (body as { readonly starting_level?: Partial<NewStartingLevel> | null } | null)?.starting_level;
  const value = sent?.value;
  if (typeof value !== 'number') return [];
  const pointer = '/starting_level/value';
  if (sent?.scale === 'service_score') {
    if (Number.isInteger(value)) return [];
    return [{ pointer, code: 'wrong_type', detail: 'A score is a whole number.' }];
  }
  if (value > SCALE_LEVEL_MAX && value <= SCALE_SCORE_MAX) {
    const detail = `A level is at most ${SCALE_LEVEL_MAX}. For points, send \`"scale": "service_score"\`.`;
    return [{ pointer, code: 'out_of_range', detail }];
  }
  if (Math.round(value * 100) / 100 === value) return [];
  return [{ pointer, code: 'bad_format', detail: 'A level has at most two decimals.' }];
}
