/** The steps that confirming, voiding and amending a match have in common. */

import type { OwnMatchView } from '@bandeja/contract/matches';
import type { Transaction } from '@bandeja/postgres/database';
import { type ChainHead, lockChainHeads } from '../audit/store.ts';
import type { Context } from '../context.ts';
import type { MatchRow, MatchRowWithNames } from '../history/match-row.ts';
import { lockPlayerRatings } from '../history/ratings-store.ts';
import { CurrentRatings } from '../ledger/current-ratings.ts';
import { type GateMode, throughGate } from '../ledger/gate-store.ts';
import { historyChangeOf, playersOf, type RatedChange } from '../ledger/history-change.ts';
import { rateChange } from '../ledger/rate-change.ts';
import { notFound } from '../validation/not-found.ts';
import { lockMatch, readMatch } from './store.ts';
import { matchView } from './view.ts';

/** The result of an attempt under the shared gate that turned out to need the exclusive one: it would change the history. */
export const LATE = Symbol('late');

/**
 * Runs a change of a match under the shared gate. If it returns {@link LATE}, it runs again under the exclusive gate. (Upgrading
 * a shared lock would deadlock: two transactions that try wait for each other.)
 * @param change must not write anything before it knows whether it is late
 */
export async function runUnderGate<Result>(
  { database }: Context,
  change: (transaction: Transaction, gate: GateMode) => Promise<Result | typeof LATE>,
): Promise<Result> {
  const attempt = (gate: GateMode) =>
    throughGate(database, gate, async (transaction) => {
      const result = await change(transaction, gate);
      if (result === LATE) transaction.discard();
      return result;
    });
  const early = await attempt('shared');
  if (early !== LATE) return early;
  const late = await attempt('exclusive');
  if (late === LATE) throw new Error('a change is late under the exclusive gate');
  return late;
}

/**
 * Locks a partner's audit chain and one of its matches, and reads the match.
 * @throws {Problem} `match_not_found`
 */
export async function lockOwnMatch(
  transaction: Transaction,
  partnerId: string,
  matchId: string,
): Promise<{ readonly heads: ReadonlyMap<string, ChainHead>; readonly match: MatchRowWithNames }> {
  const [heads, , match] = await Promise.all([
    lockChainHeads(transaction, [partnerId]),
    lockMatch(transaction, partnerId, matchId),
    // Statements run in this order, so this reads the locked match.
    readMatch(transaction, partnerId, matchId),
  ]);
  if (match === undefined) throw notFound('match_not_found', matchId);
  return { heads, match };
}

/**
 * Locks the ratings of the players of a match, before and after its change, and rates the change. Writes nothing.
 * @returns {@link LATE} under the shared gate, if the change would do more than append to the rated history
 */
export async function lockAndRate(
  context: Context,
  transaction: Transaction,
  gate: GateMode,
  before: MatchRow,
  after: MatchRow,
): Promise<RatedChange | typeof LATE> {
  const change = historyChangeOf(before, after);
  const players = await lockPlayerRatings(transaction, playersOf(change));
  if (gate === 'shared' && !new CurrentRatings(players).canAppend(change)) return LATE;
  return rateChange(context, transaction, change, players);
}

/** Ends a change that changes nothing. It rolls back, because a commit would wait for the disk. */
export function unchanged(transaction: Transaction, match: MatchRowWithNames): OwnMatchView {
  transaction.discard();
  return matchView(match);
}

/** Reads a match that the transaction has locked. */
export async function readLockedMatch(transaction: Transaction, { partner_id, id }: MatchRowWithNames) {
  const row = await readMatch(transaction, partner_id, id);
  if (row === undefined) throw new Error(`the match ${id} was locked and is gone`);
  return row;
}
