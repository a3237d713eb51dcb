import { readVisiblePlayer } from '../../store/players.ts';
import { readWindows } from '../../store/windows.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { canonicalUsername } from '../username.ts';
import { readAnalysisInput, standingOf } from './input.ts';
import { SCORE_MOVE_DAYS } from './insights/facts.ts';
import type { Insight } from './insights/insight.ts';
import { insightsOf } from './insights/insights.ts';
import { type Patterns, patternsOf } from './patterns.ts';

const DAY_MS = 86_400_000;

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
  context: Context,
  caller: Pick<Caller, 'partnerId'>,
  username: string,
  limit: number,
): Promise<Analysis> {
  const player = await readVisiblePlayer(context.database, caller.partnerId, canonicalUsername(username));
  if (player === undefined) throw new Problem('player_not_found');
  const at = context.now();
  const { matches, pool } = await readAnalysisInput(context.database, caller, player.id, limit);
  const [lately] = await readWindows(context.database, player.id, [at - SCORE_MOVE_DAYS * DAY_MS]);
  return {
    player: { id: player.id, username: player.username, display_name: player.display_name },
    ...patternsOf(matches, pool),
    insights: insightsOf(matches, pool, standingOf(player, lately, at)),
  };
}
