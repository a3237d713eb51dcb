import { MODEL_VERSION } from '../../rating/index.ts';
import type { Database } from '../../store/engine/database.ts';
import { throughGate } from '../../store/ledger/gate.ts';
import { findRestedPartner, takeHeldMatches } from '../../store/ledger/held-matches.ts';
import { beginRunFromOwed, lockLedgerState, oweFrom, readLedgerState } from '../../store/ledger/ledger-state.ts';
import { lockPlayerRatings } from '../../store/ledger/ratings.ts';
import { chargeOwed, passOwedToRun } from '../../store/ledger/settlement.ts';
import { earliestPlace, type LedgerPlace, placeBefore, ratedMatch } from '../ratings/index.ts';
import { applyToPresent } from './apply.ts';

/** So many waiting matches enter the ledger at once, while nobody else passes the gate: about 20 ms. */
const ENTER_MAX = 100;

/** What was done towards the next run: waiting matches have entered, it has begun; or nothing, since none is due or one is under way. */
export type Preparation =
  | { readonly status: 'entered' | 'idle' }
  | { readonly status: 'begun'; readonly run: number; readonly settled_until: LedgerPlace };

const IDLE: Preparation = { status: 'idle' };

/**
 * Takes a step towards the next run, if one is due and none is under way: lets some of the waiting matches of rested
 * partners enter the ledger, or, once none is left, makes a run of all that is owed by then.
 */
export async function prepareRun(database: Database, now: number): Promise<Preparation> {
  const { run, model_version: model } = await readLedgerState(database);
  if (run !== null || model !== MODEL_VERSION) return IDLE;
  if ((await enterHeldMatches(database, now)) && (await findRestedPartner(database, now)) !== undefined)
    return { status: 'entered' };
  const { owed } = await readLedgerState(database);
  if (owed === null || owed.due_at > now) return IDLE;
  return throughGate(database, 'exclusive', async (transaction): Promise<Preparation> => {
    const state = await lockLedgerState(transaction);
    if (state.run !== null || state.owed === null || state.owed.due_at > now) return IDLE;
    const number = await beginRunFromOwed(transaction, now);
    await passOwedToRun(transaction);
    return { status: 'begun', run: number, settled_until: state.owed.settled_until };
  });
}

/** Lets some matches of one partner enter the ledger, applied to the present states. @returns whether there were any. */
async function enterHeldMatches(database: Database, now: number): Promise<boolean> {
  const partnerId = await findRestedPartner(database, now);
  if (partnerId === undefined) return false;
  return throughGate(database, 'exclusive', async (transaction) => {
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
