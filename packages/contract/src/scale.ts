import { type Static, Type } from 'typebox';
import type { Fault } from './errors/problem.ts';
import { pointerTo } from './pointer.ts';
import { Fields, Localized, named, ShownText } from './shapes.ts';

export const KNOTS_MIN = 2;
export const KNOTS_MAX = 20;
/** The last score of every scale, which begins at 0. */
export const SCALE_SCORE_MAX = 3000;
export const SCALE_LEVEL_MAX = 7;

const EXAMPLE = [
  [0, 0],
  [1000, 0.5],
  [1500, 3],
  [1900, 5],
  [2300, 6.5],
  [3000, 7],
];

const knot = Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: 'A score and its level.' });
const scaleFields = {
  name: ShownText(1, 80, { description: 'The name of the scale.', examples: ['Level'] }),
  points: Type.Array(knot, {
    minItems: KNOTS_MIN,
    maxItems: KNOTS_MAX,
    description:
      'The knots, with straight lines between them. Scores are whole and rise from 0 to 3000. Levels rise, too: from 0 to 7, with at ' +
      'most two decimals, by at most 0.01 a point.',
    examples: [EXAMPLE],
  }),
};

export const NewScale = named(
  'NewScale',
  Fields(scaleFields, { description: 'A scale to use.', examples: [{ name: 'Level', points: EXAMPLE }] }),
);
export type NewScale = Static<typeof NewScale>;

export const ScaleView = named(
  'Scale',
  Fields(
    {
      ...scaleFields,
      version: Type.Integer({ description: 'Rises with every change of the scale.', examples: [1] }),
      text: Localized({
        description: 'What a level is, for people.',
        examples: [
          'A level is a score of this service on a scale from 0 to 7, computed from the matches here. It is not the level of another app, and there is no conversion between them.',
        ],
      }),
    },
    { description: 'How scores are shown as levels.' },
  ),
);
export type ScaleView = Static<typeof ScaleView>;

const hundredths = (level: number): number => Math.round(100 * level);

/** Checks the rules between knots, and those that the schema cannot express. */
export function scaleFaults(body: unknown): Fault[] {
  const points = (body as { readonly points?: unknown } | null)?.points;
  if (!Array.isArray(points) || points.length < KNOTS_MIN || points.length > KNOTS_MAX || !points.every(isKnot))
    return [];
  return points.flatMap((knot, index) =>
    knotFaults(knot, points[index - 1] ?? null, index, index === points.length - 1),
  );
}

type Knot = readonly [score: number, level: number];

const isKnot = (value: unknown): value is Knot =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number');

function knotFaults([score, level]: Knot, previous: Knot | null, index: number, isLast: boolean): Fault[] {
  const fault = (place: 0 | 1, code: 'out_of_range' | 'bad_format', detail: string): Fault => {
    return { pointer: pointerTo('points', index, place), code, detail };
  };
  const faults: Fault[] = [];
  if (!Number.isInteger(score)) faults.push(fault(0, 'bad_format', 'Must be a whole score.'));
  else if (previous === null ? score !== 0 : score <= previous[0])
    faults.push(fault(0, 'out_of_range', previous === null ? 'The first score must be 0.' : 'Scores must rise.'));
  else if (score > SCALE_SCORE_MAX || (isLast && score !== SCALE_SCORE_MAX))
    faults.push(fault(0, 'out_of_range', `The last score must be ${SCALE_SCORE_MAX}.`));
  if (hundredths(level) / 100 !== level) faults.push(fault(1, 'bad_format', 'Must have at most two decimals.'));
  else if (level < 0 || level > SCALE_LEVEL_MAX)
    faults.push(fault(1, 'out_of_range', `Must be from 0 to ${SCALE_LEVEL_MAX}.`));
  else if (previous !== null && level <= previous[1]) faults.push(fault(1, 'out_of_range', 'Levels must rise.'));
  else if (
    previous !== null &&
    score > previous[0] &&
    hundredths(level) - hundredths(previous[1]) > score - previous[0]
  )
    faults.push(fault(1, 'out_of_range', 'Must rise by at most 0.01 a point.'));
  return faults;
}
