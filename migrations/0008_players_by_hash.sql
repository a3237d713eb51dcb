-- Rankings, rosters, cards and submissions look many players up by their ids, one by one.

-- By hash each takes two pages, however many players there are; by their keys three at a thousand players, four at a million.
-- The keys remain, since only they can be unique.
create index players_by_id on players using hash (id);
create index player_ratings_by_player on player_ratings using hash (player_id);
