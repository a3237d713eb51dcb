/** What amending a match writes: for one match, or for several in one transaction. */
import { removesAnswers } from '@bandeja/contract/confirmation';
import type { MatchAmendment } from '@bandeja/contract/match-bodies';
import type { Transaction } from '@bandeja/postgres/database';
import { appendAudit } from '../audit/chain.ts';
import { type AuditEvent, amendedEvent, auditActor, changesOf } from '../audit/events.ts';
import type { ChainHead } from '../audit/store.ts';
import type { TaskContext, WriterContext } from '../context.ts';
import type { EnteredBy, MatchRow, ShownMatchRow } from '../history/match-row.ts';
import type { RatedChange } from '../ledger/history-change.ts';
import { writeRatedChange } from '../ledger/write-change.ts';
import { amendedTerms, stateAfter, teamAnswers, termsColumns } from './confirmation.ts';
import { deleteAnswers } from './confirmation-store.ts';
import { logMatches } from './log-matches.ts';
import { amendMatchRows } from './store.ts';
import { termsOf } from './submission.ts';

type Amender = (WriterContext | TaskContext)['actor'];

/** A match and what it is amended to. */
export interface AmendedMatch {
  readonly before: ShownMatchRow;
  readonly after: MatchRow;
  readonly event: AuditEvent;
  /** Whether more than the terms of its confirmation change. */
  readonly isResult: boolean;
  /** Whether the answers of its players are removed. */
  readonly removes: boolean;
}

/**
 * The amended match with its terms and its state; null if nothing changes.
 * @param facts the match with its new facts
 * @param named the terms that the amendment names
 */
export function amendedMatch(
  actor: Amender,
  before: ShownMatchRow,
  facts: MatchRow,
  at: number,
  named?: MatchAmendment['confirmation'],
): AmendedMatch | null {
  const isResult = changesOf(before, { ...facts, ...termsColumns(before) }).length > 0;
  const terms = amendedTerms(before, named === undefined ? undefined : termsOf(named), isResult, at);
  const row = { ...facts, ...terms };
  const removes = removesAnswers(changesOf(before, row));
  const answers = removes ? [] : teamAnswers(before);
  const after = { ...row, confirmation_state: before.status === 'pending' ? stateAfter(terms, answers) : null };
  const event = amendedEvent(before, after, auditActor(actor), at);
  return event === null ? null : { before, after, event, isResult, removes };
}

/** Writes amended matches of one partner, which the transaction has locked: their rows, entries, events and ratings. */
export function writeAmended(
  { actor }: { readonly actor: Amender },
  transaction: Transaction,
  heads: ReadonlyMap<string, ChainHead>,
  amended: readonly AmendedMatch[],
  rated: RatedChange,
  at: number,
): Promise<unknown> {
  const answered = amended.filter(({ before, removes }) => removes && before.answers?.length);
  return Promise.all([
    amendMatchRows(transaction, actor.partnerId, amended, enteredBy(actor)),
    deleteAnswers(
      transaction,
      answered.map(({ before }) => before.id),
    ),
    appendAudit(
      transaction,
      heads,
      amended.map(({ event }) => event),
    ),
    logMatches(
      transaction,
      amended.map(({ after: row, isResult }) => ({
        row,
        kind: isResult ? 'match.amended' : 'match.confirmation_changed',
      })),
      rated.changes,
    ),
    writeRatedChange(transaction, rated, at),
  ]);
}

/** What enters the result of a court. A task enters it for the key or the person that asked for it. */
export function enteredBy(actor: Amender): EnteredBy {
  if (actor.kind !== 'task') {
    return { entered_by: actor.kind, entered_by_person_id: actor.kind === 'person' ? actor.personId : null };
  }
  const [kind, id = null] = actor.askedBy.split(':') as ['key' | 'person', string?];
  return { entered_by: kind, entered_by_person_id: kind === 'person' ? id : null };
}
