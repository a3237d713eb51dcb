-- The whole schema of version 0.2.0: partners and keys, players and rosters, matches, the audit trail, the rating ledger.

-- Partners (the API clients) and the keys they call with.

-- Written by the operator's routes only; a few rows a month.
create table partners (
  id uuid primary key,
  name text not null constraint partners_name_length check (char_length(name) between 1 and 80),
  plan text not null constraint partners_plan_known check (plan in ('starter', 'pro', 'enterprise')),
  suspended boolean not null default false,
  created_at timestamptz not null
);
create index partners_by_creation on partners (created_at, id);

-- A key is stored as its SHA-256 only. `expires_at` is when it ends by the clock: its own expiry, or the end of a rotation's
-- overlap if that is earlier; `granted_until` then keeps the own one, which successors inherit. `revoked_at` ends it by being
-- there, also where the clocks of nodes differ; it is a note of when. `last_used_at` is written at most about once a minute a key.
create table api_keys (
  id uuid primary key,
  partner_id uuid not null constraint api_keys_partner references partners,
  public_id text collate "C" not null constraint api_keys_public_id_unique unique,
  key_hash bytea not null constraint api_keys_hash_is_sha256 check (octet_length(key_hash) = 32),
  name text constraint api_keys_name_length check (char_length(name) between 1 and 80),
  mode text not null constraint api_keys_mode_known check (mode in ('live', 'test')),
  scopes text[] not null constraint api_keys_scopes_known check (
    cardinality(scopes) > 0
    and scopes <@ array['write:matches', 'read:players', 'read:intelligence', 'write:players', 'manage:webhooks']
  ),
  expires_at timestamptz,
  granted_until timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint api_keys_ends_within_grant check (expires_at <= granted_until)
);
create index api_keys_by_partner on api_keys (partner_id, created_at, id);

-- What a partner has spent of its rate limit lately: `spent[1]` units in the slot of five seconds with the number `slot`, counted
-- from 1970, `spent[2]` in the one before, and so on. Processes take units in advance, so a row is written a few times a second
-- at most. A partner without a row has spent nothing yet.
create table partner_spending (
  partner_id uuid primary key constraint partner_spending_partner references partners,
  slot bigint not null,
  spent integer[] not null constraint partner_spending_thirteen_slots check (
    array_ndims(spent) = 1 and array_lower(spent, 1) = 1 and cardinality(spent) = 13 and array_position(spent, null) is null
    and 0 <= all (spent)
  )
) with (fillfactor = 50);

-- Players, their present ratings, the partners' rosters, and shares of private players between partners.

-- One row a person. `username` is kept in lower case and compared byte by byte, so that prefix search is an index range.
create table players (
  id uuid primary key,
  username text collate "C" not null
    constraint players_username_unique unique
    constraint players_username_form check (username ~ '^[a-z0-9]([a-z0-9._-]{0,38}[a-z0-9])$' and username <> 'search'),
  display_name text not null constraint players_display_name_length check (char_length(display_name) between 1 and 80),
  country_code text constraint players_country_code_form check (country_code ~ '^[A-Z]{2}$'),
  profile_is_public boolean not null,
  creator_partner_id uuid not null constraint players_creator references partners,
  created_at timestamptz not null,
  -- Rises by one with every change of the player.
  version bigint not null default 1 constraint players_version_positive check (version > 0)
);
create index players_public_by_username on players (username) where profile_is_public;

-- The state of the rating model after the player's last rated match; a player without one has a row with nulls, so that
-- there is always a row to lock. Updated by every rated match (fillfactor leaves room for updates in place).
create table player_ratings (
  player_id uuid primary key constraint player_ratings_player references players,
  mean double precision,
  variance double precision constraint player_ratings_variance_positive check (variance > 0 and variance < 'infinity'),
  shown double precision,
  last_played_at timestamptz,
  matches_played integer not null default 0 constraint player_ratings_matches_played_natural check (matches_played >= 0),
  last_match_id uuid,
  model_version text,
  -- Rises by one with every write of the row: the version of the player's rating.
  version bigint not null default 1 constraint player_ratings_version_positive check (version > 0),
  constraint player_ratings_state_iff_played check (
    num_nulls(mean, variance, shown, last_played_at, last_match_id, model_version) = case when matches_played = 0 then 6 else 0 end
  )
) with (fillfactor = 70);

