import { statement, type Transaction } from '@bandeja/postgres/database';
import { type NewMatchRow, newMatches } from '../history/match-row.ts';
import { historyRows } from '../history/player-matches-store.ts';

const insertRows = statement(
  'matches_insert',
  `with inserted as (
     ${newMatches.insert()}
     returning *
   ), histories as (
     insert into player_matches (player_id, played_at, match_id, result)
     ${historyRows('inserted')}
   )
   insert into sessions (partner_id, session_external_ref, started_at, ended_at, matches)
   select partner_id, session_external_ref, min(played_at), max(played_at), count(*)
   from inserted where session_external_ref is not null group by partner_id, session_external_ref
   on conflict (partner_id, session_external_ref) do update set started_at = least(sessions.started_at, excluded.started_at),
     ended_at = greatest(sessions.ended_at, excluded.ended_at), matches = sessions.matches + excluded.matches`,
);

/**
 * Inserts new matches, none of them voided, and updates their sessions. Completed matches are added to their players' histories.
 * The caller has locked the audit chains of their partners.
 * @throws {RangeError} synchronously, before anything is sent, if a value cannot be stored.
 */
export function insertMatches(transaction: Transaction, rows: readonly NewMatchRow[]): Promise<unknown> {
  return transaction.query(insertRows, newMatches.values(rows));
}
