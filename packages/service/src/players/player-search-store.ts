import { batchLookups } from '@bandeja/postgres/batch-lookups';
import { type Queryable, statement } from '@bandeja/postgres/database';
import type { Page } from '../paging/page.ts';
import { externalIdsOf, type WithExternalIds } from './external-ids-store.ts';
import { LISTED_COLUMNS, type ListedPlayer } from './listed-players-store.ts';
import { type PlayerRow, STARTING_LEVEL, type UsernameKey } from './store.ts';

/** A player in the results of a search. */
export type FoundPlayer = ListedPlayer &
  WithExternalIds &
  Pick<PlayerRow, 'country_code' | 'profile_is_public' | 'starting_level'>;

// Usernames have the collation "C", so those with a prefix are the range from the prefix to the successor of its last
// character: one index range, in which `_` and `%` have no special meaning.
const search = statement(
  'players_search',
  `select asked.n::integer as asked, found.*
   from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::uuid[]) with ordinality
     as asked("from", below, after, rows, skipped, partner_id, n)
   cross join lateral (
     select ${LISTED_COLUMNS}, ${STARTING_LEVEL}, p.country_code, p.profile_is_public, ${externalIdsOf('p', 'asked.partner_id')}
     from players p join player_ratings r on r.player_id = p.id
     where p.profile_is_public and p.username >= asked."from" and p.username < asked.below and p.username > asked.after
     order by p.username limit asked.rows offset asked.skipped
   ) found
   order by asked.n, found.username`,
);

interface AskedRange {
  readonly partnerId: string;
  readonly from: string;
  readonly below: string;
  readonly page: Page<UsernameKey>;
}

const lookUp = batchLookups<AskedRange, FoundPlayer[]>(async (database, asked) => {
  const found = await database.query<FoundPlayer & { readonly asked: number }>(search, [
    asked.map(({ from }) => from),
    asked.map(({ below }) => below),
    asked.map(({ page }) => page.after?.username ?? ''),
    asked.map(({ page }) => page.limit),
    asked.map(({ page }) => page.offset),
    asked.map(({ partnerId }) => partnerId),
  ]);
  const byAsked = Map.groupBy(found, (player) => player.asked);
  return asked.map((_, index) => byAsked.get(index + 1));
});

/** Public players with usernames in `[from, below)`, in their order. */
export async function searchPublicPlayers(
  database: Queryable,
  range: Omit<AskedRange, 'page'>,
  page: Page<UsernameKey>,
): Promise<FoundPlayer[]> {
  return (await lookUp(database, { ...range, page })) ?? [];
}
