-- Sandboxes: the worlds of partners' test keys.

-- A row for every partner that has used a test key, written when that is first done and when the sandbox is cleared or its clock
-- moved. What is in the sandbox stands in a schema of its own, made by these same migrations and named after partner and
-- generation; there this table is empty.
create table sandboxes (
  partner_id uuid primary key constraint sandboxes_partner references partners,
  generation integer not null default 1 constraint sandboxes_generation_positive check (generation > 0),
  clock_ahead_ms double precision not null default 0 constraint sandboxes_clock_in_range check (abs(clock_ahead_ms) < 1e15),
  -- Rises by one with every change of the row.
  version bigint not null default 1 constraint sandboxes_version_positive check (version > 0),
  created_at timestamptz not null,
  cleared_at timestamptz
);

-- What is spent through test keys is counted by itself.
alter table partner_spending
  add column mode text not null default 'live' constraint partner_spending_mode_known check (mode in ('live', 'test')),
  drop constraint partner_spending_pkey,
  add primary key (partner_id, mode);
alter table partner_spending alter column mode drop default;
