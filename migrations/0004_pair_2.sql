-- What model pair-2 is given of a match besides: whether its pairs tell that teammates are alike, and draws. A rebuild, which the
-- new model needs in any case, gives the rows of earlier models their own values.
alter table match_ratings
  add column pair_evidence double precision not null default 0
    constraint match_ratings_pair_evidence_known check (pair_evidence in (0, 1)),
  add column result double precision not null default 1 constraint match_ratings_result_known check (result in (0.5, 1));
alter table match_ratings alter column pair_evidence drop default, alter column result drop default;

-- Earlier models had the penalty fixed.
alter table calibrations
  add column penalty double precision not null default 1.5 constraint calibrations_penalty_in_range check (penalty between 0 and 4);
alter table calibrations alter column penalty drop default;

-- A ledger without matches is of the new model from its first match; one with matches is rebuilt.
update ledger_state set model_version = 'pair-2', version = version + 1 where not exists (select from match_ratings);
