-- The audit trail: append-only, a chain of hashes per partner, written in the transaction that it records.

-- The end of each partner's chain. Locked first by whatever changes a match of the partner, which makes `seq` gapless.
create table audit_chains (
  partner_id uuid primary key constraint audit_chains_partner references partners,
  seq bigint not null constraint audit_chains_seq_natural check (seq >= 0),
  hash bytea not null constraint audit_chains_hash_is_sha256 check (octet_length(hash) = 32)
) with (fillfactor = 50);

create table audit_entries (
  partner_id uuid not null constraint audit_entries_chain references audit_chains,
  seq bigint not null constraint audit_entries_seq_positive check (seq > 0),
  match_id uuid not null constraint audit_entries_match references matches,
  at timestamptz not null,
  action text not null constraint audit_entries_action_known check (action in ('submitted', 'confirmed', 'amended', 'voided')),
  key_id uuid not null constraint audit_entries_key references api_keys,
  revision integer not null constraint audit_entries_revision_positive check (revision > 0),
  changes jsonb not null constraint audit_entries_changes_is_array check (jsonb_typeof(changes) = 'array'),
  previous_hash bytea not null constraint audit_entries_previous_hash_is_sha256 check (octet_length(previous_hash) = 32),
  hash bytea not null constraint audit_entries_hash_is_sha256 check (octet_length(hash) = 32),
  primary key (partner_id, seq)
);
create index audit_entries_by_match on audit_entries (match_id, seq);

create function audit_entries_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_entries is append-only' using errcode = 'restrict_violation', constraint = 'audit_entries_append_only';
end
$$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function audit_entries_refuse_change();

-- A chain only grows: its end moves up with its entries, and nobody takes it away.
create function audit_chains_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'an audit chain only grows' using errcode = 'restrict_violation', constraint = 'audit_chains_only_grow';
end
$$;
create trigger audit_chains_only_grow before update on audit_chains for each row
  when (new.seq <= old.seq or new.partner_id <> old.partner_id) execute function audit_chains_refuse_change();
create trigger audit_chains_not_removed before delete or truncate on audit_chains
  for each statement execute function audit_chains_refuse_change();