-- Named groups of players, a partner's own.
create table rosters (
  partner_id uuid not null constraint rosters_partner references partners,
  slug text collate "C" not null constraint rosters_slug_form check (slug ~ '^[a-z0-9-]{1,64}$'),
  name text constraint rosters_name_length check (char_length(name) between 1 and 80),
  created_at timestamptz not null,
  primary key (partner_id, slug)
);

-- Membership makes a private player visible to the roster's partner.
create table roster_members (
  partner_id uuid not null,
  slug text collate "C" not null,
  player_id uuid not null constraint roster_members_player references players,
  added_at timestamptz not null,
  primary key (partner_id, slug, player_id),
  constraint roster_members_roster foreign key (partner_id, slug) references rosters on delete cascade
);
-- Answers "is this player on any roster of this partner?" with one probe, and finds a player's memberships.
create index roster_members_by_player on roster_members (player_id, partner_id);

-- A creator's permission for one other partner to put a private player on a roster; the code is kept as SHA-256 only.
create table player_shares (
  id uuid primary key,
  player_id uuid not null constraint player_shares_player references players,
  code_hash bytea not null
    constraint player_shares_code_unique unique
    constraint player_shares_code_is_sha256 check (octet_length(code_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null constraint player_shares_expiry_after_creation check (expires_at > created_at),
  redeemed_at timestamptz,
  redeemed_by_partner_id uuid constraint player_shares_redeemer references partners,
  constraint player_shares_redeemed_iff_redeemer check ((redeemed_at is null) = (redeemed_by_partner_id is null))
);
create index player_shares_by_player on player_shares (player_id, redeemed_by_partner_id);

-- Matches, who played them, and the rating ledger.

-- Rules about the four places of a match, as functions: PostgreSQL parses the expression of every check again for each
-- statement that writes a row, and these would be half of all that it parses; a function's body it parses once a session.

create function are_four_different(ids uuid[]) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return array_ndims(ids) = 1 and array_lower(ids, 1) = 1 and cardinality(ids) = 4 and array_position(ids, null) is null
    and ids[1] <> ids[2] and ids[1] <> ids[3] and ids[1] <> ids[4]
    and ids[2] <> ids[3] and ids[2] <> ids[4] and ids[3] <> ids[4];
end
$$;

-- The two players of a team are on different sides, as far as their sides are known.
create function are_on_different_sides(teams text, sides text) returns boolean
language plpgsql immutable strict parallel safe as $$
declare
  first_a text := substr(sides, strpos(teams, 'A'), 1);
  last_a text := substr(sides, 5 - strpos(reverse(teams), 'A'), 1);
  first_b text := substr(sides, strpos(teams, 'B'), 1);
  last_b text := substr(sides, 5 - strpos(reverse(teams), 'B'), 1);
begin
  return (first_a = '-' or first_a <> last_a) and (first_b = '-' or first_b <> last_b);
end
$$;

-- At most 15 sets such as '6-4' or '6-4:ABAABABAAA/A', each after a blank but the first: games of teams A and B, the winners
-- of the games in order (at most 200) if they were sent, and the team that served first if it was sent.
create function is_scoreline(sets text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return sets = '' or (' ' || sets) ~ '^(?: (?:0|[1-9]\d?)-(?:0|[1-9]\d?)(?::[AB]+)?(?:/[AB])?){1,15}$' and sets !~ '[AB]{201}';
end
$$;

-- One row a match, written by its partner's submission and changed by amendments and transitions. The four participants
-- stand in the order in which they were sent: player_ids[n] and the nth characters of `teams` (A, B) and `court_positions`
-- (L, R, or - where it was not sent) belong together, so that one row can state every rule about them.
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
    check (char_length(session_external_ref) between 1 and 128)
    -- Neither can stand in the path of the recap: clients remove these segments (RFC 3986, 5.2.4).
    constraint matches_session_external_ref_in_path check (session_external_ref not in ('.', '..')),
  player_ids uuid[] not null constraint matches_four_different_players check (are_four_different(player_ids)),
  teams text not null constraint matches_two_players_a_team
    check (teams in ('AABB', 'ABAB', 'ABBA', 'BBAA', 'BABA', 'BAAB')),
  court_positions text not null constraint matches_court_positions_known check (court_positions ~ '^[LR-]{4}$'),
  set_scores text not null constraint matches_set_scores_is_scoreline check (is_scoreline(set_scores)),
  created_at timestamptz not null,
  completed_at timestamptz,
  voided_at timestamptz,
  void_reason text constraint matches_void_reason_length check (char_length(void_reason) between 1 and 500),
  constraint matches_one_player_a_side check (are_on_different_sides(teams, court_positions)),
  constraint matches_external_ref_unique unique (partner_id, external_ref),
  constraint matches_completed_has_completed_at check (
    case status when 'completed' then completed_at is not null when 'pending' then completed_at is null else true end
  ),
  constraint matches_voided_iff_voided_at check ((status = 'voided') = (voided_at is not null)),
  constraint matches_voided_iff_void_reason check ((status = 'voided') = (void_reason is not null)),
  constraint matches_walkover_without_scoreline check (outcome <> 'walkover' or set_scores = '')
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

-- The partners' sessions: one row for every session with a match that is not voided, which is what a count over `matches` would
-- give. Written with the matches, in their transaction, with the partner's audit chain locked. Grows by a row a club night.
create table sessions (
  partner_id uuid not null constraint sessions_partner references partners,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  matches integer not null constraint sessions_matches_positive check (matches > 0),
  session_external_ref text collate "C" not null,
  primary key (partner_id, session_external_ref),
  constraint sessions_start_before_end check (started_at <= ended_at)
);
create index sessions_by_end on sessions (partner_id, ended_at desc, session_external_ref);

-- The history of each player: four rows for every completed match, and none for any other. Written with the match, and when
-- it is confirmed, amended or voided. The primary key is the order of the history.
-- No foreign key to players: its check would lock the row of each, one more page a player to change and, after a checkpoint, to
-- log as a whole (docs/decisions/0001). A writer has found the player, in the same transaction or when the match was
-- submitted, and the key of player_ratings keeps a player from being deleted.
create table player_matches (
  player_id uuid not null,
  played_at timestamptz not null,
  match_id uuid not null constraint player_matches_match references matches,
  primary key (player_id, played_at, match_id)
);

create function is_natural(number double precision) returns boolean language sql immutable parallel safe
  return number >= 0 and number < 'infinity' and number = floor(number);

-- The rating ledger: a row for every rated match, and only for those (completed, and no walkover). It holds what the
-- rating model was given and the four states before and after, winners first; so a replay reads this table alone.
-- `before` holds five numbers a player: mean, variance, shown, last_played_at (ms since 1970) and matches_played; before a
-- player's first rated match NaN four times and 0. `after` holds three: mean, variance, shown.
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
  before double precision[] not null constraint match_ratings_before_four_states
    check (cardinality(before) = 20 and array_lower(before, 1) = 1 and array_position(before, null) is null),
  after double precision[] not null constraint match_ratings_after_four_states
    check (cardinality(after) = 12 and array_lower(after, 1) = 1 and array_position(after, null) is null),
  -- PostgreSQL ranks NaN above infinity, so one comparison keeps out both.
  constraint match_ratings_variance_positive check (
    0 < all (array[after[2], after[5], after[8], after[11]]) and 'infinity' > all (array[after[2], after[5], after[8], after[11]])
  ),
  constraint match_ratings_matches_played_natural check (
    is_natural(before[5]) and is_natural(before[10]) and is_natural(before[15]) and is_natural(before[20])
  ),
  constraint match_ratings_units_together check (num_nulls(units_won, units_lost, units_standard) in (0, 3))
);
create index match_ratings_by_time on match_ratings (played_at, match_id);

-- The shown strengths of the four players around a match; null where there are no states, or no rated match before. Not
-- strict, so that the planner can inline them.
create function shown_before(before double precision[]) returns double precision[] language sql immutable parallel safe
  return case when before is not null
    then array[nullif(before[3], 'NaN'), nullif(before[8], 'NaN'), nullif(before[13], 'NaN'), nullif(before[18], 'NaN')] end;
create function shown_after(after double precision[]) returns double precision[] language sql immutable parallel safe
  return case when after is not null then array[after[3], after[6], after[9], after[12]] end;

-- The audit trail: append-only, a chain of hashes per partner, written in the transaction that it records.

-- The end of each partner's chain. Every change of a match locks its partner's row first, which makes `seq` gapless.
create table audit_chains (
  partner_id uuid primary key constraint audit_chains_partner references partners,
  seq bigint not null constraint audit_chains_seq_natural check (seq >= 0),
  hash bytea not null constraint audit_chains_hash_is_sha256 check (octet_length(hash) = 32)
) with (fillfactor = 50);

-- One row for each submission, confirmation, amendment and void of a match. The hash covers the whole entry as partners read
-- it. What stands elsewhere is not stored again: the previous hash is that of the entry before, and the changes of a
-- submission are the match itself, less what later entries changed.
create table audit_entries (
  partner_id uuid not null constraint audit_entries_chain references audit_chains,
  seq bigint not null constraint audit_entries_seq_positive check (seq > 0),
  match_id uuid not null constraint audit_entries_match references matches,
  at timestamptz not null,
  revision integer not null constraint audit_entries_revision_positive check (revision > 0),
  key_id uuid constraint audit_entries_key references api_keys,
  actor text not null constraint audit_entries_actor_known check (actor in ('key', 'operator', 'service')),
  action text not null constraint audit_entries_action_known check (action in ('submitted', 'confirmed', 'amended', 'voided')),
  changes jsonb not null constraint audit_entries_changes_is_array check (jsonb_typeof(changes) = 'array'),
  hash bytea not null constraint audit_entries_hash_is_sha256 check (octet_length(hash) = 32),
  primary key (partner_id, seq),
  constraint audit_entries_actor_is_key_iff_key_id check ((actor = 'key') = (key_id is not null)),
  constraint audit_entries_no_changes_iff_submitted check ((action = 'submitted') = (changes = '[]'))
);
create index audit_entries_by_match on audit_entries (match_id, seq);

create function audit_entries_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_entries is append-only' using errcode = 'restrict_violation', constraint = 'audit_entries_append_only';
end
$$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function audit_entries_refuse_change();

-- A chain only grows: its end moves up with its entries and is never removed.
create function audit_chains_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'an audit chain only grows' using errcode = 'restrict_violation', constraint = 'audit_chains_only_grow';
end
$$;
create trigger audit_chains_only_grow before update on audit_chains for each row
  when (new.seq <= old.seq or new.partner_id <> old.partner_id) execute function audit_chains_refuse_change();
create trigger audit_chains_not_removed before delete or truncate on audit_chains
  for each statement execute function audit_chains_refuse_change();

-- What a calibration has learnt from the stored history: numbers that predictions and analysis use, and ratings never.

-- A row a calibration; the latest counts. Written by the operator, a few rows a year.
create table calibrations (
  calibrated_at timestamptz primary key,
  model_version text not null,
  steepness double precision not null constraint calibrations_steepness_in_range check (steepness between 0.4 and 2.5),
  hold_rate double precision not null constraint calibrations_hold_rate_is_share check (hold_rate > 0 and hold_rate < 1),
  matches bigint not null constraint calibrations_matches_natural check (matches >= 0),
  service_games bigint not null constraint calibrations_service_games_natural check (service_games >= 0)
);

-- Settlement: which part of the ledger is exact, the run that makes the rest exact, and the log of changes.

-- The state of the ledger as a whole: one row. All times are those of the database's clock.
create table ledger_state (
  id smallint primary key constraint ledger_state_one_row check (id = 1),
  -- Rises with every change of the row.
  version bigint not null default 1,
  -- The model that rates every match from now on. A service that has another one does not write.
  model_version text not null,
  -- The run under way: every rated match at or before its position is exact. Null: no run.
  run_played_at timestamptz,
  run_match_id uuid,
  run_started_at timestamptz,
  -- A rebuild derives the ledger from the matches instead of trusting it.
  run_is_rebuild boolean not null default false,
  -- The number, cost and counts of the run; after its end those of the last run.
  run_number bigint not null default 0,
  run_ended_at timestamptz,
  run_ms double precision not null default 0 constraint ledger_state_ms_natural check (run_ms >= 0),
  run_matches_read bigint not null default 0 constraint ledger_state_read_natural check (run_matches_read >= 0),
  run_matches_changed bigint not null default 0 constraint ledger_state_changed_natural check (run_matches_changed >= 0),
  -- The next run settles everything after this place. Null: none is scheduled.
  next_played_at timestamptz,
  next_match_id uuid,
  next_is_rebuild boolean not null default false,
  -- The node that settles, and until when; it renews its lease with every step.
  settler uuid,
  lease_until timestamptz,
  constraint ledger_state_run_together check (num_nulls(run_played_at, run_match_id, run_started_at) in (0, 3)),
  constraint ledger_state_next_together check (num_nulls(next_played_at, next_match_id) in (0, 2)),
  constraint ledger_state_rebuild_needs_run check (run_played_at is not null or not run_is_rebuild),
  constraint ledger_state_rebuild_needs_next check (next_played_at is not null or not next_is_rebuild),
  constraint ledger_state_lease_together check (num_nulls(settler, lease_until) in (0, 2))
);
insert into ledger_state (id, model_version) values (1, 'pair-1');

-- The log of changes: whose rating was changed, through which match, and which version each rating then had. Every
-- transaction that changes the history writes to it, one that only appends does while a run is under way. `transaction` puts
-- a reader in a position to find what was committed since it last read. The settler removes what is older than an hour.
create table ledger_changes (
  transaction xid8 not null default pg_current_xact_id(),
  id bigint generated by default as identity,
  at timestamptz not null default clock_timestamp(),
  -- The place of the match; null where a settlement step moved the ratings of players.
  match_id uuid,
  played_at timestamptz,
  player_ids uuid[] not null,
  versions bigint[] not null,
  primary key (transaction, id),
  constraint ledger_changes_place_together check (num_nulls(match_id, played_at) in (0, 2)),
  constraint ledger_changes_version_a_player check (cardinality(player_ids) = cardinality(versions))
);

-- Rankings, rosters, cards and submissions look many players up by their ids, one by one.

-- By hash each takes two pages, however many players there are; by their keys three at a thousand players, four at a million.
-- The keys remain, since only they can be unique.
create index players_by_id on players using hash (id);
create index player_ratings_by_player on player_ratings using hash (player_id);

-- What operators have the service do that takes seconds to minutes.

-- A row a task, a few a day; they stay as the record of what was done. The operator's routes insert and cancel, the one
-- runner writes progress and the end. All times are the database's, since nodes compare them.
create table tasks (
  id uuid primary key,
  kind text not null constraint tasks_kind_known check (kind in ('verify', 'replay', 'calibrate', 'audit')),
  state text not null constraint tasks_state_known check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  progress_done bigint constraint tasks_progress_done_natural check (progress_done >= 0),
  progress_total bigint constraint tasks_progress_total_natural check (progress_total >= 0),
  result json,
  -- A code of the error registry and a sentence; what happened inside the service stands in its log only.
  error_code text,
  error_detail text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- How often it was begun without coming to its end. A task that ends the process each time must not do so for ever.
  attempts smallint not null default 0 constraint tasks_attempts_natural check (attempts >= 0),
  -- The process that is at work on it, until its lease ends. A cancelled task keeps its runner until that has stopped.
  runner uuid,
  lease_until timestamptz,
  constraint tasks_started_unless_queued check (
    case state when 'queued' then started_at is null when 'cancelled' then true else started_at is not null end
  ),
  constraint tasks_over_iff_ended_at check ((state in ('done', 'failed', 'cancelled')) = (ended_at is not null)),
  constraint tasks_done_iff_result check ((state = 'done') = (result is not null)),
  constraint tasks_failed_iff_error check ((state = 'failed') = (error_code is not null)),
  constraint tasks_error_together check (num_nulls(error_code, error_detail) in (0, 2)),
  constraint tasks_total_needs_done check (progress_total is null or progress_done is not null),
  constraint tasks_lease_together check (num_nulls(runner, lease_until) in (0, 2)),
  constraint tasks_runner_fits_state check (
    case state when 'running' then runner is not null when 'cancelled' then true else runner is null end
  )
);
-- One task at a time for the whole database.
create unique index tasks_one_runner on tasks ((true)) where runner is not null;
create index tasks_queue on tasks (created_at, id) where state = 'queued';
create index tasks_by_creation on tasks (created_at, id);
