-- Finding players by the words of their names.

-- Both are made by the service (src/store/players/name-words.ts), so that both databases agree: the display name without case and
-- accents, and the words of display name and username, as a list with commas. Null until a start has filled them, which each start
-- does before it listens.
alter table players
  add column sort_name text collate "C",
  add column name_words text collate "C",
  add constraint players_sort_name_with_words check ((sort_name is null) = (name_words is null));
create index players_without_words on players (id) where sort_name is null;

-- The words but the first of the list, which the order of names finds. Every look-up sees all of this index; a list of pending
-- entries beside it would be read from end to end each time.
create index players_by_word on players using gin (array_to_tsvector((string_to_array(name_words, ','))[2:])) with (fastupdate = off);
-- With the words, so that looking for them along the order of names reads the index alone.
create index players_public_by_name on players (sort_name, username) include (name_words) where profile_is_public;
create index players_of_creator_by_name on players (creator_partner_id, sort_name, username) include (name_words);

-- Whether the player was created by another partner. A partner's own people are those it created and its guests.
alter table roster_members add column is_guest boolean not null default false;
update roster_members m set is_guest = true from players p where p.id = m.player_id and p.creator_partner_id <> m.partner_id;
create index roster_members_guests on roster_members (partner_id, player_id) where is_guest;
