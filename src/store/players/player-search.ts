import { type Queryable, statement } from '../engine/database.ts';
import { gathered } from '../engine/gathered.ts';
import type { Page } from '../page.ts';
import {
  LISTED_AS_COLUMNS,
  LISTED_COLUMNS,
  type ListedAsColumns,
  type ListedPlayer,
  type OrNull,
  playersOf,
} from './player-columns.ts';
import type { PlayerRow, UsernameKey } from './players.ts';

/** A player as a search finds it: whatever an answer shows. */
export type FoundPlayer = ListedPlayer & Pick<PlayerRow, 'country_code' | 'profile_is_public'>;

// A prefix of `"C"`-collated text is the range from itself up to its last character's successor: one index range, in
// which `_` and `%` are characters like others. The prefix itself stands first in it.
const search = statement(
  'players_search',
  `select asked.n::integer as asked, found.*
   from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[]) with ordinality
     as asked("from", below, after, rows, skipped, n)
   cross join lateral (
     select ${LISTED_AS_COLUMNS}, array_agg(f.country_code) as country_codes
     from (
       select ${LISTED_COLUMNS}, p.country_code
       from players p join player_ratings r on r.player_id = p.id
       where p.profile_is_public and p.username >= asked."from" and p.username < asked.below and p.username > asked.after
       order by p.username limit asked.rows offset asked.skipped
     ) f
   ) found`,
);

interface FoundColumns extends ListedAsColumns {
  readonly country_codes: readonly (string | null)[];
}

interface AskedRange {
  readonly from: string;
  readonly below: string;
  readonly page: Page<UsernameKey>;
}

const searchTogether = gathered<AskedRange, FoundPlayer[]>(async (database, asked) => {
  const found = await database.query<OrNull<FoundColumns> & { readonly asked: number }>(search, [
    asked.map(({ from }) => from),
    asked.map(({ below }) => below),
    asked.map(({ page }) => page.after?.username ?? ''),
    asked.map(({ page }) => page.limit),
    asked.map(({ page }) => page.offset),
  ]);
  const columns = new Map(found.map((one) => [one.asked, one]));
  return asked.map((_, index) => foundPlayersOf(columns.get(index + 1)));
});

const foundPlayersOf = (columns: OrNull<FoundColumns> | undefined): FoundPlayer[] =>
  playersOf(columns, ({ country_codes: codes }: FoundColumns) => (index) => ({
    country_code: codes[index] ?? null,
    profile_is_public: true,
  }));

/** Public players with usernames in `[from, below)`, in their order. */
export async function searchPublicPlayers(
  database: Queryable,
  { from, below }: { readonly from: string; readonly below: string },
  page: Page<UsernameKey>,
): Promise<FoundPlayer[]> {
  return (await searchTogether(database, { from, below, page })) ?? [];
}
