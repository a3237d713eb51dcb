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
-- there, whatever the clocks of nodes say; it is a note of when. `last_used_at` is written at most about once a minute a key.
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
