/** Reads and writes partners' own ids of players. Every statement names the partner: no other may read them. */
import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import type { NameKey } from './name-search-store.ts';
import { namedPlayer, ofPlayer, visibleTo } from './visibility-store.ts';

/** The partner's ids of `player`, as “kind:value”, by kind. For a select list. */
export const externalIdsOf = (player: string, partnerId: string): string => `array(
    select x.kind || ':' || x.value from external_ids x where x.player_id = ${player}.id and x.partner_id = ${partnerId}
    order by x.kind) as external_ids`;

/** A row with {@link externalIdsOf}. */
export interface WithExternalIds {
  readonly external_ids: readonly string[];
}

const lockPartners = statement(
  'external_ids_lock_partners',
  'select id from partners where id = any($1::uuid[]) order by id for no key update',
);

/** Lets one transaction at a time write a partner's ids, or make players invisible to it. Lock it before rosters and players. */
export async function lockExternalIds(transaction: Transaction, partnerIds: readonly string[]): Promise<void> {
  await transaction.query(lockPartners, [[...new Set(partnerIds)]]);
}

/** An id that a registration sends. */
export interface SentId {
  readonly partnerId: string;
  /** Or the id of a player, in a path. */
  readonly username: string;
  readonly kind: string;
  readonly value: string;
}

/** The stored rows that concern a {@link SentId}. */
export interface KnownId {
  readonly asked: number;
  /** The player that the username means; null if there is none. */
  readonly player_id: string | null;
  /** Whether it is the partner's own player or on one of its rosters. */
  readonly is_own: boolean;
  readonly is_public: boolean;
  /** How many kinds it has, and whether it has this one. */
  readonly kinds: number;
  readonly has_kind: boolean;
  /** The player that has the value. */
  readonly holder_id: string | null;
  readonly holder_username: string | null;
}

const known = statement(
  'external_ids_known',
  `select asked.n::integer - 1 as asked, named.id as player_id, coalesce(named.profile_is_public, false) as is_public,
     coalesce(named.creator_partner_id = asked.partner_id or exists (
       select from roster_members m where m.player_id = named.id and m.partner_id = asked.partner_id), false) as is_own,
     (select count(*)::integer from external_ids k where k.player_id = named.id and k.partner_id = asked.partner_id) as kinds,
     exists (
       select from external_ids k where k.player_id = named.id and k.partner_id = asked.partner_id and k.kind = asked.kind) as has_kind,
     x.player_id as holder_id, holder.username as holder_username
   from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) with ordinality as asked(partner_id, username, kind, value, n)
   left join lateral ${namedPlayer('p.*', 'asked.partner_id', 'asked.username')} named on true
   left join external_ids x on x.partner_id = asked.partner_id and x.kind = asked.kind and x.value = asked.value
   left join players holder on holder.id = x.player_id
   order by asked.n`,
);

/** @returns one for each, in the order given */
export async function readKnownIds(database: Queryable, sent: readonly SentId[]): Promise<KnownId[]> {
  return database.query<KnownId>(known, [
    sent.map(({ partnerId }) => partnerId),
    sent.map(({ username }) => username),
    sent.map(({ kind }) => kind),
    sent.map(({ value }) => value),
  ]);
}

const insertAll = statement(
  'external_ids_insert_all',
  `insert into external_ids (partner_id, kind, value, player_id)
   select n.partner_id, n.kind, n.value, p.id
   from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) with ordinality as n(partner_id, kind, value, player_id, place)
   join players p on p.id = n.player_id and ${visibleTo('p', 'n.partner_id')}
   order by n.place on conflict do nothing`,
);

/** Adds ids of kinds that their players don't have. Players that the partner may not see are left out. */
export async function insertExternalIds(
  transaction: Transaction,
  added: readonly (Omit<SentId, 'username'> & { readonly playerId: string })[],
): Promise<void> {
  await transaction.query(insertAll, [
    added.map(({ partnerId }) => partnerId),
    added.map(({ kind }) => kind),
    added.map(({ value }) => value),
    added.map(({ playerId }) => playerId),
  ]);
}

