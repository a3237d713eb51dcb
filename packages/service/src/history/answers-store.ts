/** `match_answers a` as JSON of {@link StoredAnswer}. */
const ANSWER = `json_build_object('player_id', a.player_id, 'answer', a.answer, 'reason', a.reason,
       'at', (extract(epoch from a.at) * 1000)::bigint)`;

/** SQL for the players' answers of `matches m`. Looked up only for the tier that has them. */
export const ANSWERS = `case when m.trust_tier = 'player_confirmed' then coalesce((
     select json_agg(${ANSWER}) from match_answers a where a.match_id = m.id), '[]') end`;

/**
 * SQL for the confirmation of `matches m` with the answer of player `p` alone, as columns of a match; null without an answer, and in
 * the matches of partner `$1`, which sees all answers.
 */
export const OWN_ANSWER_OF_OTHERS = `case when m.partner_id <> $1 and m.trust_tier = 'player_confirmed' then (
     select json_build_object('confirmation_reported_by', m.confirmation_reported_by,
       'confirmation_deadline', (extract(epoch from m.confirmation_deadline) * 1000)::bigint,
       'confirmation_then', m.confirmation_then, 'confirmation_state', m.confirmation_state,
       'confirmation_decided_by', m.confirmation_decided_by, 'answers', json_build_array(${ANSWER}))
     from match_answers a where a.match_id = m.id and a.player_id = p.id) end`;
