-- Settlement: what of the ledger is settled, who is at work on the rest, and what waits for its turn.

-- The state of the ledger as a whole: one row.
create table ledger_state (
  id smallint primary key constraint ledger_state_one_row check (id = 1),
  -- The model that every row of the ledger is rated with. A service that has another one does not write.
  model_version text not null,
  -- The settled part: every rated match at or before this place is exact. Null: all of them are.
  settled_until_played_at timestamptz,
  settled_until_match_id uuid,
  -- Where the next run has to begin, and from when on it may: changes that came behind the place of the present run.
  owed_until_played_at timestamptz,
  owed_until_match_id uuid,
  owed_due_at timestamptz,
  -- The run under way: since when, its number (the last one's when none is), and how many matches it has read and changed so far.
  run_started_at timestamptz,
  run_number bigint not null default 0,
  run_matches_read bigint not null default 0 constraint ledger_state_read_natural check (run_matches_read >= 0),
  run_matches_changed bigint not null default 0 constraint ledger_state_changed_natural check (run_matches_changed >= 0),
  -- The node that settles, until its lease ends; it renews it with every step.
  settler uuid,
  settler_until timestamptz,
  -- A rebuild of everything that is under way beside the serving ledger, and that has to hear of changes; given up when
  -- it is not heard of any more.
  rebuild uuid,
  rebuild_until timestamptz,
  constraint ledger_state_settled_until_together check (num_nulls(settled_until_played_at, settled_until_match_id, run_started_at) in (0, 3)),
  constraint ledger_state_owed_together check (num_nulls(owed_until_played_at, owed_until_match_id, owed_due_at) in (0, 3)),
  constraint ledger_state_settler_together check (num_nulls(settler, settler_until) in (0, 2)),
  constraint ledger_state_rebuild_together check (num_nulls(rebuild, rebuild_until) in (0, 2))
);
insert into ledger_state (id, model_version) values (1, 'pair-1');

-- Changes of the ledger made while a run is under way, for the settler: it must not trust what it remembers of these
-- players, and it may have passed the match's place already.
create table settlement_notices (
  match_id uuid not null,
  played_at timestamptz not null,
  player_ids uuid[] not null
);

-- The same for a rebuild: what has changed since it began.
create table rebuild_notices (
  match_id uuid not null,
  played_at timestamptz not null,
  player_ids uuid[] not null
);

-- A rebuild takes over players who are registered while it switches, for which everybody waits.
create index players_by_creation on players (created_at);

-- Late matches of partners that have used up their share of settling: stored, not in the ledger yet. Each has its
-- provisional change: what it would do to the present states of its players at the time from which it waits, winners
-- first. The columns are those of match_ratings; the ledger and the present ratings know nothing of it.
create table held_matches (
  match_id uuid primary key constraint held_matches_match references matches,
  partner_id uuid not null constraint held_matches_partner references partners,
  held_at timestamptz not null,
  player_ids uuid[] not null,
  length double precision not null constraint held_matches_length_in_range check (length > 0 and length <= 1),
  mean_before double precision[] not null,
  variance_before double precision[] not null,
  shown_before double precision[] not null,
  last_played_at_before timestamptz[] not null,
  matches_played_before integer[] not null,
  shown_after double precision[] not null,
  constraint held_matches_four_states check (
    cardinality(player_ids) = 4 and array_lower(player_ids, 1) = 1
    and cardinality(mean_before) = 4 and cardinality(variance_before) = 4 and cardinality(shown_before) = 4
    and cardinality(last_played_at_before) = 4 and cardinality(matches_played_before) = 4 and cardinality(shown_after) = 4
    and array_position(matches_played_before, null) is null and array_position(shown_after, null) is null
  )
);
create index held_matches_by_partner on held_matches (partner_id, held_at, match_id);

-- Whose ratings are bound to move by a match that waits: one look a player tells. The rows go with their match.
create table held_players (
  player_id uuid not null constraint held_players_player references players,
  match_id uuid not null constraint held_players_match references held_matches on delete cascade,
  primary key (player_id, match_id)
);
create index held_players_by_match on held_players (match_id);

-- How far partners have used up their share: whose changes are in the present run or in the next one, and until when
-- they rest after it.
create table settlement_shares (
  partner_id uuid primary key constraint settlement_shares_partner references partners,
  is_in_run boolean not null,
  is_owed boolean not null,
  rests_until timestamptz not null
);
