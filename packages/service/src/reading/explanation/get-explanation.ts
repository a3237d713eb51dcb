import { Problem } from '@bandeja/contract/errors/problem';
import type { MatchExplanation } from '@bandeja/contract/explanation';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { PartnerContext } from '../../context.ts';
import { currentPool } from '../../ledger/pool.ts';
import { readLedgerRow } from '../../ledger/store.ts';
import { readMatch } from '../../matches/store.ts';
import { explainMatch, unratedExplanation } from './explain.ts';

/**
 * Why one of the caller's matches moved its players as it did.
 * @throws {Problem} `match_not_found`, also for another partner's match.
 */
export async function getExplanation(
  { actor, language, readDatabase }: PartnerContext,
  matchId: string,
): Promise<MatchExplanation> {
  // One snapshot, in one round trip: a replay between two reads must not give states that belong to another history.
  const [match, ledger, pool] = await inSnapshot(readDatabase, (snapshot) => {
    const answers = Promise.all([
      readMatch(snapshot, actor.partnerId, matchId),
      readLedgerRow(snapshot, matchId),
      currentPool(snapshot),
    ]);
    snapshot.commitWithLast();
    return answers;
  });
  if (match === undefined) throw new Problem('match_not_found');
  return ledger === undefined ? unratedExplanation(match.id) : explainMatch(match, ledger, pool, language);
}
