import { type Queryable, statement } from './database.ts';
import { gathered } from './gathered.ts';
import { numberOrNull, unpackDoubles, unpackDoublesOfIntegers, unpackInstants } from './packed.ts';
import type { Page } from './page.ts';
import { IS_SETTLING, type PlayerRow, type UsernameKey } from './players.ts';

/** A player as a search finds it: whatever an answer shows. */
export type FoundPlayer = Omit<PlayerRow, 'mean'>;

// A prefix of `"C"`-collated text is the range from itself up to its last character's successor: one index range, in
// which `_` and `%` are characters like others. The prefix itself stands first in it.
//
// A search is one row of the answer, its players column by column: twenty rows of ten values cost both sides more than
// finding them. The aggregates get the rows as the inner query has them in order. Neither an id nor a username has a blank in it, so those are joined; numbers go as they are in memory.
const search = statement(
  'players_search',
  `select asked.n::integer as asked, found.*
   from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[]) with ordinality
     as asked("from", below, after, rows, skipped, n)
   cross join lateral (
     select string_agg(f.id::text, ' ') as ids, string_agg(f.username, ' ') as usernames,
       array_agg(f.display_name) as display_names, array_agg(f.country_code) as country_codes,
       array_agg(f.is_settling) as are_settling, array_send(array_agg(f.variance)) as variances,
       array_send(array_agg(f.shown)) as shown, array_send(array_agg(f.last_played_at)) as last_played_at,
       array_send(array_agg(f.matches_played)) as matches_played
     from (
       select p.id, p.username, p.display_name, p.country_code, r.variance, r.shown, r.last_played_at, r.matches_played,
         ${IS_SETTLING} as is_settling
       from players p join player_ratings r on r.player_id = p.id
       where p.profile_is_public and p.username >= asked."from" and p.username < asked.below and p.username > asked.after
       order by p.username limit asked.rows offset asked.skipped
     ) f
   ) found`,
);

interface FoundColumns {
  readonly asked: number;
  readonly ids: string;
  readonly usernames: string;
  readonly display_names: readonly string[];
  readonly country_codes: readonly (string | null)[];
  readonly are_settling: readonly boolean[];
  readonly variances: Uint8Array;
  readonly shown: Uint8Array;
  readonly last_played_at: Uint8Array;
  readonly matches_played: Uint8Array;
}

/** All columns are null together: nobody was found. */
type MaybeFoundColumns =
  | FoundColumns
  | (Record<Exclude<keyof FoundColumns, 'asked'>, null> & { readonly asked: number });

const isFound = (columns: MaybeFoundColumns | undefined): columns is FoundColumns => (columns?.ids ?? null) !== null;

function playersOf(columns: FoundColumns): FoundPlayer[] {
  const ids = columns.ids.split(' ');
  const usernames = columns.usernames.split(' ');
  const variances = unpackDoubles(columns.variances, ids.length);
  const shown = unpackDoubles(columns.shown, ids.length);
  const lastPlayedAt = unpackInstants(columns.last_played_at, ids.length);
  const matchesPlayed = unpackDoublesOfIntegers(columns.matches_played, ids.length);
  return ids.map((id, index) => ({
    id,
    username: usernames[index] ?? '',
    display_name: columns.display_names[index] ?? '',
    country_code: columns.country_codes[index] ?? null,
    profile_is_public: true,
    variance: numberOrNull(variances[index]),
    shown: numberOrNull(shown[index]),
    last_played_at: numberOrNull(lastPlayedAt[index]),
    matches_played: matchesPlayed[index] ?? 0,
    is_settling: columns.are_settling[index] ?? false,
  }));
}

interface AskedRange {
  readonly from: string;
  readonly below: string;
  readonly page: Page<UsernameKey>;
}

const searchTogether = gathered<AskedRange, FoundPlayer[]>(async (database, asked) => {
  const found = await database.query<MaybeFoundColumns>(search, [
    asked.map(({ from }) => from),
    asked.map(({ below }) => below),
    asked.map(({ page }) => page.after?.username ?? ''),
    asked.map(({ page }) => page.limit),
    asked.map(({ page }) => page.offset),
  ]);
  const columns = new Map(found.map((one) => [one.asked, one]));
  return asked.map((_, index) => {
    const one = columns.get(index + 1);
    return isFound(one) ? playersOf(one) : [];
  });
});

/** Public players with usernames in `[from, below)`, in their order. */
export async function searchPublicPlayers(
  database: Queryable,
  { from, below }: { readonly from: string; readonly below: string },
  page: Page<UsernameKey>,
): Promise<FoundPlayer[]> {
  return (await searchTogether(database, { from, below, page })) ?? [];
}
