import { type TSchema, Type } from 'typebox';
import { Fields, Nullable, named } from '../../domain/faults/index.ts';
import { ProblemShape } from './problem.ts';

/** How far a long task is. */
export const TaskProgress = named(
  'TaskProgress',
  Fields(
    {
      done: Type.Integer({
        description: 'Matches done so far; begins anew where the task has to.',
        examples: [42_000],
      }),
      total: Nullable(
        Type.Integer({
          description: 'About how many there are; null as long as that is not known, or others are at work first.',
          examples: [100_000],
        }),
      ),
    },
    { description: 'How far the task is.' },
  ),
);

/**
 * The answer of a long task: lines of JSON, each of this shape.
 * @param name the line's name in the documentation, such as `VerificationLine`.
 */
export function LinesOf<T extends TSchema>(name: string, result: T) {
  return named(
    name,
    Type.Union([Fields({ progress: TaskProgress }), Fields({ result }), Fields({ problem: ProblemShape })], {
      description:
        'One line of the answer, which has as many as it takes: `progress` a few times a second, or every few seconds ' +
        'where there is none; as the last one `result`, or `problem` for a task that failed after the first line. An answer ' +
        'that ends otherwise was cut off.',
    }),
  );
}
