import { ANALYSIS_LIMIT_DEFAULT } from '@bandeja/contract/analysis';
import type { Card } from '@bandeja/contract/card';
import { canonicalUsername } from '@bandeja/contract/username';
import type { PartnerContext } from '../context.ts';
import type { HeadlineChoice } from '../insights/headline.ts';
import { readCardHistory } from '../played/played-matches-store.ts';
import { readHistory } from '../played/read-history.ts';
import { cardOf, reachesFarEnough } from './card.ts';

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
  const { actor, language, readDatabase } = context;
  const now = context.now();
  const name = canonicalUsername(username);
  const history = await readHistory(
    username,
    (limit) => readCardHistory(readDatabase, actor.partnerId, name, limit),
    ANALYSIS_LIMIT_DEFAULT,
    (matches) => reachesFarEnough(matches, now),
  );
  return cardOf(history, { now, headline, language });
}
