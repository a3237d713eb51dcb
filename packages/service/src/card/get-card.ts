import { ANALYSIS_LIMIT_DEFAULT } from '@bandeja/contract/analysis';
import type { Card } from '@bandeja/contract/card';
import { canonicalUsername } from '@bandeja/contract/username';
import { windowNames, windowStart } from '@bandeja/contract/windows';
import { consistencyOf, isFullSample } from '../analysis/consistency.ts';
import type { PartnerContext } from '../context.ts';
import type { HeadlineChoice } from '../insights/headline.ts';
import { type CardPlayer, readCardHistory } from '../played/played-matches-store.ts';
import { type History, historyOf } from '../played/read-history.ts';
import { CONSISTENCY_MATCHES_READ, cardOf, countedMatches } from './card.ts';

/**
 * The card of a player, all of it as of one moment.
 * @param headline what the one sentence may be about
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function getCard(
  context: PartnerContext,
  username: string,
  headline: HeadlineChoice = 'any',
): Promise<Card> {
  const { actor, language, scale, database } = context;
  const now = context.now();
  const read = async (limit: number): Promise<History<CardPlayer>> => {
    const windows = windowNames.map((window) => windowStart(window, now));
    const request = { partnerId: actor.partnerId, username: canonicalUsername(username), limit, windows, now };
    return historyOf(username, await readCardHistory(database, request), ANALYSIS_LIMIT_DEFAULT);
  };
  let history = await read(ANALYSIS_LIMIT_DEFAULT);
  // Few cards need a second statement: a snapshot to read on from would cost all others two more.
  const mayFindMore = history.matches.length === ANALYSIS_LIMIT_DEFAULT;
  if (mayFindMore && !isFullSample(consistencyOf(countedMatches(history))))
    history = await read(CONSISTENCY_MATCHES_READ);
  return cardOf(history, { now, headline, language, scale, actor });
}
