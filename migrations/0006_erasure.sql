-- Erasing players. What is left of one is a row with its random id: matches, ratings and audit entries of others refer to it.

alter table players
  alter column username drop not null,
  alter column display_name drop not null,
  alter column creator_partner_id drop not null,
  add column erased_at timestamptz,
  add constraint players_named_unless_erased check (
    num_nulls(username, display_name, creator_partner_id) = case when erased_at is null then 0 else 3 end),
  add constraint players_erased_without_details check (
    erased_at is null or (not profile_is_public and num_nonnulls(country_code, sort_name, name_words) = 0));
create index players_erased on players (id) where erased_at is not null;

-- An erased player has no words to fill in.
drop index players_without_words;
create index players_without_words on players (id) where sort_name is null and erased_at is null;

create function players_refuse_return() returns trigger language plpgsql as $$
begin
  raise exception 'an erased player stays erased' using errcode = 'restrict_violation', constraint = 'players_stay_erased';
end
$$;
create trigger players_stay_erased before update on players for each row
  when (old.erased_at is not null) execute function players_refuse_return();

-- Hashed before usernames of erased players, so that lists of hashes of common names are of no use. One row, made here.
create table erasure_salt (
  id smallint primary key constraint erasure_salt_one_row check (id = 1),
  salt bytea not null constraint erasure_salt_of_32_bytes check (octet_length(salt) = 32)
);
insert into erasure_salt values (1, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

create function erased_name_hash(username text) returns bytea language sql stable strict as $$
  select sha256(salt || convert_to(username, 'UTF8')) from erasure_salt where id = 1
$$;

-- A row an erasure, written in its transaction and never changed. Each partner's rows are a chain by their hashes.
create table erasures (
  partner_id uuid not null constraint erasures_partner references partners,
  seq bigint not null constraint erasures_seq_positive check (seq > 0),
  player_id uuid not null constraint erasures_player_unique unique constraint erasures_player references players,
  at timestamptz not null,
  key_id uuid constraint erasures_key references api_keys,
  -- Keeps the username from partners that did not create the player.
  name_hash bytea not null constraint erasures_name_hash_is_sha256 check (octet_length(name_hash) = 32),
  hash bytea not null constraint erasures_hash_is_sha256 check (octet_length(hash) = 32),
  actor text not null constraint erasures_actor_known check (actor in ('key', 'operator')),
  primary key (partner_id, seq),
  constraint erasures_actor_is_key_iff_key_id check ((actor = 'key') = (key_id is not null))
);
create index erasures_by_name on erasures (name_hash);
create index erasures_by_time on erasures (at, player_id);

create function erasures_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'erasures is append-only' using errcode = 'restrict_violation', constraint = 'erasures_append_only';
end
$$;
create trigger erasures_append_only before update or delete or truncate on erasures
  for each statement execute function erasures_refuse_change();
