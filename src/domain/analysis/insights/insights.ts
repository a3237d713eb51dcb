import type { Pool } from '../../ledger/index.ts';
import type { SeenMatch } from '../seen-match.ts';
import type { Insight } from '../shapes.ts';
import { candidatesOf } from './candidates.ts';
import { factsOf, type Standing } from './facts.ts';
import { judgeSeason } from './season.ts';
import { selectInsights } from './select.ts';

/**
 * What is worth telling a coach, at most five sentences, weightiest first. None is an honest answer, and the usual one.
 *
 * @param matches newest first, without walkovers
 * @param standing how the player stands at the time of reading
 */
export function insightsOf(matches: readonly SeenMatch[], pool: Pool, standing: Standing): Insight[] {
  return selectInsights([...candidatesOf(judgeSeason(matches, pool)), ...factsOf(matches, standing)]);
}
