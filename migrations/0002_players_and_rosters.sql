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
  updated_at timestamptz not null
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