/** The result of {@link writeExternalId}. */
export interface WrittenId {
  readonly is_written: boolean;
  readonly had_kind: boolean;
  /** Another player with the value. */
  readonly holder_id: string | null;
  readonly holder_username: string | null;
}

const write = ofPlayer((named, by) =>
  statement(
    ['external_ids_write', by].join('_'),
    `with seen as ${named('p.id', '$1', '$2')},
   held as (
     select x.player_id, p.username from external_ids x join players p on p.id = x.player_id
     where x.partner_id = $1 and x.kind = $3 and x.value = $4 and x.player_id not in (select id from seen)
   ),
   known as (select x.kind from external_ids x join seen on x.player_id = seen.id where x.partner_id = $1),
   written as (
     insert into external_ids (partner_id, kind, value, player_id)
     select $1, $3, $4, id from seen where not exists (select from held) and (
       (select count(*) from known) < $5::integer or $3 in (select kind from known))
     on conflict (player_id, partner_id, kind) do update set value = excluded.value
     returning kind
   )
   select exists (select from written) as is_written, $3 in (select kind from known) as had_kind,
     held.player_id as holder_id, held.username as holder_username
   from seen left join held on true`,
  ),
);

/**
 * Stores an id of a visible player, unless another player has it or the player has too many. Lock the ids and the player first.
 * @returns undefined if the player is invisible or doesn't exist
 */
export async function writeExternalId(
  transaction: Transaction,
  { partnerId, username, kind, value }: SentId,
  most: number,
): Promise<WrittenId | undefined> {
  return (await transaction.query<WrittenId>(write.of(username), [partnerId, username, kind, value, most]))[0];
}

const remove = ofPlayer((named, by) =>
  statement(
    ['external_ids_remove', by].join('_'),
    `with seen as ${named('p.id', '$1', '$2')},
   gone as (delete from external_ids x using seen where x.player_id = seen.id and x.partner_id = $1 and x.kind = $3)
   select id from seen`,
  ),
);

/** Deletes an id of a visible player. Idempotent. @returns false if the player is invisible or doesn't exist */
export async function deleteExternalId(
  database: Queryable,
  { partnerId, username, kind }: Omit<SentId, 'value'>,
): Promise<boolean> {
  return (await database.query(remove.of(username), [partnerId, username, kind])).length > 0;
}

const INVISIBLE = `p.id = x.player_id and not ${visibleTo('p', 'x.partner_id')}`;
const removeOfInvisible = statement(
  'external_ids_delete_of_invisible',
  `delete from external_ids x using players p where x.player_id = $1 and ${INVISIBLE}`,
);
const removeInvisible = statement(
  'external_ids_delete_invisible',
  `delete from external_ids x using players p where x.partner_id = $1 and ${INVISIBLE}`,
);

/** Deletes the ids of a player for the partners that no longer see it. Lock the ids first, unless the player has turned private. */
export async function deleteIdsOfInvisible(transaction: Transaction, playerId: string): Promise<void> {
  await transaction.query(removeOfInvisible, [playerId]);
}

/** Deletes the partner's ids of all players that it no longer sees. Lock the ids first. */
export async function deleteInvisibleIds(transaction: Transaction, partnerId: string): Promise<void> {
  await transaction.query(removeInvisible, [partnerId]);
}

const found = statement(
  'external_ids_player',
  `select p.id, p.sort_name, p.username from external_ids x
   cross join lateral (select * from players where id = x.player_id limit 1) p
   where x.partner_id = $1 and x.kind = $2 and x.value = $3`,
);

/** The player with an id of the partner. */
export async function findHolder(
  database: Queryable,
  { partnerId, kind, value }: Omit<SentId, 'username'>,
): Promise<NameKey | undefined> {
  return (await database.query<NameKey>(found, [partnerId, kind, value]))[0];
}
