-- Matches, who played them, and the rating ledger.

-- Rules about the four places of a match, as functions: PostgreSQL reads the expression of every check anew for each statement
-- that writes a row, and these would be half of all that it reads; the body of a function it reads once a session.

create function are_four_different(ids uuid[]) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return array_ndims(ids) = 1 and array_lower(ids, 1) = 1 and cardinality(ids) = 4 and array_position(ids, null) is null
    and ids[1] <> ids[2] and ids[1] <> ids[3] and ids[1] <> ids[4]
    and ids[2] <> ids[3] and ids[2] <> ids[4] and ids[3] <> ids[4];
end
$$;

create function are_two_teams(teams text[]) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return array_ndims(teams) = 1 and array_lower(teams, 1) = 1 and cardinality(teams) = 4
    and teams <@ array['A', 'B'] and cardinality(array_positions(teams, 'A')) = 2;
end
$$;

-- A side of the court, or null for a place without one.
create function are_court_positions(sides text[]) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return array_ndims(sides) = 1 and array_lower(sides, 1) = 1 and cardinality(sides) = 4
    and array_remove(sides, null) <@ array['left', 'right'];
end
$$;

-- No two places of one team name the same side; a place without a side is on none.
create function are_on_sides_of_their_own(teams text[], sides text[]) returns boolean
language plpgsql immutable strict parallel safe as $$
begin
  return coalesce(not (
    teams[1] = teams[2] and sides[1] = sides[2] or teams[1] = teams[3] and sides[1] = sides[3]
    or teams[1] = teams[4] and sides[1] = sides[4] or teams[2] = teams[3] and sides[2] = sides[3]
    or teams[2] = teams[4] and sides[2] = sides[4] or teams[3] = teams[4] and sides[3] = sides[4]
  ), true);
end
$$;

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
  player_ids uuid[] not null constraint matches_four_different_players check (are_four_different(player_ids)),
  teams text[] not null constraint matches_two_players_a_team check (are_two_teams(teams)),
  court_positions text[] not null constraint matches_court_positions_known check (are_court_positions(court_positions)),
  set_scores jsonb not null constraint matches_set_scores_is_short_array
    check (case when jsonb_typeof(set_scores) = 'array' then jsonb_array_length(set_scores) <= 15 else false end),
  created_at timestamptz not null,
  completed_at timestamptz,
  voided_at timestamptz,
  void_reason text constraint matches_void_reason_length check (char_length(void_reason) between 1 and 500),
  constraint matches_one_player_a_side check (are_on_sides_of_their_own(teams, court_positions)),
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

-- Of each kind of state four, none of them null where there is one after every match.
create function are_four_states(
  mean_before double precision[], variance_before double precision[], shown_before double precision[],
  last_played_at_before timestamptz[], matches_played_before integer[],
  mean_after double precision[], variance_after double precision[], shown_after double precision[]
) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return cardinality(mean_before) = 4 and cardinality(variance_before) = 4 and cardinality(shown_before) = 4
    and cardinality(last_played_at_before) = 4 and cardinality(matches_played_before) = 4
    and cardinality(mean_after) = 4 and cardinality(variance_after) = 4 and cardinality(shown_after) = 4
    and array_position(mean_after, null) is null and array_position(variance_after, null) is null
    and array_position(shown_after, null) is null and array_position(matches_played_before, null) is null;
end
$$;

-- The rating ledger: a row for every rated match, and only for those (completed, and no walkover). It holds what the
-- rating model was given and the four states before and after, winners first; so a replay reads this table alone.
-- A player's first rated match has nulls in the arrays *_before.
create table match_ratings (
  match_id uuid primary key constraint match_ratings_match references matches,
  played_at timestamptz not null,
  model_version text not null,
  player_ids uuid[] not null constraint match_ratings_four_players
    check (cardinality(player_ids) = 4 and array_lower(player_ids, 1) = 1),
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
    are_four_states(mean_before, variance_before, shown_before, last_played_at_before, matches_played_before, mean_after,
      variance_after, shown_after)
  ),
  -- PostgreSQL ranks NaN above infinity, so one comparison keeps out both.
  constraint match_ratings_variance_positive check (0 < all (variance_after) and 'infinity' > all (variance_after)),
  constraint match_ratings_matches_played_natural check (0 <= all (matches_played_before)),
  constraint match_ratings_units_together check (num_nulls(units_won, units_lost, units_standard) in (0, 3))
);
create index match_ratings_by_time on match_ratings (played_at, match_id);
