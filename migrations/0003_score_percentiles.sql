-- What share of the players past provisional has a lower score, by score. Written anew by the service every minute, or less often
-- where that takes long; empty until there are such players. Every profile that is read looks up one row.
create table score_percentiles (
  service_score integer primary key constraint score_percentiles_score_in_range check (service_score between 0 and 3000),
  percentile integer not null constraint score_percentiles_percentile_in_range check (percentile between 0 and 100)
);
