import { ANALYSIS_LIMIT_DEFAULT, type Analysis } from '@bandeja/contract/analysis';
import { DAY_MS } from '@bandeja/contract/instant';
import { canonicalUsername } from '@bandeja/contract/username';
import type { PartnerContext } from '../context.ts';
import { ratingSummaryOf, SCORE_MOVE_DAYS } from '../insights/facts.ts';
import { insightsOf } from '../insights/insights.ts';
import { readAnalysisHistory } from '../played/played-matches-store.ts';
import { readHistory } from '../played/read-history.ts';
import { patternsOf } from './patterns.ts';

/**
 * The analysis of a player over the newest `limit` completed matches from every partner, walkovers excluded.
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function getAnalysis(
  { actor: { partnerId }, language, readDatabase, now }: PartnerContext,
  username: string,
  limit: number,
): Promise<Analysis> {
  const at = now();
  const name = canonicalUsername(username);
  const monthAgo = at - SCORE_MOVE_DAYS * DAY_MS;
  // Even a short analysis needs the matches of a month.
  const { player, pool, matches } = await readHistory(
    username,
    (count) => readAnalysisHistory(readDatabase, partnerId, name, count),
    Math.max(limit, ANALYSIS_LIMIT_DEFAULT),
    (read) => (read.at(-1)?.playedAt ?? at) < monthAgo,
  );
  const { id, username: shownName, display_name } = player;
  const analysed = matches.slice(0, limit);
  return {
    player: { id, username: shownName, display_name },
    ...patternsOf(analysed, pool),
    insights: insightsOf(analysed, pool, ratingSummaryOf(player, matches, at), language),
  };
}
