import { inSnapshot } from '../../store/engine/snapshot.ts';
import { readProvisional } from '../../store/ledger/held-matches.ts';
import { readLedgerRow } from '../../store/ledger/ledger.ts';
import { readMatch } from '../../store/matches/matches.ts';
import { currentSteepness } from '../calibration/index.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { ratedMatch, rateForLedger, statesBefore } from '../ratings/index.ts';
import { explainMatch, type MatchExplanation, unratedExplanation } from './explain.ts';

/**
 * Why one of the caller's matches moved its players as it did; of one that waits outside the ledger, its provisional change.
 * @throws {Problem} `match_not_found`, also for another partner's match.
 */
export async function getExplanation(context: Context, caller: Caller, matchId: string): Promise<MatchExplanation> {
  // One snapshot: a replay between the two reads must not give states that belong to another history.
  return inSnapshot(context.database, async (transaction) => {
    const match = await readMatch(transaction, caller.partnerId, matchId);
    if (match === undefined) throw new Problem('match_not_found');
    const ledger = await readLedgerRow(transaction, matchId);
    if (ledger !== undefined) return explainMatch(match, ledger, await currentSteepness(transaction), false);
    const provisional = await readProvisional(transaction, matchId);
    if (provisional === undefined) return unratedExplanation(match.id);
    const row = rateForLedger(ratedMatch(match), statesBefore(provisional));
    return explainMatch(match, row, await currentSteepness(transaction), true);
  });
}
