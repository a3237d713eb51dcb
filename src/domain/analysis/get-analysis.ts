import { readForAnalysis } from '../../store/analysis/analysis.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { DAY_MS } from '../instant.ts';
import { canonicalUsername } from '../username.ts';
import { analysisInputOf } from './input.ts';
import { SCORE_MOVE_DAYS } from './insights/facts.ts';
import type { Insight } from './insights/insight.ts';
import { insightsOf } from './insights/insights.ts';
import { type Patterns, patternsOf } from './patterns.ts';

/** A player's patterns of play, in the contract's shape. */
export interface Analysis extends Patterns {
  readonly player: { readonly id: string; readonly username: string; readonly display_name: string };
  readonly insights: readonly Insight[];
}

/**
 * The analysis of a player over the newest `limit` completed matches from every partner, walkovers aside.
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function getAnalysis(
  { database, now }: Context,
  { partnerId }: Pick<Caller, 'partnerId'>,
  username: string,
  limit: number,
): Promise<Analysis> {
  const at = now();
  const options = { limit, since: [at - SCORE_MOVE_DAYS * DAY_MS] };
  const reading = await readForAnalysis(database, partnerId, canonicalUsername(username), options);
  if (reading === undefined) throw new Problem('player_not_found');
  const [lately] = reading.windows;
  if (lately === undefined) throw new Error('an analysis needs its window');
  const { matches, pool, standing } = analysisInputOf(reading, lately, at);
  const { id, username: name, display_name } = reading.player;
  return {
    player: { id, username: name, display_name },
    ...patternsOf(matches, pool),
    insights: insightsOf(matches, pool, standing),
  };
}
