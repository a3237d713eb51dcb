/** SQL for the players' answers of `matches m`, as JSON of {@link StoredAnswer}. Looked up only for the tier that has them. */
export const ANSWERS = `case when m.trust_tier = 'player_confirmed' then coalesce((
     select json_agg(json_build_object('player_id', a.player_id, 'answer', a.answer, 'reason', a.reason,
       'at', (extract(epoch from a.at) * 1000)::bigint))
     from match_answers a where a.match_id = m.id), '[]') end`;
