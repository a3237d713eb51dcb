import type { Headline, Insight } from '../shapes.ts';

/** Weights that differ by less than this share are as good as equal. */
const EQUAL_WEIGHTS = 0.1;

/**
 * The first of a player's insights; of two first ones that weigh about the same, the strength.
 *
 * @param insights as `insightsOf` gives them, facts included, of the default analysis
 * @returns null where there is nothing to tell
 */
export function headlineOf(insights: readonly Insight[]): Headline | null {
  const [first, second] = insights;
  if (first === undefined) return null;
  const isClose = second !== undefined && first.weight - second.weight < EQUAL_WEIGHTS * first.weight;
  const { code, text, sample } =
    isClose && first.direction === 'weakness' && second.direction === 'strength' ? second : first;
  return { code, text, sample };
}
