/** Score histories to draw, given and generated. */

import type { Progress, ProgressPoint } from '@bandeja/contract/progress';
import fc from 'fast-check';
import { NOW } from './card.ts';
import { hostileName } from './names.ts';

const DAY = 86_400_000;

/** A history of scores whose last one is some days ago. */
export function progressOf(
  display_name: string,
  scores: readonly number[],
  { days = 3, uncertainty = (index: number) => 60 + 180 / (index + 1), ago = 2 } = {},
): Progress {
  const points = scores.map(
    (service_score, index): ProgressPoint => ({
      at: new Date(NOW - ago * DAY - (scores.length - 1 - index) * days * DAY).toISOString(),
      match_id: null,
      cause: 'match',
      service_score,
      delta: service_score - (scores[index - 1] ?? 1500),
      uncertainty: Math.round(uncertainty(index)),
      confidence_level: 'medium',
    }),
  );
  const current = scores.at(-1) ?? 1500;
  return {
    player: { id: '7b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d', username: 'ana', display_name },
    points,
    summary: {
      first: 1500,
      current,
      peak: Math.max(...scores, current),
      lowest: Math.min(...scores, current),
      change: scores.length === 0 ? 0 : current - 1500,
    },
  };
}

/** A player who rises by fits and starts. */
export const aSeason = (count: number): number[] =>
  Array.from({ length: count }, (_, index) =>
    Math.round(1500 + 6 * index + 45 * Math.sin(index / 3) + 25 * Math.sin(index * 1.7)),
  );

const score = fc.oneof(
  fc.integer({ min: 1200, max: 1900 }),
  fc.integer({ min: 0, max: 3000 }),
  fc.constantFrom(0, 3000),
);
const scores = fc.oneof(
  fc.array(score, { maxLength: 3 }),
  fc.array(score, { minLength: 4, maxLength: 120 }),
  fc.array(fc.integer({ min: 1498, max: 1502 }), { minLength: 2, maxLength: 9 }),
);

export const anyProgress: fc.Arbitrary<Progress> = fc
  .record({
    name: hostileName,
    scores,
    days: fc.constantFrom(0, 0.01, 1, 3, 40),
    uncertainty: fc.integer({ min: 20, max: 400 }),
    ago: fc.constantFrom(0, 2, 400),
  })
  .map(({ name, scores: all, days, uncertainty, ago }) =>
    progressOf(name, all, { days, uncertainty: () => uncertainty, ago }),
  );
