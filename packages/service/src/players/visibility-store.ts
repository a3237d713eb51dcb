import { canonicalUsername } from '@bandeja/contract/username';
import { type Queryable, type Statement, statement, type Transaction } from '@bandeja/postgres/database';
import { uuidForm } from '../validation/validator.ts';

/**
 * The one rule of who may see a player, as a condition for a statement: the profile is public, or the partner created
 * it, or has it on one of its rosters. Every statement that answers a partner about a player holds it, so that an
 * invisible player and one that never existed are alike an absent row.
 *
 * Each `roster_members` probe is one look-up in `roster_members_by_player`, and only for private players of others.
 *
 * @param player the alias of `players` in the statement.
 * @param partnerId an SQL expression for the partner's id, such as `$1`.
 */
export function visibleTo(player: string, partnerId: string): string {
  return `(${player}.profile_is_public or ${player}.creator_partner_id = ${partnerId} or exists (
    select from roster_members visible_by where visible_by.player_id = ${player}.id and visible_by.partner_id = ${partnerId}))`;
}

/**
 * The player that a username means for a partner: the one that it registered, else the one that came on one of its rosters first, else the
 * public one. A subquery for a statement, with at most one player. Other visible players with the username are reached by their ids.
 * @param columns of `players p`
 * @param partnerId an SQL expression, as is `username`
 */
export const namedPlayer = (columns: string, partnerId: string, username: string): string => `(
    select ${columns} from players p where p.username = ${username} and ${visibleTo('p', partnerId)}
    order by p.creator_partner_id = ${partnerId} desc,
      (select min(m.added_at) from roster_members m where m.player_id = p.id and m.partner_id = ${partnerId}) nulls last, p.id
    limit 1)`;

/** {@link namedPlayer} for a key in the form of an id: the visible player with this id or, if there is none, with this username. */
export const identifiedPlayer: typeof namedPlayer = (columns, partnerId, key) => `(
    select ${columns} from players p where p.id = coalesce(
      (select i.id from players i where i.id = ${key}::text::uuid and ${visibleTo('i', partnerId)}),
      (select n.id from ${namedPlayer('p.id', partnerId, `${key}::text`)} n)))`;

/** A statement about one visible player. There are two texts, so that a look-up by name doesn't pay for one by id. */
export interface PlayerStatement {
  readonly byName: Statement;
  readonly byId: Statement;
  /** The one for a player's username or id, in canonical form. */
  of(key: string): Statement;
}

export function ofPlayer(make: (named: typeof namedPlayer, by: 'name' | 'id') => Statement): PlayerStatement {
  const [byName, byId] = [make(namedPlayer, 'name'), make(identifiedPlayer, 'id')];
  return { byName, byId, of: (key) => (uuidForm.test(key) ? byId : byName) };
}

const createdName = statement(
  'players_created_name',
  'select username from players where id = $2::uuid and creator_partner_id = $1',
);

/** The username that a partner means by the username or the id of a player that it created. @returns canonical */
export async function createdUsername(database: Queryable, partnerId: string, key: string): Promise<string> {
  const canonical = canonicalUsername(key);
  if (!uuidForm.test(canonical)) return canonical;
  return (await database.query<{ username: string }>(createdName, [partnerId, canonical]))[0]?.username ?? canonical;
}

const removeStrangers = statement(
  'roster_members_delete_strangers',
  `delete from roster_members m using players p
   where m.player_id = $1 and p.id = m.player_id and m.partner_id <> p.creator_partner_id
     and not exists (
       select from player_shares s where s.player_id = m.player_id and s.redeemed_by_partner_id = m.partner_id)`,
);

/** Removes a player from the rosters of partners that neither created it nor redeemed a share of it. */
export async function deleteMembershipsOfStrangers(transaction: Transaction, playerId: string): Promise<void> {
  await transaction.query(removeStrangers, [playerId]);
}
