/** The answers of a match's players, and the state that follows from them. The caller has locked the match. */

import { answerValues } from '@bandeja/contract/match-enums';
import { statement, type Transaction } from '@bandeja/postgres/database';
import { nullable, oneOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import type { MatchRow, StoredAnswer } from '../history/match-row.ts';

const lockPlayers = statement(
  'match_answers_lock_players',
  'select id from players where id = any($1::uuid[]) and erased_at is null order by id for key share',
);

/** Locks those of the players who are not erased against erasure, which then removes what the transaction writes about them. */
export async function lockUnerased(
  transaction: Transaction,
  playerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction.query<{ readonly id: string }>(lockPlayers, [playerIds]);
  return new Set(rows.map(({ id }) => id));
}

const answers = table('match_answers', {
  match_id: uuid,
  player_id: uuid,
  answer: oneOf(answerValues),
  reason: nullable(text),
  at: timestamptz,
});

const put = statement(
  'match_answers_put',
  `${answers.insert()} on conflict (match_id, player_id) do update
     set answer = excluded.answer, reason = excluded.reason, at = excluded.at`,
);

/** Stores the answer of a player, instead of an earlier one. */
export async function putAnswer(transaction: Transaction, matchId: string, answer: StoredAnswer): Promise<void> {
  await transaction.query(put, answers.values([{ match_id: matchId, ...answer }]));
}

const setState = statement('match_confirmation_state', 'update matches set confirmation_state = $2 where id = $1');

/** Writes the state of a pending match. */
export async function writeState(
  transaction: Transaction,
  { id, confirmation_state }: Pick<MatchRow, 'id' | 'confirmation_state'>,
): Promise<void> {
  await transaction.query(setState, [id, confirmation_state]);
}

const remove = statement('match_answers_delete', 'delete from match_answers where match_id = any($1::uuid[])');

/** Removes the answers of matches whose results were amended. */
export async function deleteAnswers(transaction: Transaction, matchIds: readonly string[]): Promise<void> {
  if (matchIds.length > 0) await transaction.query(remove, [matchIds]);
}
