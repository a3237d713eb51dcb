import { MODEL_VERSION } from '../../rating/index.ts';
import type { Database } from '../../store/database.ts';
import { passGate } from '../../store/gate.ts';
import { findRestedPartner, takeHeldMatches } from '../../store/held-matches.ts';
import { beginRunFromOwed, lockLedgerState, oweFrom, readLedgerState } from '../../store/ledger-state.ts';
import { lockPlayerRatings } from '../../store/ratings.ts';
import { chargeOwed, passOwedToRun } from '../../store/settlement.ts';
import { earliestPlace, placeBefore, ratedMatch } from '../ratings/index.ts';
import { applyToPresent } from './apply.ts';

/** So many waiting matches enter the ledger at once, while nobody else passes the gate: about 20 ms. */
const ENTER_MAX = 100;

/**
 * Takes a step towards the next run, if one is due and none is under way: lets some of the waiting matches of rested
 * partners enter the ledger, or, once none is left, makes a run of all that is owed by then.
 * @returns whether there was anything to do.
 */
export async function prepareRun(database: Database, now: number): Promise<boolean> {
  const { run, model_version: model } = await readLedgerState(database);
  if (run !== null || model !== MODEL_VERSION) return false;
  if ((await enterHeldMatches(database, now)) && (await findRestedPartner(database, now)) !== undefined) return true;
  const { owed } = await readLedgerState(database);
  if (owed === null || owed.due_at > now) return false;
  return database.transaction(async (transaction) => {
    await passGate(transaction, 'exclusive');
    const state = await lockLedgerState(transaction);
    if (state.run !== null || state.owed === null || state.owed.due_at > now) return false;
    await beginRunFromOwed(transaction, now);
    await passOwedToRun(transaction);
    return true;
  });
}

/** Lets some matches of one partner enter the ledger, applied to the present states. @returns whether there were any. */
async function enterHeldMatches(database: Database, now: number): Promise<boolean> {
  const partnerId = await findRestedPartner(database, now);
  if (partnerId === undefined) return false;
  return database.transaction(async (transaction) => {
    await passGate(transaction, 'exclusive');
    const matches = (await takeHeldMatches(transaction, partnerId, ENTER_MAX)).map(ratedMatch);
    const earliest = earliestPlace(matches);
    if (earliest === undefined) return false;
    const ids = [...new Set(matches.flatMap((match) => match.player_ids))].sort();
    const players = await lockPlayerRatings(transaction, ids);
    const matchIds = matches.map((match) => match.match_id);
    await oweFrom(transaction, placeBefore(earliest), now);
    await chargeOwed(transaction, matchIds, now);
    await applyToPresent(transaction, { inserted: matches, removed: [] }, players);
    return true;
  });
}
