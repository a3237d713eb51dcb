-- Matches, who played them, and the rating ledger.

-- One row a match. The four participants stand in the order in which they were sent: player_ids[n], teams[n] and
-- court_positions[n] belong together, so that one row can state every rule about them.
create table matches (
  id uuid primary key,
  partner_id uuid not null constraint matches_partner references partners,
  external_ref text collate "C" not null constraint matches_external_ref_length check (char_length(external_ref) between 1 and 128),
  status text not null constraint matches_status_known check (status in ('pending', 'completed', 'voided')),
  revision integer not null default 1 constraint matches_revision_positive check (revision > 0),
  played_at timestamptz not null constraint matches_played_at_since_1970 check (played_at >= '1970-01-01T00:00:00Z' and played_at < '10000-01-01T00:00:00Z'),
  winning_team text not null constraint matches_winning_team_known check (winning_team in ('A', 'B')),
  trust_tier text not null constraint matches_trust_tier_known
    check (trust_tier in ('partner_attested', 'tournament_official', 'imported', 'player_confirmed')),
  outcome text not null constraint matches_outcome_known check (outcome in ('played', 'retired', 'walkover')),
  competition_type text constraint matches_competition_type_known
    check (competition_type in ('social', 'training', 'league', 'tournament')),
  -- As sent; null where the first set of the scoreline says it.
  scoring text constraint matches_scoring_known check (scoring in ('games', 'points')),
  duration_minutes double precision constraint matches_duration_in_range check (duration_minutes > 0 and duration_minutes <= 1440),
  venue_label text constraint matches_venue_label_length check (char_length(venue_label) between 1 and 120),
  session_external_ref text collate "C" constraint matches_session_external_ref_length
    check (char_length(session_external_ref) between 1 and 128),
  player_ids uuid[] not null constraint matches_four_different_players check (
    array_ndims(player_ids) = 1 and array_lower(player_ids, 1) = 1 and cardinality(player_ids) = 4
    and array_position(player_ids, null) is null
    and player_ids[1] <> player_ids[2] and player_ids[1] <> player_ids[3] and player_ids[1] <> player_ids[4]
    and player_ids[2] <> player_ids[3] and player_ids[2] <> player_ids[4] and player_ids[3] <> player_ids[4]
  ),
  teams text[] not null constraint matches_two_players_a_team check (
    array_ndims(teams) = 1 and array_lower(teams, 1) = 1 and cardinality(teams) = 4
    and teams <@ array['A', 'B'] and cardinality(array_positions(teams, 'A')) = 2
  ),
  court_positions text[] not null constraint matches_court_positions_known check (
    array_ndims(court_positions) = 1 and array_lower(court_positions, 1) = 1 and cardinality(court_positions) = 4
    and array_remove(court_positions, null) <@ array['left', 'right']
  ),
  set_scores jsonb not null constraint matches_set_scores_is_short_array
    check (case when jsonb_typeof(set_scores) = 'array' then jsonb_array_length(set_scores) <= 15 else false end),
  created_at timestamptz not null,
  completed_at timestamptz,
  voided_at timestamptz,
  void_reason text constraint matches_void_reason_length check (char_length(void_reason) between 1 and 500),
  -- Two places of one team that name the same side; a place without a side (null) is on none.
  constraint matches_one_player_a_side check (
    (teams[1] <> teams[2] or court_positions[1] is null or court_positions[1] is distinct from court_positions[2])
    and (teams[1] <> teams[3] or court_positions[1] is null or court_positions[1] is distinct from court_positions[3])
    and (teams[1] <> teams[4] or court_positions[1] is null or court_positions[1] is distinct from court_positions[4])
    and (teams[2] <> teams[3] or court_positions[2] is null or court_positions[2] is distinct from court_positions[3])
    and (teams[2] <> teams[4] or court_positions[2] is null or court_positions[2] is distinct from court_positions[4])
    and (teams[3] <> teams[4] or court_positions[3] is null or court_positions[3] is distinct from court_positions[4])
  ),
  constraint matches_external_ref_unique unique (partner_id, external_ref),
  constraint matches_completed_has_completed_at check (
    case status when 'completed' then completed_at is not null when 'pending' then completed_at is null else true end
  ),
  constraint matches_voided_iff_voided_at check ((status = 'voided') = (voided_at is not null)),
  constraint matches_voided_iff_void_reason check ((status = 'voided') = (void_reason is not null)),
  constraint matches_walkover_without_scoreline check (outcome <> 'walkover' or set_scores = '[]'::jsonb)
);
create index matches_by_time on matches (partner_id, played_at, id);
create index matches_by_session on matches (partner_id, session_external_ref, played_at, id) where session_external_ref is not null;
-- The rare states, so that a list of them does not walk over the common one.
create index matches_pending_by_time on matches (partner_id, played_at, id) where status = 'pending';
create index matches_voided_by_time on matches (partner_id, played_at, id) where status = 'voided';

