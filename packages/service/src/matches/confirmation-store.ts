/** The answers of a match's players, and the state that follows from them. The caller has locked the match. */
import { statement, type Transaction } from '@bandeja/postgres/database';

const remove = statement('match_answers_delete', 'delete from match_answers where match_id = $1');

/** Removes the answers of a match whose result was amended. */
export async function deleteAnswers(transaction: Transaction, matchId: string): Promise<void> {
  await transaction.query(remove, [matchId]);
}
