import { Problem } from '@bandeja/contract/errors/problem';
import type { AnswerValue } from '@bandeja/contract/match-enums';
import type { Transaction } from '@bandeja/postgres/database';
import { appendAudit } from '../audit/chain.ts';
import { answeredEvent, auditActor } from '../audit/events.ts';
import type { MatchLinkContext } from '../context.ts';
import type { ShownMatchRow, StoredAnswer } from '../history/match-row.ts';
import { changeHistory } from '../ledger/with-players.ts';
import { decideByAnswers, isOpen, stateAfter, teamAnswers } from './confirmation.ts';
import { lockUnerased, putAnswer, writeState } from './confirmation-store.ts';
import { logMatches, NO_RATINGS } from './log-matches.ts';
import { type LockedMatch, lockOwnMatch } from './own-match.ts';
import { type Answered, moveMatch } from './transitions.ts';

/** What the player of a link says about the result. */
export interface GivenAnswer {
  readonly revision: number;
  readonly answer: AnswerValue;
  readonly reason: string | null;
}

/**
 * Stores the answer of a link's player. If the players agree now, it completes the match in the same transaction. The same answer
 * again changes nothing.
 * @throws {Problem} `invalid_transition` unless the match is pending and may be answered; `revision_conflict`; `invalid_credentials`
 *   if the link has ended in the meantime
 */
export function answerMatch(context: MatchLinkContext, given: GivenAnswer): Promise<ShownMatchRow> {
  const { actor, now } = context;
  return changeHistory(context, undefined, async (transaction, attempt) => {
    const locked = await lockOwnMatch(transaction, actor.partnerId, actor.matchId);
    const { match } = locked;
    const unerased = await lockUnerased(transaction, [actor.playerId]);
    if (!unerased.has(actor.playerId) || !match.player_ids.includes(actor.playerId)) {
      throw new Problem('invalid_credentials');
    }
    checkOpen(match, given.revision);
    const before = match.answers?.find((one) => one.player_id === actor.playerId);
    if (before?.answer === given.answer && before.reason === given.reason) {
      transaction.discard();
      return match;
    }
    const answer: StoredAnswer = { player_id: actor.playerId, answer: given.answer, reason: given.reason, at: now() };
    const after = withAnswer(match, answer);
    const answered: Answered = {
      event: answeredEvent(match, answer, before?.answer ?? null, auditActor(actor)),
      write: () => putAnswer(transaction, match.id, answer),
    };
    if (decideByAnswers(after, teamAnswers(after)) === 'complete') {
      return moveMatch(context, transaction, attempt, locked, { status: 'completed', by: 'players' }, answered);
    }
    await storeAnswer(transaction, locked, after, answered);
    return after;
  });
}

function checkOpen(match: ShownMatchRow, revision: number): void {
  if (!isOpen(match)) {
    const detail =
      match.status === 'pending'
        ? 'The time to answer is over.'
        : `The match is ${match.status}, so the answers count no more.`;
    throw new Problem('invalid_transition', detail, { extensions: { match_status: match.status } });
  }
  if (revision !== match.revision) {
    const detail = `You sent revision ${revision}, but the match is at revision ${match.revision}.`;
    throw new Problem('revision_conflict', detail, { extensions: { revision: match.revision } });
  }
}

/** The match with this answer, if it stays pending. */
function withAnswer(match: ShownMatchRow, answer: StoredAnswer): ShownMatchRow {
  const others = (match.answers ?? []).filter((one) => one.player_id !== answer.player_id);
  const after = { ...match, answers: [...others, answer] };
  return { ...after, confirmation_state: stateAfter(after, teamAnswers(after)) };
}

async function storeAnswer(
  transaction: Transaction,
  { heads, match }: LockedMatch,
  after: ShownMatchRow,
  { event, write }: Answered,
): Promise<void> {
  const isNewDispute = after.confirmation_state === 'disputed' && match.confirmation_state !== 'disputed';
  const kind = isNewDispute ? 'match.disputed' : 'match.confirmation_changed';
  await Promise.all([
    write(),
    writeState(transaction, after),
    appendAudit(transaction, heads, [event]),
    logMatches(transaction, [{ row: after, kind }], NO_RATINGS),
  ]);
}
