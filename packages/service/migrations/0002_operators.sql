-- Named operators. A revoked operator keeps its row; its name can be used again.
create table operators (
  id uuid primary key,
  name text not null constraint operators_name_length check (char_length(name) between 1 and 80)
    constraint operators_name_not_reserved check (name <> 'environment'),
  token_hash bytea not null constraint operators_token_hash_unique unique
    constraint operators_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create unique index operators_active_name on operators (name) where revoked_at is null;

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

create function operator_audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'operator_audit is append-only' using errcode = 'restrict_violation', constraint = 'operator_audit_append_only';
end
$$;
create trigger operator_audit_append_only before update or delete or truncate on operator_audit
  for each statement execute function operator_audit_refuse_change();
