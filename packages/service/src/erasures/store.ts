/** Removes a player's data from the tables. */
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import type { ErasureRow } from '../audit/erasures-store.ts';

/** A player who isn't erased, and the partner that created it. */
export interface NamedPlayer {
  readonly id: string;
  readonly partner_id: string;
  readonly username: string;
  readonly display_name: string;
}

const NAMED = 'select id, creator_partner_id as partner_id, username, display_name from players';
const ofCreator = statement('erasures_player_of_creator', `${NAMED} where creator_partner_id = $1 and username = $2`);
const byId = statement('erasures_player_by_id', `${NAMED} where id = $1 and erased_at is null`);

/** A player that the partner created. */
export async function findCreatedPlayer(
  database: Queryable,
  partnerId: string,
  username: string,
): Promise<NamedPlayer | undefined> {
  return (await database.query<NamedPlayer>(ofCreator, [partnerId, username]))[0];
}

/** A player who is not erased. */
export async function findNamedPlayer(database: Queryable, id: string): Promise<NamedPlayer | undefined> {
  return (await database.query<NamedPlayer>(byId, [id]))[0];
}

// Concurrent updates block on this row and then match nothing. A transaction that is writing a row about the player (a membership, a
// share) locks the player first, so the next statements here see that row and remove it.
const erase = statement(
  'erasures_erase_name',
  `with named as (
     select id, profile_is_public, display_name from players where id = $1 and creator_partner_id = $2 and username = $4 for no key update
   )
   update players p set username = null, display_name = null, sort_name = null, name_words = null, country_code = null,
     profile_is_public = false, creator_partner_id = null, erased_at = $3, version = version + 1
   from named where p.id = named.id
   returning p.id as player_id, named.display_name, case when named.profile_is_public then erased_name_hash($4) end as name_hash`,
);

/** What an erasure keeps of a player, and the display name that it removed. */
export interface ErasedPlayer extends Pick<ErasureRow, 'player_id' | 'name_hash'> {
  readonly display_name: string;
}

/** Removes everything that names a player; undefined if the player is already erased. */
export async function eraseName(
  transaction: Transaction,
  { id, partner_id, username }: NamedPlayer,
  at: number,
): Promise<ErasedPlayer | undefined> {
  const values = [id, partner_id, instant(at), username];
  return (await transaction.query<ErasedPlayer>(erase, values))[0];
}

const removeMemberships = statement(
  'erasures_remove_memberships',
  'delete from roster_members where player_id = $1 returning partner_id',
);
const removeShares = statement('erasures_remove_shares', 'delete from player_shares where player_id = $1');
const removeExternalIds = statement('erasures_remove_external_ids', 'delete from external_ids where player_id = $1');

const removeLevels = statement('erasures_remove_levels', 'delete from player_starting_levels where player_id = $1');
const removeLevelChanges = statement(
  'erasures_remove_level_changes',
  'delete from starting_level_changes where player_id = $1',
);

const removeShifts = statement('erasures_remove_score_shifts', 'delete from score_shifts where player_id = $1');

const removeLinks = statement('erasures_remove_links', 'delete from match_links where player_id = $1');
const removeReasons = statement(
  'erasures_remove_reasons',
  'update match_answers set reason = null where player_id = $1 and reason is not null',
);

/**
 * Removes a player from all rosters, its shares, all partners' ids of it, its links to matches, the reasons of its answers, the words of
 * its starting levels, and the shifts of its score.
 * @returns the partners that had it on a roster
 */
export async function removeRelations(transaction: Transaction, playerId: string): Promise<string[]> {
  const [rosters] = await Promise.all([
    transaction.query<{ partner_id: string }>(removeMemberships, [playerId]),
    transaction.query(removeShares, [playerId]),
    transaction.query(removeLinks, [playerId]),
    transaction.query(removeReasons, [playerId]),
    transaction.query(removeExternalIds, [playerId]),
    transaction.query(removeLevels, [playerId]),
    transaction.query(removeLevelChanges, [playerId]),
    transaction.query(removeShifts, [playerId]),
  ]);
  return [...new Set(rosters.map((roster) => roster.partner_id))];
}
