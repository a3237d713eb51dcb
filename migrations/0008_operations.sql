-- Since when ratings are not final: when the earliest change was made that the run under way, or the next one, settles.
alter table ledger_state add column run_since timestamptz, add column next_since timestamptz;
update ledger_state set run_since = run_started_at, next_since = case when next_played_at is not null then clock_timestamp() end;
alter table ledger_state
  drop constraint ledger_state_run_together,
  add constraint ledger_state_run_together check (num_nulls(run_played_at, run_match_id, run_started_at, run_since) in (0, 4)),
  drop constraint ledger_state_next_together,
  add constraint ledger_state_next_together check (num_nulls(next_played_at, next_match_id, next_since) in (0, 3));

-- What each key did on each day (UTC). Processes add their counts every few seconds.
create table usage_days (
  day date not null,
  partner_id uuid not null constraint usage_days_partner references partners,
  key_id uuid not null constraint usage_days_key references api_keys,
  requests bigint not null,
  rate_limited bigint not null,
  units bigint not null,
  matches_stored bigint not null,
  matches_duplicate bigint not null,
  matches_rejected bigint not null,
  constraint usage_days_counts_natural check (
    least(requests, rate_limited, units, matches_stored, matches_duplicate, matches_rejected) >= 0
  ),
  primary key (day, partner_id, key_id)
);
