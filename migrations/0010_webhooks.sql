-- Webhooks: to which addresses the events of a partner are sent, how far each address has got, and what was tried.

-- A receiver of a partner. An endpoint reads its partner's events in order, so it needs a place, and no row for each event.
create table webhook_endpoints (
  id uuid primary key,
  partner_id uuid not null constraint webhook_endpoints_partner references partners,
  url text not null constraint webhook_endpoints_url_length check (char_length(url) between 1 and 2000),
  -- Null: every type.
  event_types text[] constraint webhook_endpoints_some_event_type check (cardinality(event_types) > 0),
  -- Why and since when nothing is sent; null while the endpoint is enabled.
  disabled_reason text constraint webhook_endpoints_disabled_reason_known check (disabled_reason in ('requested', 'gone', 'failing')),
  disabled_at timestamptz,
  -- Kept as they are, since each delivery is signed with them.
  secret bytea not null constraint webhook_endpoints_secret_length check (octet_length(secret) between 24 and 64),
  previous_secret bytea constraint webhook_endpoints_previous_secret_length check (octet_length(previous_secret) between 24 and 64),
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  -- Rises with every change that a request makes. The deliverer writes only to the version that it has read.
  version bigint not null default 1 constraint webhook_endpoints_version_positive check (version > 0),
  -- Every event up to this position was delivered, given up, or waits in webhook_waiting.
  delivered_through bigint not null constraint webhook_endpoints_delivered_through_natural check (delivered_through >= 0),
  -- Tries that failed since the last one that succeeded, and since when.
  failures_in_a_row integer not null default 0 constraint webhook_endpoints_failures_natural check (failures_in_a_row >= 0),
  failing_since timestamptz,
  last_delivered_at timestamptz,
  constraint webhook_endpoints_disabled_together check (num_nulls(disabled_reason, disabled_at) in (0, 2)),
  constraint webhook_endpoints_previous_secret_together check (num_nulls(previous_secret, previous_secret_until) in (0, 2)),
  constraint webhook_endpoints_failing_since_iff_failures check ((failures_in_a_row > 0) = (failing_since is not null))
) with (fillfactor = 50);
create index webhook_endpoints_by_partner on webhook_endpoints (partner_id, created_at, id);

-- The events of an endpoint that are out of line: those that failed and are tried again, those about the same match or player
-- that wait for them, and those that are to be sent again. `place` is the event's position times 256 plus its part.
create table webhook_waiting (
  endpoint_id uuid not null constraint webhook_waiting_endpoint references webhook_endpoints on delete cascade,
  place bigint not null constraint webhook_waiting_place_positive check (place > 0),
  -- The match or the player that the event is about.
  subject_id uuid not null,
  attempts integer not null constraint webhook_waiting_attempts_natural check (attempts >= 0),
  first_tried_at timestamptz,
  -- Not before; it may have to wait for earlier events of its subject still.
  next_try_at timestamptz not null,
  primary key (endpoint_id, place),
  constraint webhook_waiting_tried_iff_attempts check ((attempts > 0) = (first_tried_at is not null))
) with (fillfactor = 70);

-- A row for each try; kept for 30 days. It has neither the event nor what the receiver answered.
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

-- Which process sends webhooks. One row; times are those of the database's clock.
create table webhook_lease (
  id smallint primary key constraint webhook_lease_one_row check (id = 1),
  holder uuid,
  lease_until timestamptz,
  constraint webhook_lease_together check (num_nulls(holder, lease_until) in (0, 2))
) with (fillfactor = 50);
insert into webhook_lease (id) values (1);

-- The service disables an endpoint by itself; an event says so.
alter table change_log
  add column webhook_endpoint_id uuid,
  add column disabled_reason text constraint change_log_disabled_reason_known check (disabled_reason in ('gone', 'failing')),
  add constraint change_log_endpoint_iff_disabled check (
    num_nulls(webhook_endpoint_id, disabled_reason) = case when kind = 'webhook_endpoint.disabled' then 0 else 2 end),
  drop constraint change_log_kind_known,
  add constraint change_log_kind_known check (
    kind in ('match.pending', 'match.completed', 'match.amended', 'match.voided', 'ratings', 'player.registered', 'player.erased',
      'webhook_endpoint.disabled')),
  drop constraint change_log_players_if_not_of_match,
  add constraint change_log_players_if_not_of_match check (
    starts_with(kind, 'match.') or kind = 'webhook_endpoint.disabled' or player_ids is not null);
