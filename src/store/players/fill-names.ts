import { type Database, statement } from '../engine/database.ts';
import { nameColumns } from './name-words.ts';

/** Of a few hundred bytes each. */
const PLAYERS_AT_ONCE = 2_000;

const nameless = statement(
  'players_without_words',
  `select id, username, display_name from players where sort_name is null and erased_at is null order by id limit ${PLAYERS_AT_ONCE}`,
);

const fill = statement(
  'players_fill_words',
  `update players p set sort_name = n.sort_name, name_words = n.name_words
   from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as n(id, display_name, sort_name, name_words)
   where p.id = n.id and p.display_name = n.display_name and p.sort_name is null`,
);

interface NamelessPlayer {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
}

/** Makes players findable that were registered by a version before 0002_find_players.sql. May be interrupted, and run by several nodes at once. */
export async function fillNames(database: Database): Promise<number> {
  for (let filled = 0; ; ) {
    const players = await database.query<NamelessPlayer>(nameless);
    if (players.length === 0) return filled;
    const columns = players.map(nameColumns);
    await database.query(fill, [
      players.map(({ id }) => id),
      players.map(({ display_name }) => display_name),
      columns.map(({ sort_name }) => sort_name),
      columns.map(({ name_words }) => name_words),
    ]);
    filled += players.length;
  }
}
