import { privatePlayers } from '@bandeja/contract/plan-enums';
import { type Database, instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { bytea, nullable, oneOf, type RowOf, table, timestamptz, uuid } from '@bandeja/postgres/table';
import { writeUnsynced } from '@bandeja/postgres/unsynced';
import { BEFORE_ALL, type CreationKey, type Page } from '../paging/page.ts';

/** A link without its token: only a hash of it is stored, and never read into a row. */
const links = table('match_links', {
  id: uuid,
  partner_id: uuid,
  match_id: uuid,
  player_id: uuid,
  private_players: oneOf(privatePlayers),
  created_at: timestamptz,
  expires_at: timestamptz,
  last_used_at: nullable(timestamptz),
  withdrawn_at: nullable(timestamptz),
});

export interface MatchLinkRow extends RowOf<typeof links> {}

const newLinks = table('match_links', { ...links.columns, token_hash: bytea });

export type NewMatchLinkRow = RowOf<typeof newLinks>;

const replace = statement(
  'match_links_replace',
  `update match_links set withdrawn_at = $3::timestamptz
   where match_id = $1 and player_id = any($2::uuid[]) and withdrawn_at is null`,
);
const insert = statement('match_links_insert', newLinks.insert());

/** Stores links to a locked match, and withdraws the earlier ones of these players. */
export async function replaceMatchLinks(
  transaction: Transaction,
  matchId: string,
  rows: readonly NewMatchLinkRow[],
  at: number,
): Promise<void> {
  const playerIds = rows.map((row) => row.player_id);
  await Promise.all([
    transaction.query(replace, [matchId, playerIds, instant(at)]),
    transaction.query(insert, newLinks.values(rows)),
  ]);
}

const list = statement(
  'match_links_list',
  `select ${links.select('l')} from match_links l
   where l.match_id = $1 and (l.created_at, l.id) > ($2::timestamptz, $3::uuid)
   order by l.created_at, l.id limit $4 offset $5`,
);

/** All links to a match in order of creation, then id. */
export async function listMatchLinkRows(
  database: Queryable,
  matchId: string,
  page: Page<CreationKey>,
): Promise<MatchLinkRow[]> {
  const after = page.after ?? BEFORE_ALL;
  return database.query<MatchLinkRow>(list, [matchId, instant(after.created_at), after.id, page.limit, page.offset]);
}

const withdraw = statement(
  'match_links_withdraw',
  `update match_links set withdrawn_at = coalesce(withdrawn_at, $3::timestamptz)
   where id = $1 and partner_id = $2 returning id`,
);

/** Withdraws a link. Idempotent. @returns false if the partner has none with this id */
export async function withdrawMatchLink(
  database: Queryable,
  partnerId: string,
  id: string,
  at: number,
): Promise<boolean> {
  return (await database.query(withdraw, [id, partnerId, instant(at)])).length > 0;
}

// A player who was taken out of the match has no say about it.
const byToken = statement(
  'match_links_by_token',
  `select ${links.select('l')} from match_links l
   join matches m on m.id = l.match_id and l.player_id = any(m.player_ids)
   where l.token_hash = $1 and l.withdrawn_at is null and l.expires_at > $2::timestamptz`,
);

/** The link with this token, if it works at `now`. */
export async function findMatchLink(
  database: Queryable,
  tokenHash: Uint8Array,
  now: number,
): Promise<MatchLinkRow | undefined> {
  return (await database.query<MatchLinkRow>(byToken, [tokenHash, instant(now)]))[0];
}

const touch = statement('match_links_touch', 'update match_links set last_used_at = $2::timestamptz where id = $1');

export async function touchMatchLink(database: Database, id: string, at: number): Promise<void> {
  await writeUnsynced(database, touch, [id, instant(at)]);
}
