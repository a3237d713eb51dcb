import type { Transaction } from '@bandeja/postgres/database';
import type { AuditEvent } from '../audit/events.ts';
import { type LoggedMatch, logChanges, type MatchEventKind } from '../events/log-store.ts';
import type { MatchRow } from '../history/match-row.ts';
import type { RatingChanges } from '../history/rating-change.ts';

/** A match that a transaction has written, and the action that changed it. */
export interface WrittenMatch {
  readonly row: MatchRow;
  readonly action: AuditEvent['action'];
}

function kindOf({ row, action }: WrittenMatch): MatchEventKind {
  if (action === 'amended') return 'match.amended';
  return `match.${row.status}`;
}

/**
 * Logs changes of matches and the resulting rating changes, in the order in which the ratings were computed.
 * @throws {RangeError} synchronously, before anything is sent, if a value cannot be stored.
 */
export function logMatches(
  transaction: Transaction,
  written: readonly WrittenMatch[],
  { ofMatches, ofOthers }: RatingChanges,
): Promise<unknown> {
  const order = new Map([...ofMatches.keys()].map((id, index) => [id, index]));
  const orderOf = ({ row }: WrittenMatch): number => order.get(row.id) ?? order.size;
  const matches = written
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map(
      (match): LoggedMatch => ({
        kind: kindOf(match),
        partner_id: match.row.partner_id,
        match_id: match.row.id,
        revision: match.row.revision,
        ratings: ofMatches.get(match.row.id) ?? [],
      }),
    );
  return logChanges(transaction, matches, ofOthers);
}