-- The transitions that there are: pending → completed, pending → voided, completed → voided.
create function matches_refuse_transition() returns trigger language plpgsql as $$
begin
  raise exception 'a match does not go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'matches_transition_known';
end
$$;
create trigger matches_transition_known before update of status on matches for each row
  when (old.status <> new.status and (old.status = 'voided' or new.status = 'pending'))
  execute function matches_refuse_transition();

-- Four rows a match: whose history it belongs to. The primary key is the history's own order, within each status.
-- No foreign key to players: its check would lock the row of each, one more page a player to change and, after a checkpoint, to
-- log as a whole (docs/decisions/0001). Who writes a row has found its player, in the same transaction or when the match was
-- submitted, and the key of player_ratings keeps a player from being deleted.
create table player_matches (
  player_id uuid not null,
  status text not null constraint player_matches_status_known check (status in ('pending', 'completed', 'voided')),
  played_at timestamptz not null,
  match_id uuid not null constraint player_matches_match references matches,
  primary key (player_id, status, played_at, match_id)
);

-- The rating ledger: a row for every rated match, and only for those (completed, and no walkover). It holds what the
-- rating model was given and the four states before and after, winners first; so a replay reads this table alone.
-- A player's first rated match has nulls in the arrays *_before.
create table match_ratings (
  match_id uuid primary key constraint match_ratings_match references matches,
  played_at timestamptz not null,
  model_version text not null,
  player_ids uuid[] not null constraint match_ratings_four_players check (cardinality(player_ids) = 4),
  units_won integer,
  units_lost integer,
  units_standard double precision,
  weight double precision not null constraint match_ratings_weight_positive check (weight > 0 and weight <= 1),
  length double precision not null constraint match_ratings_length_in_range check (length > 0 and length <= 1),
  mean_before double precision[] not null,
  variance_before double precision[] not null,
  shown_before double precision[] not null,
  last_played_at_before timestamptz[] not null,
  matches_played_before integer[] not null,
  mean_after double precision[] not null,
  variance_after double precision[] not null,
  shown_after double precision[] not null,
  constraint match_ratings_four_states check (
    cardinality(mean_before) = 4 and cardinality(variance_before) = 4 and cardinality(shown_before) = 4
    and cardinality(last_played_at_before) = 4 and cardinality(matches_played_before) = 4
    and cardinality(mean_after) = 4 and cardinality(variance_after) = 4 and cardinality(shown_after) = 4
    and array_position(mean_after, null) is null and array_position(variance_after, null) is null
    and array_position(shown_after, null) is null and array_position(matches_played_before, null) is null
    and array_lower(player_ids, 1) = 1
  ),
  -- PostgreSQL ranks NaN above infinity, so one comparison keeps out both.
  constraint match_ratings_variance_positive check (0 < all (variance_after) and 'infinity' > all (variance_after)),
  constraint match_ratings_matches_played_natural check (0 <= all (matches_played_before)),
  constraint match_ratings_units_together check (num_nulls(units_won, units_lost, units_standard) in (0, 3))
);
create index match_ratings_by_time on match_ratings (played_at, match_id);
