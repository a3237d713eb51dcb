/** The steps that confirming, voiding and amending a match have in common. */

import type { OwnMatchView } from '@bandeja/contract/matches';
import type { Transaction } from '@bandeja/postgres/database';
import { type ChainHead, lockChainHeads } from '../audit/store.ts';
import type { DeciderContext } from '../context.ts';
import type { ShownMatchRow } from '../history/match-row.ts';
import { matchView } from '../history/match-view.ts';
import { historyChangeOf, type RatedChange } from '../ledger/history-change.ts';
import { type AGAIN, type Attempt, lockAndRate } from '../ledger/with-players.ts';
import { notFound } from '../validation/not-found.ts';
import { type AmendedRows, lockMatches, readMatch } from './store.ts';
import type { Guard } from './store-matches.ts';

/** A match that the transaction has locked, and the heads of its partner's audit chain. */
export interface LockedMatch {
  readonly heads: ReadonlyMap<string, ChainHead>;
  readonly match: ShownMatchRow;
}

/**
 * Locks a partner's audit chain and one of its matches, and reads the match.
 * @throws {Problem} `match_not_found`, and what the guard returns
 */
export async function lockOwnMatch(
  transaction: Transaction,
  partnerId: string,
  matchId: string,
  guard?: Guard,
): Promise<LockedMatch> {
  const [heads, , match, refusal] = await Promise.all([
    lockChainHeads(transaction, [partnerId]),
    lockMatches(transaction, partnerId, [matchId]),
    // Statements run in this order, so this reads the locked match.
    readMatch(transaction, partnerId, matchId),
    guard?.(transaction),
  ]);
  if (match === undefined) throw notFound('match_not_found', matchId);
  if (refusal != null) throw refusal;
  return { heads, match };
}

/** Rates what changing matches changes in the history, with everyone locked that it reaches. Writes nothing. */
export function rateMatchChanges(
  context: DeciderContext,
  transaction: Transaction,
  attempt: Attempt,
  changed: readonly AmendedRows[],
): Promise<RatedChange | typeof AGAIN> {
  const changes = changed.map(({ before, after }) => historyChangeOf(before, after));
  return lockAndRate(context, transaction, changes, attempt, context.actor.plan);
}

/** Ends a change that changes nothing. It rolls back, because a commit would wait for the disk. */
export function unchanged(transaction: Transaction, match: ShownMatchRow): OwnMatchView {
  transaction.discard();
  return matchView(match);
}

/** Reads a match that the transaction has locked. */
export async function readLockedMatch(transaction: Transaction, { partner_id, id }: ShownMatchRow) {
  const row = await readMatch(transaction, partner_id, id);
  if (row === undefined) throw new Error(`the match ${id} was locked and is gone`);
  return row;
}
