import type { Analysis } from '@bandeja/contract/analysis';
import { DAY_MS } from '@bandeja/contract/instant';
import { canonicalUsername } from '@bandeja/contract/username';
import type { PartnerContext } from '../context.ts';
import { ratingSummaryOf, SCORE_MOVE_DAYS } from '../insights/facts.ts';
import { insightsOf } from '../insights/insights.ts';
import { readAnalysisHistory } from '../played/played-matches-store.ts';
import { historyOf } from '../played/read-history.ts';
import { patternsOf } from './patterns.ts';

/**
 * The analysis of a player over the newest `limit` completed matches from every partner, walkovers excluded.
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function getAnalysis(
  { actor: { partnerId }, language, database, now }: PartnerContext,
  username: string,
  limit: number,
): Promise<Analysis> {
  const at = now();
  const found = await readAnalysisHistory(database, {
    partnerId,
    username: canonicalUsername(username),
    limit,
    windows: [at - SCORE_MOVE_DAYS * DAY_MS],
    now: at,
  });
  const { player, pool, windows, matches } = await historyOf(username, found, limit);
  const { id, username: shownName, display_name } = player;
  return {
    player: { id, username: shownName, display_name },
    ...patternsOf(matches, pool),
    insights: insightsOf(matches, pool, ratingSummaryOf(player, windows[0], at), language),
  };
}
