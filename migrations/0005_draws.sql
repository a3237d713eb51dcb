-- A draw has no winning team. It was played to its end and has a scoreline, whose points are level.
alter table matches alter column winning_team drop not null,
  add constraint matches_draw_was_played check (winning_team is not null or (outcome = 'played' and set_scores <> ''));
