-- The whole schema: partners and keys, players and rosters, matches, imports, merges, the audit trail, the rating ledger, events and webhooks,
-- tasks.

-- How scores are shown as levels, one row. Without a name and knots, the default of the service. Presentation: no rating depends on it.
create table scale (
  id smallint primary key default 1 constraint scale_one_row check (id = 1),
  version bigint not null default 1 constraint scale_version_positive check (version > 0),
  name text constraint scale_name_length check (char_length(name) between 1 and 80),
  -- Pairs of a score and a level.
  points jsonb,
  constraint scale_named_with_points check ((name is null) = (points is null))
);
insert into scale default values;

-- Partners (the API clients) and the keys they call with.

-- Written by the operator's routes only; a few rows a month.
create table partners (
  id uuid primary key,
  name text not null constraint partners_name_length check (char_length(name) between 1 and 80),
  plan text not null constraint partners_plan_known check (plan in ('starter', 'pro', 'enterprise')),
  suspended boolean not null default false,
  -- An IANA name. The service checks it.
  time_zone text not null default 'UTC' constraint partners_time_zone_length check (char_length(time_zone) between 1 and 64),
  created_at timestamptz not null
);
create index partners_by_creation on partners (created_at, id);

-- Only the SHA-256 of a key is stored.
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
  -- The earlier of the key's own expiry and the end of a rotation's overlap.
  expires_at timestamptz,
  -- The key's own expiry. Rotation passes it on to the new key.
  granted_until timestamptz,
  -- A key with this value is refused at once, even if the time is in the future: the clocks of nodes may differ.
  revoked_at timestamptz,
  created_at timestamptz not null,
  -- Written at most about once a minute.
  last_used_at timestamptz,
  constraint api_keys_ends_within_grant check (expires_at <= granted_until)
);
create index api_keys_by_partner on api_keys (partner_id, created_at, id);

-- The people of partners, who use the console. In sandboxes this table and the next four are empty.
create table people (
  id uuid primary key,
  partner_id uuid not null constraint people_partner references partners,
  -- Null once erased.
  display_name text constraint people_display_name_length check (char_length(display_name) between 1 and 80),
  role text not null constraint people_role_known check (role in ('manager', 'organizer', 'coach', 'viewer')),
  created_at timestamptz not null,
  created_by text not null constraint people_created_by_known
    check (created_by ~ '^(operator:.+|person:[0-9a-f-]{36}|service)$'),
  -- Written at most once a minute.
  last_used_at timestamptz,
  removed_at timestamptz,
  constraint people_erased_when_removed check (display_name is not null or removed_at is not null)
);
create index people_by_partner on people (partner_id, created_at, id);

-- The one invitation of a person that is valid. A used, replaced or withdrawn one has no row.
create table invitations (
  person_id uuid primary key constraint invitations_person references people,
  token_hash bytea not null constraint invitations_token_hash_unique unique
    constraint invitations_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitations_ends_after_creation check (expires_at > created_at)
);

-- The browsers in which people are signed in. One that has ended has no row, so that nothing about a device is kept.
create table sign_ins (
  id uuid primary key,
  person_id uuid not null constraint sign_ins_person references people,
  token_hash bytea not null constraint sign_ins_token_hash_unique unique
    constraint sign_ins_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  device text constraint sign_ins_device_length check (char_length(device) between 1 and 80),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sign_ins_ends_after_creation check (expires_at > created_at)
);
create index sign_ins_by_person on sign_ins (person_id);

