-- The list of a partner's sessions, by their last match.

-- Walked backwards, it meets each session first at its last match that counts; so a page of sessions is read from its end,
-- however many there are.
create index matches_of_sessions_by_time on matches (partner_id, played_at, id) include (session_external_ref)
  where session_external_ref is not null and status <> 'voided';
