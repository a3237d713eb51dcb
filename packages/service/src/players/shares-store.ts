import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { bytea, nullable, type RowOf, table, timestamptz, uuid } from '@bandeja/postgres/table';

const shares = table('player_shares', {
  id: uuid,
  /** SHA-256 of the code. */
  code_hash: bytea,
  created_at: timestamptz,
  expires_at: timestamptz,
  redeemed_at: nullable(timestamptz),
});

const newShares = shares.without('redeemed_at');
export interface NewShare extends RowOf<typeof newShares> {}

const insert = statement(
  'shares_insert',
  `insert into player_shares (player_id, ${newShares.select()})
   select p.id, share.* from players p cross join (${newShares.source(3)}) share
   where p.username = $2 and p.creator_partner_id = $1 for key share of p returning id`,
);

/** Stores a share of a player that the partner created. The row lock excludes a concurrent erasure. @returns false if the partner created no such player */
export async function insertShare(
  database: Queryable,
  of: { readonly partnerId: string; readonly username: string },
  share: NewShare,
): Promise<boolean> {
  return (await database.query(insert, [of.partnerId, of.username, ...newShares.values([share])])).length > 0;
}

const lockByCode = statement(
  'shares_lock_player',
  'select id from players where id = (select player_id from player_shares where code_hash = $1) for share',
);

/** Locks the player of a share against changes until the transaction ends, as {@link lockVisiblePlayer} does. Call it before the share is locked. */
export async function lockPlayerOfShare(transaction: Transaction, codeHash: Uint8Array): Promise<void> {
  await transaction.query(lockByCode, [codeHash]);
}

// The second of two concurrent updates blocks on the row, and then finds `redeemed_at` set.
const redeem = statement(
  'shares_redeem',
  `update player_shares s set redeemed_at = $3, redeemed_by_partner_id = $1 from players p
   where s.code_hash = $2 and s.redeemed_at is null and s.expires_at > $3
     and p.id = s.player_id and p.creator_partner_id is distinct from $1
   returning s.player_id`,
);

/** Uses up an open share of another partner and returns its player's id; undefined if no such share has this code. */
export async function redeemShareRow(
  transaction: Transaction,
  by: { readonly partnerId: string; readonly at: number },
  codeHash: Uint8Array,
): Promise<string | undefined> {
  const values = [by.partnerId, codeHash, instant(by.at)];
  return (await transaction.query<{ player_id: string }>(redeem, values))[0]?.player_id;
}

const redeemed = statement(
  'shares_redeemed',
  'select player_id from player_shares where code_hash = $2 and redeemed_by_partner_id = $1',
);

/** The player of a share that this partner has redeemed; undefined if it has redeemed none with this code. */
export async function readRedeemedShare(
  database: Queryable,
  partnerId: string,
  codeHash: Uint8Array,
): Promise<string | undefined> {
  return (await database.query<{ player_id: string }>(redeemed, [partnerId, codeHash]))[0]?.player_id;
}

const held = shares.only('created_at', 'expires_at', 'redeemed_at');
export interface HeldShare extends RowOf<typeof held> {}

const ofPlayer = statement(
  'export_shares',
  `select ${held.select()} from player_shares where player_id = $1 order by created_at, id`,
);

/** The shares that the partner has made of the player, oldest first. */
export function readShares(database: Queryable, playerId: string): Promise<HeldShare[]> {
  return database.query<HeldShare>(ofPlayer, [playerId]);
}