create table passkeys (
  id uuid primary key,
  person_id uuid not null constraint passkeys_person references people,
  -- The relying party: the host name of the page.
  host text not null constraint passkeys_host_length check (char_length(host) between 1 and 253),
  credential_id bytea not null constraint passkeys_credential_id_unique unique
    constraint passkeys_credential_id_length check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  counter bigint not null constraint passkeys_counter_natural check (counter >= 0),
  name text constraint passkeys_name_length check (char_length(name) between 1 and 80),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_person on passkeys (person_id);

-- The challenges for passkeys that were not used yet.
create table challenges (
  challenge bytea primary key constraint challenges_of_32_bytes check (octet_length(challenge) = 32),
  -- The person that adds a passkey; null for signing in.
  person_id uuid constraint challenges_person references people,
  host text not null constraint challenges_host_length check (char_length(host) between 1 and 253),
  expires_at timestamptz not null
);
create index challenges_by_end on challenges (expires_at);

-- Counts per key and day (UTC); those of all people of a partner have no key. Processes add to them every few seconds.
create table usage_days (
  day date not null,
  partner_id uuid not null constraint usage_days_partner references partners,
  key_id uuid constraint usage_days_key references api_keys,
  requests bigint not null,
  rate_limited bigint not null,
  units bigint not null,
  matches_stored bigint not null,
  matches_duplicate bigint not null,
  matches_rejected bigint not null,
  constraint usage_days_counts_natural check (
    least(requests, rate_limited, units, matches_stored, matches_duplicate, matches_rejected) >= 0
  ),
  constraint usage_days_one_a_key unique nulls not distinct (day, partner_id, key_id)
);

-- A row for each partner that has used a test key. Each sandbox has its own schema, created by the same migrations and named
-- after partner and generation. In that schema this table is empty.
create table sandboxes (
  partner_id uuid primary key constraint sandboxes_partner references partners,
  generation integer not null default 1 constraint sandboxes_generation_positive check (generation > 0),
  clock_ahead_ms double precision not null default 0 constraint sandboxes_clock_in_range check (abs(clock_ahead_ms) < 1e15),
  -- Every change of the row adds one.
  version bigint not null default 1 constraint sandboxes_version_positive check (version > 0),
  created_at timestamptz not null,
  cleared_at timestamptz,
  -- When a person last used it, accurate to a day. Test keys have their own time of use.
  person_used_at timestamptz,
  -- The schema was dropped because the sandbox was unused. The next request creates it again.
  is_dropped boolean not null default false
);

-- Players, their current ratings, the partners' rosters, and shares of private players between partners.

-- One row a person. What remains of an erased player is the id, since matches, ratings and audit entries of others refer to it.
create table players (
  id uuid primary key,
  -- Lower case and compared byte by byte, so that a prefix search is an index range.
  username text collate "C"
    constraint players_username_form check (username ~ '^[a-z0-9]([a-z0-9._-]{0,38}[a-z0-9])$' and username <> 'search'),
  display_name text constraint players_display_name_length check (char_length(display_name) between 1 and 80),
  -- Made from the names by the service (packages/service/src/players/name-words.ts), so that both databases agree: the display name without
  -- case and accents, and the words by which a search finds the player, separated by commas.
  sort_name text collate "C",
  name_words text collate "C",
  country_code text constraint players_country_code_form check (country_code ~ '^[A-Z]{2}$'),
  profile_is_public boolean not null,
  creator_partner_id uuid constraint players_creator references partners,
  created_at timestamptz not null,
  erased_at timestamptz,
  -- Every change of the player adds one.
  version bigint not null default 1 constraint players_version_positive check (version > 0),
  constraint players_named_unless_erased check (
    num_nulls(username, display_name, sort_name, name_words, creator_partner_id) = case when erased_at is null then 0 else 5 end),
  constraint players_erased_without_details check (erased_at is null or (not profile_is_public and country_code is null))
);
-- Rankings, rosters, cards and submissions look players up by id, many at a time. A hash index reads two pages a player at any
-- size; the primary key reads three at a thousand players and four at a million. Only the primary key can be unique.
create index players_by_id on players using hash (id);
-- A username is unique among public players, and among the players of one partner.
create unique index players_public_username_unique on players (username) where profile_is_public;
create unique index players_username_of_creator_unique on players (username, creator_partner_id);
-- All words but the first, which the indexes by name find. Without fastupdate: every look-up would read the pending list.
create index players_by_word on players using gin (array_to_tsvector((string_to_array(name_words, ','))[2:])) with (fastupdate = off);
-- Including the words, so that a search along the order of names reads the index alone.
create index players_public_by_name on players (sort_name, username, id) include (name_words) where profile_is_public;
create index players_of_creator_by_name on players (creator_partner_id, sort_name, username, id) include (name_words);
create index players_erased on players (id) where erased_at is not null;
-- Statistics are samples of values. They would keep a name after its erasure until the next ANALYZE. The queries by name walk an
-- index or look words up; their plans are the same without these statistics.
alter table players alter column username set statistics 0, alter column display_name set statistics 0,
  alter column sort_name set statistics 0, alter column name_words set statistics 0;
alter index players_by_word alter column 1 set statistics 0;

create function players_refuse_return() returns trigger language plpgsql as $$
begin
  raise exception 'an erased player stays erased' using errcode = 'restrict_violation', constraint = 'players_stay_erased';
end
$$;
create trigger players_stay_erased before update on players for each row
  when (old.erased_at is not null) execute function players_refuse_return();

-- The state of the rating model after the player's last rated match. A player without a rated match has a row with nulls, so
-- that there is always a row to lock. Every rated match updates it; fillfactor leaves room for updates in place.
create table player_ratings (
  player_id uuid primary key constraint player_ratings_player references players,
  mean double precision,
  variance double precision constraint player_ratings_variance_positive check (variance > 0 and variance < 'infinity'),
  shown double precision,
  last_played_at timestamptz,
  matches_played integer not null default 0 constraint player_ratings_matches_played_natural check (matches_played >= 0),
  last_match_id uuid,
  model_version text,
  -- The starting level, in points: what ratings read. It stays when the player is erased.
  stated_points integer constraint player_ratings_stated_points_in_range check (stated_points between 0 and 3000),
  -- Every write of a number adds one: the version of the player's rating.
  version bigint not null default 1 constraint player_ratings_version_positive check (version > 0),
  -- The partner that registered the player. It stays when the player is erased.
  region uuid not null,
  -- The mark: from this place of the history on, the player's part of the ledger may be inexact. docs/ledger.md has the rules.
  unsettled_at timestamptz,
  unsettled_match uuid,
  -- Everyone in the player's matches from the mark on is marked, too.
  is_spread boolean,
  -- The guard that covers what the mark reaches until it is spread.
  guard bigint,
  -- The partner whose change set the mark; the nil UUID for a rebuild.
  changed_by uuid,
  constraint player_ratings_state_iff_played check (
    num_nulls(mean, variance, shown, last_played_at, last_match_id, model_version) = case when matches_played = 0 then 6 else 0 end
  ),
  constraint player_ratings_mark_together check (num_nulls(unsettled_at, unsettled_match, is_spread, changed_by) in (0, 4)),
  constraint player_ratings_guard_iff_not_spread check ((guard is not null) = (is_spread is not distinct from false))
) with (fillfactor = 70);
-- Reads ask for the marks of the four players of each match of a page.
create index player_ratings_marked on player_ratings (player_id) include (unsettled_at, unsettled_match)
  where unsettled_at is not null;
-- The wave and the marker take the first marks of a partner's changes.
create index player_ratings_marked_by_partner on player_ratings (changed_by, unsettled_at, unsettled_match) where unsettled_at is not null;
-- The marker takes the first ones of the oldest guard.
create index player_ratings_guarded on player_ratings (guard, unsettled_at, unsettled_match) where guard is not null;
-- For the same reason as players_by_id.
create index player_ratings_by_player on player_ratings using hash (player_id);

-- Changes of players' scores that the progress explains without a match. Written with the rating. They depend on the order of
-- arrival, so a rebuild keeps them, and one with another model removes them.
create table score_shifts (
  player_id uuid not null,
  at timestamptz not null,
  -- That of the rating after the shift.
  version bigint not null constraint score_shifts_version_positive check (version > 0),
  cause text not null constraint score_shifts_cause_known check (cause in ('older_result', 'starting_level')),
  shown_before double precision not null,
  shown_after double precision not null,
  variance double precision not null constraint score_shifts_variance_positive check (variance > 0 and variance < 'infinity'),
  matches_played integer not null constraint score_shifts_matches_played_natural check (matches_played >= 0),
  last_played_at timestamptz,
  primary key (player_id, at, version),
  constraint score_shifts_last_match_iff_played check ((last_played_at is null) = (matches_played = 0))
);

-- The starting levels of players as stated. Erasing a player removes the row.
create table player_starting_levels (
  player_id uuid primary key constraint player_starting_levels_player references players,
  value numeric(6, 2) not null,
  scale text not null constraint player_starting_levels_scale_known check (scale in ('level', 'service_score')),
  source text not null constraint player_starting_levels_source_known check (source in ('self', 'coach', 'other_app')),
  stated_at timestamptz not null
);

-- The share of established players with a lower score, by score. The service counts it every hour. It is empty until there are such
-- players.
create table score_percentiles (
  service_score integer primary key constraint score_percentiles_score_in_range check (service_score between 0 and 3000),
  percentile integer not null constraint score_percentiles_percentile_in_range check (percentile between 0 and 100)
);

-- Named groups of players that belong to one partner.
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
  -- Another partner created the player.
  is_guest boolean not null default false,
  primary key (partner_id, slug, player_id),
  constraint roster_members_roster foreign key (partner_id, slug) references rosters on delete cascade
);
-- Answers "is this player on any roster of this partner?" with one probe, and finds a player's memberships.
create index roster_members_by_player on roster_members (player_id, partner_id);
create index roster_members_guests on roster_members (partner_id, player_id) where is_guest;
-- Finds the partners that get an event when a player's rating changes, besides the player's creator.
create index roster_members_guests_by_player on roster_members (player_id, partner_id) where is_guest;

-- A player's ids in a partner's other systems, such as a licence. Only that partner reads them. A change of a row locks the row of the
-- partner, so that a partner that no longer sees the player loses its ids in the same transaction.
create table external_ids (
  partner_id uuid not null constraint external_ids_partner references partners,
  kind text collate "C" not null constraint external_ids_kind_form check (kind ~ '^[a-z0-9_-]{1,32}$'),
  value text collate "C" not null constraint external_ids_value_length check (char_length(value) between 1 and 128),
  player_id uuid not null constraint external_ids_player references players,
  constraint external_ids_pkey primary key (partner_id, kind, value)
);
create unique index external_ids_one_of_a_kind on external_ids (player_id, partner_id, kind);
-- As for players: statistics would keep values after their deletion.
alter table external_ids alter column value set statistics 0;

-- A creator's permission for one other partner to put a private player on a roster. Only the SHA-256 of the code is stored.
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

