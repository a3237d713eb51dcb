import type { Transaction } from '@bandeja/postgres/database';
import { type LoggedMatch, logChanges, type MatchEventKind } from '../events/log-store.ts';
import type { MatchRow } from '../history/match-row.ts';
import type { RatingChanges } from '../history/rating-change.ts';

/** For a change that rates nothing. */
export const NO_RATINGS: RatingChanges = { ofMatches: new Map(), ofOthers: [] };

/** A match that a transaction has written. */
export interface WrittenMatch {
  readonly row: MatchRow;
  /** Default: the event of its status. */
  readonly kind?: MatchEventKind;
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
        kind: match.kind ?? `match.${match.row.status}`,
        partner_id: match.row.partner_id,
        match_id: match.row.id,
        revision: match.row.revision,
        ratings: ofMatches.get(match.row.id) ?? [],
      }),
    );
  return logChanges(transaction, matches, ofOthers);
}
