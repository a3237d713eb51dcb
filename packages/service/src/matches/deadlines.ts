/** Acts on the deadlines that the players of pending matches have missed. */
import { Problem } from '@bandeja/contract/errors/problem';
import type { Transaction } from '@bandeja/postgres/database';
import type { Context, DeciderContext } from '../context.ts';
import { type AGAIN, type Attempt, changeHistory } from '../ledger/with-players.ts';
import type { Job } from '../runtime/job-loop.ts';
import { dueAt } from './confirmation.ts';
import { writeState } from './confirmation-store.ts';
import { type DueMatch, findDueMatches } from './deadlines-store.ts';
import { logMatches, NO_RATINGS } from './log-matches.ts';
import { lockOwnMatch } from './own-match.ts';
import { moveMatch } from './transitions.ts';

const EVERY_MS = 2_000;
/** A match takes some milliseconds. */
const BLOCK = 100;

const VOID_REASON = 'Not confirmed in time.';

/**
 * Completes, voids or expires the matches whose deadlines have passed, a block of them per step, each in its own transaction that
 * looks again under the locks. Several nodes may run it.
 */
export function deadlinesJob(context: Context): Job {
  /** The last match of the block before; null at the start of a round. */
  let after: DueMatch | null = null;
  return {
    name: 'deadlines of confirmations',
    everyMs: EVERY_MS,
    async run(stopping) {
      const due = await findDueMatches(context.database, context.now(), after, BLOCK);
      // A partner whose last large change still pauses gets its turn in the next round, and holds up no other.
      const pausing = new Set<string>();
      for (const match of due) {
        if (stopping.aborted) return 'idle';
        // After a fault the next step goes on behind this match.
        after = match;
        if (pausing.has(match.partner_id)) continue;
        if (!(await actOn(context, match))) pausing.add(match.partner_id);
      }
      after = due.length === BLOCK ? (due.at(-1) ?? null) : null;
      return after === null ? 'idle' : 'more';
    },
  };
}

/** @returns false if the partner must wait */
async function actOn(context: Context, { partner_id: partnerId, id, plan }: DueMatch): Promise<boolean> {
  const decider: DeciderContext = { ...context, actor: { kind: 'service', partnerId, plan } };
  try {
    await changeHistory(decider, undefined, (transaction, attempt) => decide(decider, transaction, attempt, id));
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return false;
  }
}

async function decide(
  context: DeciderContext,
  transaction: Transaction,
  attempt: Attempt,
  matchId: string,
): Promise<typeof AGAIN | undefined> {
  const locked = await lockOwnMatch(transaction, context.actor.partnerId, matchId);
  const due = dueAt(locked.match, context.now());
  if (due === null) {
    transaction.discard();
    return undefined;
  }
  if (due === 'expire') {
    const row = { ...locked.match, confirmation_state: 'expired' as const };
    await Promise.all([
      writeState(transaction, row),
      logMatches(transaction, [{ row, kind: 'match.confirmation_changed' }], NO_RATINGS),
    ]);
    return undefined;
  }
  const move =
    due === 'complete'
      ? ({ status: 'completed', by: 'deadline' } as const)
      : ({ status: 'voided', by: 'deadline', reason: VOID_REASON } as const);
  const moved = await moveMatch(context, transaction, attempt, locked, move);
  return typeof moved === 'symbol' ? moved : undefined;
}
