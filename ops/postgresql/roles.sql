-- The rights of two roles in the database of the service, which must exist. The owner of the database grants them: `bandeja-service migrate`
-- runs this file after the migrations. It can be repeated.
--
--   bandeja         the service. It changes rows and creates the schemas of sandboxes. It cannot alter tables, and only append to the
--                   audit trail.
--   bandeja_reader  reports and monitoring. It reads results, ratings and counts, but no names, keys, secrets, sign-ins, addresses,
--                   and no text that a person wrote.

-- Several nodes may migrate at once. The lock is that of migrations.
select pg_advisory_xact_lock(2263352);

-- By default, every role of the server may connect.
do $$
begin
  execute format('revoke all on database %I from public, bandeja, bandeja_reader', current_database());
  execute format('grant connect, temporary, create on database %I to bandeja', current_database());
  execute format('grant connect on database %I to bandeja_reader', current_database());
end
$$;
revoke all on schema public from public, bandeja, bandeja_reader;
grant usage on schema public to bandeja, bandeja_reader;
revoke all on all tables in schema public from public, bandeja, bandeja_reader;
revoke all on all sequences in schema public from public, bandeja, bandeja_reader;

grant select, insert, update, delete on all tables in schema public to bandeja;
-- `select` for pg_dump.
grant select, usage on all sequences in schema public to bandeja;
revoke insert, update, delete on schema_migrations from bandeja;
-- The audit trail. A trigger refuses these changes too; the owner could drop it.
revoke update, delete on audit_entries, audit_chains, operator_audit, erasures, erasure_salt from bandeja;
grant update (seq, hash) on audit_chains to bandeja;
-- Erasing a player deletes these rows.
revoke update on starting_level_changes from bandeja;

-- The tables that later migrations create.
alter default privileges in schema public grant select, insert, update, delete on tables to bandeja;
alter default privileges in schema public grant select, usage on sequences to bandeja;

grant select on
  schema_migrations, scale, partners, usage_days, sandboxes,
  player_ratings, score_shifts, player_starting_levels, score_percentiles, roster_members,
  sessions, player_matches, match_ratings, calibrations,
  ledger_state, guards, region_links, settlements, leases,
  event_clock, event_log, webhook_queue, webhook_deliveries
to bandeja_reader;
grant select (id, country_code, profile_is_public, creator_partner_id, created_at, erased_at, version) on players to bandeja_reader;
grant select (
  id, partner_id, external_ref, status, revision, played_at, winning_team, trust_tier, outcome, competition_type, scoring,
  duration_minutes, session_external_ref, player_ids, teams, court_positions, set_scores, created_at, completed_at, voided_at,
  confirmation_reported_by, confirmation_deadline, confirmation_then, confirmation_state, confirmation_decided_by,
  plan_id, plan_round, plan_court, entered_by
) on matches to bandeja_reader;
grant select (match_id, player_id, answer, at) on match_answers to bandeja_reader;
grant select (
  id, partner_id, created_at, last_row_at, closed_at, created, duplicate, conflict, voided, held, rejected, players_registered
) on imports to bandeja_reader;
grant select (import_id, line, state, match_id) on import_rows to bandeja_reader;
grant select (partner_id, seq) on audit_chains to bandeja_reader;
grant select (partner_id, seq, match_id, player_id, at, revision, actor, action) on audit_entries to bandeja_reader;
grant select (partner_id, seq, player_id, at) on erasures to bandeja_reader;
grant select (
  id, partner_id, event_types, disabled_reason, disabled_at, created_at, version, queued_position, queued_id,
  failures_in_a_row, failing_since, last_delivered_at, paused_until, next_due_at
) on webhook_endpoints to bandeja_reader;
grant select (
  id, kind, state, subject_id, partner_id, progress_done, progress_total, error_code, created_at, started_at, ended_at, lane, attempts,
  crashes
) on tasks to bandeja_reader;
