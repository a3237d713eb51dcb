import type { MatchExplanation } from '@bandeja/contract/explanation';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import { currentPool } from '../calibration/pool.ts';
import type { PartnerContext } from '../context.ts';
import { readLedgerRow } from '../history/ledger-store.ts';
import { readMatch } from '../matches/store.ts';
import { notFound } from '../validation/not-found.ts';
import { explainMatch, unratedExplanation } from './explain.ts';

/**
 * Explains the rating changes of one of the caller's matches.
 * @throws {Problem} `match_not_found`, also for another partner's match.
 */
export async function getExplanation(
  { actor, language, scale, database }: PartnerContext,
  matchId: string,
): Promise<MatchExplanation> {
  // One snapshot: a replay between two reads must not mix states of two histories.
  const [match, ledger, pool] = await inSnapshot(database, (snapshot) => {
    const answers = Promise.all([
      readMatch(snapshot, actor.partnerId, matchId),
      readLedgerRow(snapshot, matchId),
      currentPool(snapshot),
    ]);
    snapshot.commitWithLast();
    return answers;
  });
  if (match === undefined) throw notFound('match_not_found', matchId);
  if (ledger === undefined) return unratedExplanation(match.id);
  return explainMatch(match, ledger, pool, { language, scale: scale.points });
}
