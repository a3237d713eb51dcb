-- What a calibration has learnt from the stored history: numbers that predictions and analysis use, and ratings never.

-- A row a calibration; the latest counts. Written by the operator, a few rows a year.
create table calibrations (
  calibrated_at timestamptz primary key,
  model_version text not null,
  steepness double precision not null constraint calibrations_steepness_in_range check (steepness between 0.4 and 2.5),
  hold_rate double precision not null constraint calibrations_hold_rate_is_share check (hold_rate > 0 and hold_rate < 1),
  matches bigint not null constraint calibrations_matches_natural check (matches >= 0),
  service_games bigint not null constraint calibrations_service_games_natural check (service_games >= 0)
);
