import type { Transaction } from '@bandeja/postgres/database';
import type { AuditEvent } from '../audit/events.ts';
import { type LoggedMatch, logChanges, type MatchEventKind } from '../events/log-store.ts';
import type { RatingChanges } from '../ledger/append.ts';
import type { MatchRow } from './match-rows.ts';

/** A match as a transaction has written it, and what happened to it. */
export interface WrittenMatch {
  readonly row: MatchRow;
  readonly action: AuditEvent['action'];
}

function kindOf({ row, action }: WrittenMatch): MatchEventKind {
  if (action === 'amended') return 'match.amended';
  return `match.${row.status}`;
}

/**
 * Logs what happened to matches, and what that did to ratings: the ratings in the order in which they were worked out.
 * @throws {RangeError} at once, with nothing sent, for what cannot be stored.
 */
export function logMatches(
  transaction: Transaction,
  written: readonly WrittenMatch[],
  { ofMatches, ofOthers }: RatingChanges,
): Promise<unknown> {
  const places = new Map([...ofMatches.keys()].map((id, index) => [id, index]));
  const placeOf = ({ row }: WrittenMatch): number => places.get(row.id) ?? places.size;
  const matches = written
    .toSorted((a, b) => placeOf(a) - placeOf(b))
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