-- Prepended to the usernames of erased players before they are hashed, so that lists of hashed common names are useless. One row.
create table erasure_salt (
  id smallint primary key constraint erasure_salt_one_row check (id = 1),
  salt bytea not null constraint erasure_salt_of_32_bytes check (octet_length(salt) = 32)
);
insert into erasure_salt values (1, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

create function erased_name_hash(username text) returns bytea language sql stable strict as $$
  select sha256(salt || convert_to(username, 'UTF8')) from erasure_salt where id = 1
$$;

-- One row an erasure, written in its transaction and never changed. The rows of each partner are chained by their hashes.
create table erasures (
  partner_id uuid not null constraint erasures_partner references partners,
  seq bigint not null constraint erasures_seq_positive check (seq > 0),
  player_id uuid not null constraint erasures_player_unique unique constraint erasures_player references players,
  at timestamptz not null,
  key_id uuid constraint erasures_key references api_keys,
  -- Of a player who was public. It reserves the username: only the partner that created the player may register it as public again.
  name_hash bytea constraint erasures_name_hash_is_sha256 check (octet_length(name_hash) = 32),
  hash bytea not null constraint erasures_hash_is_sha256 check (octet_length(hash) = 32),
  -- A name, as in operator_audit.
  operator text,
  -- No foreign key, so that sandboxes need no copy of a person.
  person_id uuid,
  primary key (partner_id, seq),
  constraint erasures_by_one_actor check (num_nonnulls(key_id, operator, person_id) = 1)
);
create index erasures_by_name on erasures (name_hash);
create index erasures_by_time on erasures (at, player_id);

-- Violations name the trigger.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = tg_name;
end
$$;
create trigger erasures_append_only before update or delete or truncate on erasures
  for each statement execute function refuse_change();

-- Matches, their sessions and the players' histories.

-- Rules about the four participants are functions: PostgreSQL parses a check's expression again for every statement that writes
-- a row, and these would be half of all that it parses. It parses a function's body once a session.

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

-- At most 15 sets such as '6-4' or '6-4:ABAABABAAA/A', separated by blanks: games of teams A and B, then optionally the winners of
-- the games in order (at most 200), then optionally the team that served first.
create function is_scoreline(sets text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return sets = '' or (' ' || sets) ~ '^(?: (?:0|[1-9]\d?)-(?:0|[1-9]\d?)(?::[AB]+)?(?:/[AB])?){1,15}$' and sets !~ '[AB]{201}';
end
$$;

-- One row a match, written by its partner's submission and changed by amendments and transitions. The four participants are in
-- the order of the submission: player_ids[n] and the nth characters of `teams` (A, B) and `court_positions` (L, R, or - if not
-- sent) belong together, so that one row can check every rule about them.
create table matches (
  id uuid primary key,
  partner_id uuid not null constraint matches_partner references partners,
  external_ref text collate "C" not null constraint matches_external_ref_length check (char_length(external_ref) between 1 and 128),
  status text not null constraint matches_status_known check (status in ('pending', 'completed', 'voided')),
  revision integer not null default 1 constraint matches_revision_positive check (revision > 0),
  played_at timestamptz not null constraint matches_played_at_since_1970 check (played_at >= '1970-01-01T00:00:00Z' and played_at < '10000-01-01T00:00:00Z'),
  -- Null: a draw.
  winning_team text constraint matches_winning_team_known check (winning_team in ('A', 'B')),
  trust_tier text not null constraint matches_trust_tier_known
    check (trust_tier in ('partner_attested', 'tournament_official', 'imported', 'player_confirmed')),
  outcome text not null constraint matches_outcome_known check (outcome in ('played', 'retired', 'walkover')),
  competition_type text constraint matches_competition_type_known
    check (competition_type in ('social', 'training', 'league', 'tournament')),
  -- As sent; null if not sent, since the first set shows it.
  scoring text constraint matches_scoring_known check (scoring in ('games', 'points')),
  duration_minutes double precision constraint matches_duration_in_range check (duration_minutes > 0 and duration_minutes <= 1440),
  venue_label text constraint matches_venue_label_length check (char_length(venue_label) between 1 and 120),
  session_external_ref text collate "C" constraint matches_session_external_ref_length
    check (char_length(session_external_ref) between 1 and 128)
    -- The recap's path contains it, and clients remove these segments (RFC 3986, 5.2.4).
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
  -- The terms on which the players confirm the match, and how the wait for them goes on. All are null unless the tier is
  -- `player_confirmed`. A null of `confirmation_then` is `stay`; a null of `confirmation_state` is `awaiting` or, once the match is
  -- not pending, `closed`.
  confirmation_reported_by text constraint matches_confirmation_reported_by_known check (confirmation_reported_by in ('A', 'B')),
  confirmation_deadline timestamptz,
  confirmation_then text constraint matches_confirmation_then_known check (confirmation_then in ('complete', 'void')),
  confirmation_state text constraint matches_confirmation_state_known check (confirmation_state in ('disputed', 'expired')),
  confirmation_decided_by text constraint matches_confirmation_decided_by_known
    check (confirmation_decided_by in ('players', 'deadline', 'partner')),
  -- The court of the night plan that the match is a result of, and what entered it last. No foreign key: the results of a deleted
  -- plan stay.
  plan_id uuid,
  plan_round integer constraint matches_plan_round_in_range check (plan_round between 1 and 40),
  plan_court integer constraint matches_plan_court_in_range check (plan_court between 1 and 16),
  entered_by text constraint matches_entered_by_known check (entered_by in ('key', 'link', 'person')),
  -- No foreign key, so that sandboxes need no copy of a person.
  entered_by_person_id uuid,
  constraint matches_confirmation_of_tier check (trust_tier = 'player_confirmed' or num_nonnulls(confirmation_reported_by,
    confirmation_deadline, confirmation_then, confirmation_state, confirmation_decided_by) = 0),
  constraint matches_confirmation_then_has_deadline check (confirmation_then is null or confirmation_deadline is not null),
  constraint matches_confirmation_state_while_pending check (confirmation_state is null or status = 'pending'),
  constraint matches_confirmation_decided_unless_pending check (confirmation_decided_by is null or status <> 'pending'),
  constraint matches_plan_together check (num_nulls(plan_id, plan_round, plan_court, entered_by) in (0, 4)),
  constraint matches_result_by_person_iff_person_id check ((entered_by is not distinct from 'person') = (entered_by_person_id is not null)),
  constraint matches_one_player_a_side check (are_on_different_sides(teams, court_positions)),
  constraint matches_external_ref_unique unique (partner_id, external_ref),
  constraint matches_completed_has_completed_at check (
    case status when 'completed' then completed_at is not null when 'pending' then completed_at is null else true end
  ),
  constraint matches_voided_iff_voided_at check ((status = 'voided') = (voided_at is not null)),
  constraint matches_voided_iff_void_reason check ((status = 'voided') = (void_reason is not null)),
  constraint matches_walkover_without_scoreline check (outcome <> 'walkover' or set_scores = ''),
  constraint matches_draw_was_played check (winning_team is not null or (outcome = 'played' and set_scores <> ''))
);
create index matches_by_time on matches (partner_id, played_at, id);
create index matches_by_session on matches (partner_id, session_external_ref, played_at, id) where session_external_ref is not null;
-- A court has one result. Voided ones have a null here, so they differ from each other.
create unique index matches_plan_court_unique on matches (plan_id, plan_round, plan_court, (nullif(status <> 'voided', false)))
  where plan_id is not null;
-- The rare states, so that listing them does not walk over the common one.
create index matches_pending_by_time on matches (partner_id, played_at, id) where status = 'pending';
create index matches_voided_by_time on matches (partner_id, played_at, id) where status = 'voided';
create index matches_disputed_by_time on matches (partner_id, played_at, id) where confirmation_state = 'disputed';
-- The deadlines that nothing has acted on yet. A disputed match has none until the dispute ends.
create index matches_by_deadline on matches (confirmation_deadline, id)
  where status = 'pending' and confirmation_deadline is not null and confirmation_state is null;
-- Of a player: completed matches are in player_matches. One index per place, since a GIN index has no order: to find the newest,
-- it would read all, and every partner can create pending matches of a public player.
create index matches_not_completed_by_player_1 on matches ((player_ids[1]), played_at, id) where status <> 'completed';
create index matches_not_completed_by_player_2 on matches ((player_ids[2]), played_at, id) where status <> 'completed';
create index matches_not_completed_by_player_3 on matches ((player_ids[3]), played_at, id) where status <> 'completed';
create index matches_not_completed_by_player_4 on matches ((player_ids[4]), played_at, id) where status <> 'completed';

-- The allowed transitions: pending → completed, pending → voided, completed → voided.
create function matches_refuse_transition() returns trigger language plpgsql as $$
begin
  raise exception 'a match does not go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'matches_transition_known';
end
$$;
create trigger matches_transition_known before update of status on matches for each row
  when (old.status <> new.status and (old.status = 'voided' or new.status = 'pending'))
  execute function matches_refuse_transition();

-- What the players of a match say about its result. At most four rows a match of tier `player_confirmed`; none of the others. Written
-- with the match locked, and removed when an amendment changes the result.
create table match_answers (
  match_id uuid not null constraint match_answers_match references matches,
  player_id uuid not null constraint match_answers_player references players,
  answer text not null constraint match_answers_answer_known check (answer in ('right', 'wrong')),
  -- A person's words. Erasing the player removes them.
  reason text constraint match_answers_reason_length check (char_length(reason) between 1 and 300),
  at timestamptz not null,
  primary key (match_id, player_id),
  constraint match_answers_reason_of_wrong check (reason is null or answer = 'wrong')
);
create index match_answers_by_player on match_answers (player_id, match_id);

-- One row for every session with a match that is not voided; equal to a count over `matches`. Written in the transaction of the
-- matches, with the partner's audit chain locked. Grows by a row a club night.
create table sessions (
  partner_id uuid not null constraint sessions_partner references partners,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  matches integer not null constraint sessions_matches_positive check (matches > 0)
    constraint sessions_matches_at_most_1000 check (matches <= 1000),
  session_external_ref text collate "C" not null,
  primary key (partner_id, session_external_ref),
  constraint sessions_start_before_end check (started_at <= ended_at)
);
create index sessions_by_end on sessions (partner_id, ended_at desc, session_external_ref);

-- Night plans: the lineups of a night, by round and court. One row a night. Results are not in it: they are matches with its id.
create table session_plans (
  id uuid primary key,
  partner_id uuid not null constraint session_plans_partner references partners,
  session_external_ref text collate "C" not null constraint session_plans_session_external_ref_length
    check (char_length(session_external_ref) between 1 and 128)
    constraint session_plans_session_external_ref_in_path check (session_external_ref not in ('.', '..')),
  -- Every change of the row adds one.
  revision integer not null constraint session_plans_revision_positive check (revision > 0),
  state text not null constraint session_plans_state_known check (state in ('planned', 'open', 'closed')),
  open_round integer constraint session_plans_open_round_in_range check (open_round between 1 and 40),
  -- Written and read whole by the service: packages/service/src/plans/plan-rows.ts.
  settings jsonb not null constraint session_plans_settings_is_object check (jsonb_typeof(settings) = 'object'),
  rounds jsonb not null constraint session_plans_rounds_is_array check (jsonb_typeof(rounds) = 'array'),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint session_plans_session_unique unique (partner_id, session_external_ref),
  constraint session_plans_open_iff_open_round check ((state = 'open') = (open_round is not null))
);
create index session_plans_by_change on session_plans (partner_id, changed_at, session_external_ref);
create index session_plans_by_state on session_plans (partner_id, state, changed_at, session_external_ref);

-- The last 50 revisions of a plan before the present one, for undo.
create table session_plan_versions (
  plan_id uuid not null constraint session_plan_versions_plan references session_plans on delete cascade,
  revision integer not null constraint session_plan_versions_revision_positive check (revision > 0),
  state text not null constraint session_plan_versions_state_known check (state in ('planned', 'open', 'closed')),
  open_round integer constraint session_plan_versions_open_round_in_range check (open_round between 1 and 40),
  settings jsonb not null constraint session_plan_versions_settings_is_object check (jsonb_typeof(settings) = 'object'),
  rounds jsonb not null constraint session_plan_versions_rounds_is_array check (jsonb_typeof(rounds) = 'array'),
  changed_at timestamptz not null,
  primary key (plan_id, revision),
  constraint session_plan_versions_open_iff_open_round check ((state = 'open') = (open_round is not null))
);

-- Links to a night, for phones and screens without a key. The token itself is not stored.
create table session_links (
  id uuid primary key,
  partner_id uuid not null constraint session_links_partner references partners,
  session_external_ref text collate "C" not null constraint session_links_session_external_ref_length
    check (char_length(session_external_ref) between 1 and 128),
  token_hash bytea not null constraint session_links_token_hash_unique unique
    constraint session_links_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  role text not null constraint session_links_role_known check (role in ('view', 'score')),
  -- Null: all courts.
  court integer constraint session_links_court_in_range check (court between 1 and 16),
  private_players text not null constraint session_links_private_players_known
    check (private_players in ('hidden', 'first_name', 'display_name')),
  label text constraint session_links_label_length check (char_length(label) between 1 and 80),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  withdrawn_at timestamptz,
  constraint session_links_ends_after_creation check (expires_at > created_at)
);
create index session_links_by_session on session_links (partner_id, session_external_ref, created_at, id);

-- Short codes of links, for 15 minutes. Only their SHA-256 is stored, and the token of the link encrypted with the code. Those of
-- sandboxes are in the live schema too, so the link has no foreign key: its token is checked at each use.
create table link_short_codes (
  code_hash bytea primary key constraint link_short_codes_hash_is_sha256 check (octet_length(code_hash) = 32),
  sealed_token bytea not null constraint link_short_codes_token_length check (octet_length(sealed_token) between 29 and 200),
  expires_at timestamptz not null
);

-- Links to a match: a player who has one can confirm the match without a key. The token itself is not stored. The links of an erased
-- player are deleted.
create table match_links (
  id uuid primary key,
  partner_id uuid not null constraint match_links_partner references partners,
  match_id uuid not null constraint match_links_match references matches,
  player_id uuid not null constraint match_links_player references players,
  token_hash bytea not null constraint match_links_token_hash_unique unique
    constraint match_links_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  private_players text not null constraint match_links_private_players_known
    check (private_players in ('hidden', 'first_name', 'display_name')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  withdrawn_at timestamptz,
  constraint match_links_ends_after_creation check (expires_at > created_at)
);
create index match_links_by_match on match_links (match_id, created_at, id);
create index match_links_by_player on match_links (player_id);
-- The next link of a player withdraws the one before.
create unique index match_links_one_a_player on match_links (match_id, player_id) where withdrawn_at is null;

-- The result of a match for the player in this place, from 1 to 4: 1 won, 0 drawn, -1 lost. Null for a walkover, which says nothing
-- about how anyone plays. Not strict, so that the planner can inline it.
create function result_of(outcome text, winning_team text, teams text, place integer) returns smallint
  language sql immutable parallel safe
  return case when outcome = 'walkover' then null when winning_team is null then 0
    when substr(teams, place, 1) = winning_team then 1 else -1 end;

-- The history of each player: four rows for every completed match, and none for any other. Written with the match, and when it
-- is confirmed, amended or voided. The primary key is the order of the history. It includes the result, so that the matches of a
-- month and the length of a streak are counted in the index.
-- No foreign key to players: its check would lock four more pages a match and, after a checkpoint, write each to the WAL
-- (docs/decisions/0001). The writer has found the player, and the key of player_ratings prevents deleting a player.
create table player_matches (
  player_id uuid not null,
  played_at timestamptz not null,
  match_id uuid not null constraint player_matches_match references matches,
  -- As result_of returns it.
  result smallint constraint player_matches_result_known check (result between -1 and 1),
  primary key (player_id, played_at, match_id) include (result)
);

-- Imports: what became of the rows of a file. The file itself is never stored.

-- One row a file that a partner brings in. The counters are written with the rows, while the partner's audit chain is locked.
create table imports (
  id uuid primary key,
  partner_id uuid not null constraint imports_partner references partners,
  label text not null constraint imports_label_length check (char_length(label) between 1 and 200),
  -- That of the file, if the client sent it.
  content_hash bytea constraint imports_content_hash_is_sha256 check (octet_length(content_hash) = 32),
  -- Every option, with the defaults of those that were not sent.
  options jsonb not null constraint imports_options_is_object check (jsonb_typeof(options) = 'object'),
  -- What the client needs to read the file in the same way again.
  reading jsonb constraint imports_reading_is_object check (jsonb_typeof(reading) = 'object'),
  created_at timestamptz not null,
  last_row_at timestamptz,
  closed_at timestamptz,
  created integer not null default 0 constraint imports_created_natural check (created >= 0),
  duplicate integer not null default 0 constraint imports_duplicate_natural check (duplicate >= 0),
  conflict integer not null default 0 constraint imports_conflict_natural check (conflict >= 0),
  voided integer not null default 0 constraint imports_voided_natural check (voided >= 0),
  held integer not null default 0 constraint imports_held_natural check (held >= 0),
  rejected integer not null default 0 constraint imports_rejected_natural check (rejected >= 0),
  players_registered integer not null default 0 constraint imports_players_registered_natural check (players_registered >= 0),
  -- The batches of rows that were stored.
  batches integer not null default 0 constraint imports_batches_natural check (batches >= 0),
  -- The texts of its rows were emptied, 30 days after it was closed.
  is_emptied boolean not null default false,
  constraint imports_reading_while_open check (reading is null or closed_at is null),
  constraint imports_emptied_once_closed check (closed_at is not null or not is_emptied)
);
-- If two clients open the same file at once, one import is created.
create unique index imports_open_once on imports (partner_id, content_hash) where closed_at is null and content_hash is not null;
create index imports_by_creation on imports (partner_id, created_at, id);
create index imports_open on imports (partner_id, created_at, id) where closed_at is null;
create index imports_closed on imports (partner_id, created_at, id) where closed_at is not null;
-- For the trim job: those that close because no row came, and those whose texts are emptied.
create index imports_idle on imports (coalesce(last_row_at, created_at)) where closed_at is null;
create index imports_with_texts on imports (closed_at) where not is_emptied and closed_at is not null;

-- The last state of each row that was sent, by its number in the file. A row that created a match stays so. Without a foreign key
-- to matches: its check would lock the row of every match again.
create table import_rows (
  import_id uuid not null constraint import_rows_import references imports,
  line integer not null constraint import_rows_line_in_range check (line between 1 and 1048576),
  state text not null constraint import_rows_state_known
    check (state in ('created', 'duplicate', 'conflict', 'voided', 'held', 'rejected')),
  external_ref text collate "C" constraint import_rows_external_ref_length check (char_length(external_ref) between 1 and 128),
  match_id uuid,
  -- The number of the batch that sent this state: an erasure searches the texts that were sent after it began.
  batch integer not null,
  -- Lists of problems, differences and warnings; empty lists are left out, and null is none at all.
  texts jsonb constraint import_rows_texts_is_object check (jsonb_typeof(texts) = 'object'),
  primary key (import_id, line),
  constraint import_rows_match_unless_held_or_rejected check ((match_id is null) = (state in ('held', 'rejected')))
);
create unique index import_rows_created_once on import_rows (match_id) where state = 'created';
-- For an undo, which goes through the matches in the order of play.
create index import_rows_created on import_rows (import_id, match_id) where state = 'created';
create index import_rows_by_match on import_rows (match_id, import_id) where match_id is not null;
-- The rare states and those with texts, so that listing or emptying them does not walk over all rows.
create index import_rows_not_created on import_rows (import_id, state, line) where state <> 'created';
create index import_rows_with_texts on import_rows (import_id, line) where texts is not null;
create index import_rows_texts_by_batch on import_rows (import_id, batch) where texts is not null;

-- The texts of a row without what may name a person: only codes, pointers and ids stay.
create function emptied_texts(texts jsonb) returns jsonb language sql immutable strict parallel safe
  return (
    select jsonb_object_agg(list.key, (
      select jsonb_agg(entry.value || (
        select coalesce(jsonb_object_agg(member, null), '{}') from jsonb_object_keys(entry.value) as member
        where member in ('detail', 'values', 'stored', 'sent')))
      from jsonb_array_elements(list.value) as entry))
    from jsonb_each(texts) as list
  );

-- The players that the keys of an import name since a row with them was stored.
create table import_players (
  import_id uuid not null constraint import_players_import references imports,
  key text collate "C" not null constraint import_players_key_form check (key ~ '^[A-Za-z0-9._-]{1,64}$'),
  player_id uuid not null constraint import_players_player references players,
  registered boolean not null,
  primary key (import_id, key)
);
create index import_players_by_player on import_players (player_id);
-- As for players: statistics would keep names after their erasure.
alter table imports alter column reading set statistics 0;
alter table import_rows alter column texts set statistics 0;
alter table import_players alter column key set statistics 0;

-- One person was registered twice: `into` takes the place of `from` in the partner's matches and on its rosters.
create table merges (
  id uuid primary key,
  partner_id uuid not null constraint merges_partner references partners,
  from_id uuid not null constraint merges_from references players,
  into_id uuid not null constraint merges_into references players,
  created_at timestamptz not null,
  constraint merges_two_players check (from_id <> into_id)
);
create index merges_by_creation on merges (partner_id, created_at, id);

-- The rosters that had `from`, and what the merge changed on them. A roster may be deleted since.
create table merge_rosters (
  merge_id uuid not null constraint merge_rosters_merge references merges,
  slug text collate "C" not null,
  into_added boolean not null,
  from_removed boolean not null,
  primary key (merge_id, slug)
);

-- The closed night plans in which `into` took the number of `from`.
create table merge_plans (
  merge_id uuid not null constraint merge_plans_merge references merges,
  plan_id uuid not null constraint merge_plans_plan references session_plans on delete cascade,
  primary key (merge_id, plan_id)
);
create index merge_plans_by_plan on merge_plans (plan_id);

-- The matches that a merge amended or left. Without a foreign key to matches, as for rows of imports.
create table merge_matches (
  merge_id uuid not null constraint merge_matches_merge references merges,
  match_id uuid not null,
  -- Where `into` took the place of `from`; null if the merge left the match, because it had both.
  slot smallint constraint merge_matches_slot_in_range check (slot between 1 and 4),
  players_after uuid[] not null constraint merge_matches_four_players check (cardinality(players_after) = 4),
  primary key (merge_id, match_id)
);

-- The audit trail: append-only, one chain of hashes per partner, written in the transaction that it records.

-- The end of each partner's chain. Every change of a match locks its partner's row first, which makes `seq` gapless.
create table audit_chains (
  partner_id uuid primary key constraint audit_chains_partner references partners,
  seq bigint not null constraint audit_chains_seq_natural check (seq >= 0),
  hash bytea not null constraint audit_chains_hash_is_sha256 check (octet_length(hash) = 32)
) with (fillfactor = 50);

-- One row for each submission, answer of a player, confirmation, amendment and void of a match. The hash covers the whole entry as partners read it.
-- Nothing is stored twice: the previous hash is in the entry before, and the changes of a submission are the match, minus what
-- later entries changed.
create table audit_entries (
  partner_id uuid not null constraint audit_entries_chain references audit_chains,
  seq bigint not null constraint audit_entries_seq_positive check (seq > 0),
  match_id uuid constraint audit_entries_match references matches,
  at timestamptz not null,
  revision integer constraint audit_entries_revision_positive check (revision > 0),
  key_id uuid constraint audit_entries_key references api_keys,
  -- A link of a night or of a match. No foreign key: the links of an erased player are deleted.
  link_id uuid,
  -- No foreign key, so that sandboxes need no copy of a person.
  person_id uuid,
  actor text not null constraint audit_entries_actor_known check (actor in ('key', 'link', 'person', 'operator', 'service')),
  action text not null constraint audit_entries_action_known check (action in ('submitted', 'answered', 'confirmed', 'amended', 'voided', 'starting_level')),
  -- The player of an entry about a starting level, which has no match.
  player_id uuid constraint audit_entries_player references players,
  changes jsonb not null constraint audit_entries_changes_is_array check (jsonb_typeof(changes) = 'array'),
  hash bytea not null constraint audit_entries_hash_is_sha256 check (octet_length(hash) = 32),
  primary key (partner_id, seq),
  constraint audit_entries_actor_is_key_iff_key_id check ((actor = 'key') = (key_id is not null)),
  constraint audit_entries_actor_is_link_iff_link_id check ((actor = 'link') = (link_id is not null)),
  constraint audit_entries_actor_is_person_iff_person_id check ((actor = 'person') = (person_id is not null)),
  constraint audit_entries_player_iff_starting_level check ((action = 'starting_level') = (player_id is not null)),
  constraint audit_entries_match_iff_no_player check (num_nonnulls(match_id, revision) = case when player_id is null then 2 else 0 end),
  constraint audit_entries_changes_elsewhere check ((action in ('submitted', 'starting_level')) = (changes = '[]'))
);
create index audit_entries_by_match on audit_entries (match_id, seq);
create index audit_entries_by_player on audit_entries (player_id, seq) where player_id is not null;

-- The changes of the entries about starting levels. They are not part of the entries, so that erasing a player can remove them.
create table starting_level_changes (
  partner_id uuid not null,
  seq bigint not null,
  player_id uuid not null constraint starting_level_changes_player references players,
  -- value, scale, source, service_score; null for none.
  before jsonb,
  after jsonb,
  primary key (partner_id, seq),
  constraint starting_level_changes_entry foreign key (partner_id, seq) references audit_entries
);
create index starting_level_changes_by_player on starting_level_changes (player_id, seq);

create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();

-- The end of a chain moves up with its entries and is never removed.
create function audit_chains_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'an audit chain only grows' using errcode = 'restrict_violation', constraint = 'audit_chains_only_grow';
end
$$;
create trigger audit_chains_only_grow before update on audit_chains for each row
  when (new.seq <= old.seq or new.partner_id <> old.partner_id) execute function audit_chains_refuse_change();
create trigger audit_chains_not_removed before delete or truncate on audit_chains
  for each statement execute function audit_chains_refuse_change();

-- The rating ledger, its settlement and its calibration.

create function is_natural(number double precision) returns boolean language sql immutable parallel safe
  return number >= 0 and number < 'infinity' and number = floor(number);

-- One row for every rated match (completed, and not a walkover). It holds the inputs of the rating model and the four states
-- before and after, winners first, so that a replay reads this table alone.
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
  -- 1 if the pairs of this match are evidence that teammates are alike.
  pair_evidence double precision not null constraint match_ratings_pair_evidence_known check (pair_evidence in (0, 1)),
  -- 0.5: a draw.
  result double precision not null constraint match_ratings_result_known check (result in (0.5, 1)),
  before double precision[] not null constraint match_ratings_before_four_states
    check (cardinality(before) = 20 and array_lower(before, 1) = 1 and array_position(before, null) is null),
  after double precision[] not null constraint match_ratings_after_four_states
    check (cardinality(after) = 12 and array_lower(after, 1) = 1 and array_position(after, null) is null),
  -- PostgreSQL ranks NaN above infinity, so one comparison refuses both.
  constraint match_ratings_variance_positive check (
    0 < all (array[after[2], after[5], after[8], after[11]]) and 'infinity' > all (array[after[2], after[5], after[8], after[11]])
  ),
  constraint match_ratings_matches_played_natural check (
    is_natural(before[5]) and is_natural(before[10]) and is_natural(before[15]) and is_natural(before[20])
  ),
  -- What shown_ratings returned when the match was first rated; null if it was never rated again.
  first_shown double precision[] constraint match_ratings_first_shown_four_players
    check (cardinality(first_shown) = 16 and array_lower(first_shown, 1) = 1),
  constraint match_ratings_units_together check (num_nulls(units_won, units_lost, units_standard) in (0, 3))
);
create index match_ratings_by_time on match_ratings (played_at, match_id);

-- The shown strengths of the four players before and after a match; null without states, or before the first rated match.
-- Not strict, so that the planner can inline them.
create function shown_before(before double precision[]) returns double precision[] language sql immutable parallel safe
  return case when before is not null
    then array[nullif(before[3], 'NaN'), nullif(before[8], 'NaN'), nullif(before[13], 'NaN'), nullif(before[18], 'NaN')] end;
create function shown_after(after double precision[]) returns double precision[] language sql immutable parallel safe
  return case when after is not null then array[after[3], after[6], after[9], after[12]] end;

-- What a match showed: for each of the four players, the shown strengths before and after it, the variance and the number of matches.
create function shown_ratings(before double precision[], after double precision[]) returns double precision[]
  language sql immutable parallel safe
  return array[
    before[3], after[3], after[2], before[5] + 1, before[8], after[6], after[5], before[10] + 1,
    before[13], after[9], after[8], before[15] + 1, before[18], after[12], after[11], before[20] + 1
  ];
-- The same for the players of an amended match. A player who was not in it has nulls.
create function shown_to(shown double precision[], old_ids uuid[], new_ids uuid[]) returns double precision[]
  language sql immutable parallel safe
  return case when old_ids = new_ids then shown when shown is not null then (
    select array_agg(shown[4 * (array_position(old_ids, id) - 1) + number] order by slot, number)
    from unnest(new_ids) with ordinality as player(id, slot), generate_series(1, 4) as number
  ) end;

-- Numbers learnt from the stored history, for predictions and analysis; ratings never use them. The latest row is used. Written
-- by the operator, a few rows a year.
create table calibrations (
  calibrated_at timestamptz primary key,
  model_version text not null,
  steepness double precision not null constraint calibrations_steepness_in_range check (steepness between 0.4 and 2.5),
  hold_rate double precision not null constraint calibrations_hold_rate_is_share check (hold_rate > 0 and hold_rate < 1),
  penalty double precision not null constraint calibrations_penalty_in_range check (penalty between 0 and 4),
  matches bigint not null constraint calibrations_matches_natural check (matches >= 0),
  service_games bigint not null constraint calibrations_service_games_natural check (service_games >= 0)
);

-- The state of the whole ledger. One row.
create table ledger_state (
  id smallint primary key constraint ledger_state_one_row check (id = 1),
  -- The model of the ledger. A service with another model does not write.
  model_version text not null,
  -- A rebuild in progress: first every player up to this id is marked, then the ledger is compared with the matches up to this
  -- place. Until it is done, everything counts as settling. All null: none.
  rebuild_started_at timestamptz,
  rebuild_played_at timestamptz,
  rebuild_match_id uuid,
  rebuild_player_id uuid,
  constraint ledger_state_rebuild_together
    check (num_nulls(rebuild_started_at, rebuild_played_at, rebuild_match_id, rebuild_player_id) in (0, 4))
);
insert into ledger_state (id, model_version) values (1, 'pair-3');

-- While the reach of a large change is being marked, everything in these regions from this place on counts as settling. Nearly
-- always empty. A player's own marks refer to it until they are spread.
create table guards (
  id bigint generated by default as identity primary key,
  changed_by uuid not null,
  regions uuid[] not null,
  played_at timestamptz not null,
  match_id uuid not null,
  -- How long the marker has worked for it.
  marking interval not null default '0'
);

-- Regions whose players have met in a rated match: pairs of partners, the lower id first. Grows only.
create table region_links (
  a uuid not null,
  b uuid not null,
  primary key (a, b),
  constraint region_links_ordered check (a < b)
);
create index region_links_backwards on region_links (b, a);

-- The partners whose changes are not settled yet, and the pauses after their large ones. A few rows; times are the database's.
create table settlements (
  changed_by uuid primary key,
  since timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  -- Every change adds one.
  version bigint not null default 1,
  -- The next large change of the partner may begin then.
  paused_until timestamptz,
  -- As in score_shifts. It is `starting_level` if all its changes are of starting levels.
  cause text not null default 'older_result' constraint settlements_cause_known check (cause in ('older_result', 'starting_level'))
);

-- A row for each job that one process does on behalf of all. packages/service/src/runtime/leases-store.ts has the rules.
create table leases (
  name text primary key,
  holder uuid,
  until timestamptz,
  constraint leases_together check (num_nulls(holder, until) in (0, 2))
);
insert into leases (name) values ('settlement'), ('tasks'), ('tasks:1'), ('tasks:2'), ('percentiles'), ('trim'), ('unused sandboxes');

-- Events and webhooks. docs/events-and-deliveries.md describes the order of events, and what happens on a crash.

-- Positions in the event log are transaction ids of the server plus this offset. A database that was restored from a dump meets
-- lower transaction ids; the service then raises the offset before it writes. One row.
create table event_clock (
  id smallint primary key constraint event_clock_one_row check (id = 1),
  xid_offset bigint not null
);
insert into event_clock values (1, 0);

-- The position of the changes that this statement logs. Stable, so that it uses the snapshot of the statement that calls it.
create function event_position() returns bigint language sql stable as $$
  select xid_offset + greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)
  from event_clock
$$;

-- Readers stop here: no change below this position can be committed later.
create function event_horizon() returns bigint language sql stable as $$
  select xid_offset + pg_snapshot_xmin(pg_current_snapshot())::text::bigint from event_clock
$$;

-- One row for each change and each partner that may read it, written in the transaction of the change, after that has locked the
-- subject. Rows are never changed, and removed after EVENTS_DAYS. Without foreign keys: their checks would lock rows of every match.
create table event_log (
  partner_id uuid not null,
  position bigint not null,
  id bigint generated by default as identity,
  at timestamptz not null default clock_timestamp(),
  revision integer constraint event_log_revision_positive check (revision > 0),
  kind text not null constraint event_log_kind_known check (
    kind in ('match.pending', 'match.disputed', 'match.confirmation_changed', 'match.completed', 'match.amended', 'match.voided', 'rating.updated', 'player.registered',
      'player.erased', 'webhook_endpoint.gone', 'webhook_endpoint.failing')),
  -- The match, the player or the endpoint; null if only ratings changed.
  subject_id uuid,
  -- The changed ratings that the partner may read: 24 bytes each, for the player's id, the version of the rating (int4), and the
  -- score before and after (int2). Arrays would take 1.6 times the space.
  ratings bytea constraint event_log_ratings_of_24_bytes check (octet_length(ratings) > 0 and octet_length(ratings) % 24 = 0),
  primary key (partner_id, position, id),
  constraint event_log_subject_unless_ratings_alone check ((subject_id is null) = (kind = 'rating.updated')),
  constraint event_log_revision_iff_match check ((revision is null) <> starts_with(kind, 'match.')),
  constraint event_log_ratings_if_alone check (ratings is not null or kind <> 'rating.updated')
);

-- The addresses that a partner's events are sent to.
create table webhook_endpoints (
  id uuid primary key,
  partner_id uuid not null constraint webhook_endpoints_partner references partners,
  url text not null constraint webhook_endpoints_url_length check (char_length(url) between 1 and 2000),
  -- Null: every type.
  event_types text[] constraint webhook_endpoints_some_event_type check (cardinality(event_types) > 0),
  -- Null while the endpoint is enabled.
  disabled_reason text constraint webhook_endpoints_disabled_reason_known check (disabled_reason in ('requested', 'gone', 'failing')),
  disabled_at timestamptz,
  -- In the clear, since each delivery is signed with them.
  secret bytea not null constraint webhook_endpoints_secret_length check (octet_length(secret) between 24 and 64),
  previous_secret bytea constraint webhook_endpoints_previous_secret_length check (octet_length(previous_secret) between 24 and 64),
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  -- A new address and enabling add one. Failures of an older version do not count.
  version bigint not null default 1 constraint webhook_endpoints_version_positive check (version > 0),
  -- Every event up to this place in the log was put into webhook_queue.
  queued_position bigint not null,
  queued_id bigint not null,
  -- Failed attempts since the last success, and since when.
  failures_in_a_row integer not null default 0 constraint webhook_endpoints_failures_natural check (failures_in_a_row >= 0),
  failing_since timestamptz,
  last_delivered_at timestamptz,
  -- The receiver asked for a pause.
  paused_until timestamptz,
  -- Never later than the first delivery of the queue can be made. Null: the queue is empty.
  next_due_at timestamptz,
  constraint webhook_endpoints_disabled_together check (num_nulls(disabled_reason, disabled_at) in (0, 2)),
  constraint webhook_endpoints_previous_secret_together check (num_nulls(previous_secret, previous_secret_until) in (0, 2)),
  constraint webhook_endpoints_failing_since_iff_failures check ((failures_in_a_row > 0) = (failing_since is not null))
) with (fillfactor = 50);
create index webhook_endpoints_by_partner on webhook_endpoints (partner_id, created_at, id);
create index webhook_endpoints_due on webhook_endpoints (next_due_at) where disabled_at is null;

-- The deliveries to make: a row for each event and endpoint, removed once it is delivered or given up. Rows are written only while
-- their endpoint is locked.
create table webhook_queue (
  endpoint_id uuid not null constraint webhook_queue_endpoint references webhook_endpoints on delete cascade,
  -- The match, player or endpoint. Deliveries of one subject are made one after the other.
  subject_id uuid not null,
  -- The row of the log, and its event: 0 is the change itself, n its nth rating.
  position bigint not null,
  log_id bigint not null,
  part smallint not null constraint webhook_queue_part_natural check (part >= 0),
  -- The first row of its subject at its endpoint: only this one can be claimed.
  is_head boolean not null,
  attempts smallint not null default 0 constraint webhook_queue_attempts_natural check (attempts >= 0),
  first_tried_at timestamptz,
  due_at timestamptz not null default clock_timestamp(),
  -- A process is sending it, and it is not due before the claim ends. Then others may send it again.
  claimed_until timestamptz,
  primary key (endpoint_id, subject_id, position, log_id, part),
  constraint webhook_queue_tried_iff_attempts check ((attempts > 0) = (first_tried_at is not null)),
  constraint webhook_queue_due_after_claim check (due_at = claimed_until)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index webhook_queue_heads on webhook_queue (endpoint_id, due_at, position, log_id, part) where is_head;
create index webhook_queue_claims on webhook_queue (endpoint_id, claimed_until) where claimed_until is not null;

-- One row an attempt; kept for DELIVERIES_DAYS. It contains neither the event nor the receiver's response.
create table webhook_deliveries (
  endpoint_id uuid not null constraint webhook_deliveries_endpoint references webhook_endpoints on delete cascade,
  at timestamptz not null,
  id uuid not null,
  event_id text not null,
  event_type text not null,
  attempt integer not null constraint webhook_deliveries_attempt_positive check (attempt > 0),
  duration_ms integer not null constraint webhook_deliveries_duration_natural check (duration_ms >= 0),
  status_code integer constraint webhook_deliveries_status_code_in_range check (status_code between 100 and 999),
  -- Null: delivered.
  error text constraint webhook_deliveries_error_known check (error in (
    'timeout', 'refused', 'reset', 'unreachable', 'dns', 'private_address', 'tls', 'protocol', 'redirect', 'gone', 'status', 'failed')),
  primary key (endpoint_id, at, id),
  constraint webhook_deliveries_delivered_has_status check (error is not null or coalesce(status_code between 200 and 299, false))
);

-- The operator's tasks, which take seconds to minutes.

-- Long work of operators and partners. A few rows a day; they are kept as a record. Routes insert and cancel; the runner writes progress
-- and the end. All times are the database's, since nodes compare them.
create table tasks (
  id uuid primary key,
  kind text not null constraint tasks_kind_known
    check (kind in ('verify', 'replay', 'calibrate', 'audit', 'import_undo', 'merge', 'merge_undo')),
  state text not null constraint tasks_state_known check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- The next four are null for an operator's task. The import or the merge:
  subject_id uuid,
  partner_id uuid constraint tasks_partner references partners,
  -- The caller that asked for it: the actor of its audit entries.
  actor text constraint tasks_actor_known check (actor ~ '^(key|person):[0-9a-f-]{36}$'),
  -- What it was asked to do, and where it continues: written in the transaction of each step, so that no step is repeated.
  input jsonb,
  position jsonb,
  progress_done bigint constraint tasks_progress_done_natural check (progress_done >= 0),
  progress_total bigint constraint tasks_progress_total_natural check (progress_total >= 0),
  result json,
  -- A code of the error registry and a sentence; internal causes are in the service's log only.
  error_code text,
  error_detail text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- The lease of its runner.
  lane text,
  -- How often it was started: a runner that has lost its lease cannot write.
  attempts integer not null default 0 constraint tasks_attempts_natural check (attempts >= 0),
  -- Attempts in a row that crashed before their first step. The runner gives up on a task that crashes the process each time.
  crashes smallint not null default 0 constraint tasks_crashes_natural check (crashes >= 0),
  constraint tasks_partner_of_kind check ((kind in ('import_undo', 'merge', 'merge_undo')) = (partner_id is not null)),
  constraint tasks_partner_together check (num_nulls(partner_id, subject_id, actor, input) in (0, 4)),
  constraint tasks_position_of_partner check (position is null or partner_id is not null),
  constraint tasks_running_iff_lane check ((state = 'running') = (lane is not null)),
  constraint tasks_started_unless_queued check (
    case state when 'queued' then started_at is null when 'cancelled' then true else started_at is not null end
  ),
  constraint tasks_over_iff_ended_at check ((state in ('done', 'failed', 'cancelled')) = (ended_at is not null)),
  constraint tasks_done_iff_result check ((state = 'done') = (result is not null)),
  constraint tasks_failed_iff_error check ((state = 'failed') = (error_code is not null)),
  constraint tasks_error_together check (num_nulls(error_code, error_detail) in (0, 2)),
  constraint tasks_total_needs_done check (progress_total is null or progress_done is not null)
);
-- One task at a time in each lane, and one at a time of each partner.
create unique index tasks_one_a_lane on tasks (lane) where state = 'running';
create unique index tasks_one_a_partner on tasks (partner_id) where state = 'running' and partner_id is not null;
create index tasks_unfinished on tasks (created_at, id) where state in ('queued', 'running');
create index tasks_of_operators on tasks (created_at, id) where partner_id is null;
create index tasks_of_partner on tasks (partner_id, created_at, id) where partner_id is not null;
create index tasks_of_subject on tasks (subject_id, created_at, id) where subject_id is not null;

-- Named operators. A revoked operator keeps its row and its name, so that a name in the log always means the same person.
create table operators (
  id uuid primary key,
  name text not null constraint operators_name_length check (char_length(name) between 1 and 80)
    constraint operators_name_trimmed check (name = btrim(name))
    constraint operators_name_not_reserved check (lower(name) <> 'environment'),
  token_hash bytea not null constraint operators_token_hash_unique unique
    constraint operators_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
-- Names that look alike would make the log ambiguous.
create unique index operators_name_unique on operators (lower(name));

-- The browsers in which operators are signed in. One that has ended has no row.
create table operator_sign_ins (
  id uuid primary key,
  -- Null for the operator of the environment.
  operator_id uuid constraint operator_sign_ins_operator references operators,
  -- Of the token that it was made with: it ends when `OPERATOR_TOKEN` changes.
  operator_token_hash bytea not null
    constraint operator_sign_ins_operator_token_hash_is_sha256 check (octet_length(operator_token_hash) = 32),
  token_hash bytea not null constraint operator_sign_ins_token_hash_unique unique
    constraint operator_sign_ins_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  constraint operator_sign_ins_ends_after_creation check (expires_at > created_at)
);

-- The successful writes of operators. `operator` is a name, so that an entry needs no other table.
create table operator_audit (
  id uuid primary key,
  at timestamptz not null,
  operator text not null,
  action text not null,
  target text,
  request_id text not null
);
create index operator_audit_by_time on operator_audit (at, id);

create trigger operator_audit_append_only before update or delete or truncate on operator_audit
  for each statement execute function refuse_change();
