import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';

export interface NewShare {
  readonly id: string;
  /** SHA-256 of the code. */
  readonly code_hash: Uint8Array;
  readonly created_at: number;
  readonly expires_at: number;
}

const insert = statement(
  'shares_insert',
  `insert into player_shares (id, player_id, code_hash, created_at, expires_at)
   select $3, p.id, $4, $5, $6 from players p where p.username = $2 and p.creator_partner_id = $1 for key share returning id`,
);

/** Stores a share of a player that the partner created. The row lock excludes a concurrent erasure. @returns false if the partner created no such player */
export async function insertShare(
  database: Queryable,
  of: { readonly partnerId: string; readonly username: string },
  share: NewShare,
): Promise<boolean> {
  const values = [
    of.partnerId,
    of.username,
    share.id,
    share.code_hash,
    instant(share.created_at),
    instant(share.expires_at),
  ];
  return (await database.query(insert, values)).length > 0;
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
