import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import type { Page } from '../paging/page.ts';
import { players, type UsernameKey } from '../players/store.ts';
import { visibleTo } from '../players/visibility-store.ts';

/** A partner's named group of players. */
const rosters = table('rosters', { partner_id: uuid, slug: text, name: nullable(text), created_at: timestamptz });
const listed = rosters.without('partner_id');

export interface RosterRow extends RowOf<typeof listed> {
  /** The number of players on it. */
  readonly members: number;
}

const COLUMNS = `${listed.select('t')},
  (select count(*) from roster_members m where m.partner_id = t.partner_id and m.slug = t.slug) as members`;

/** The cursor of a list by slug: the last roster of the page. */
export interface SlugKey {
  readonly slug: string;
}

const list = statement(
  'rosters_list',
  `select ${COLUMNS} from rosters t where t.partner_id = $1 and t.slug > $2 order by t.slug limit $3 offset $4`,
);

/** The partner's rosters, by slug. */
export async function listRosterRows(
  database: Queryable,
  partnerId: string,
  page: Page<SlugKey>,
): Promise<RosterRow[]> {
  return database.query<RosterRow>(list, [partnerId, page.after?.slug ?? '', page.limit, page.offset]);
}

const bySlug = statement('rosters_by_slug', `select ${COLUMNS} from rosters t where t.partner_id = $1 and t.slug = $2`);

/** A roster of the partner, or undefined. */
export async function readRoster(database: Queryable, partnerId: string, slug: string): Promise<RosterRow | undefined> {
  return (await database.query<RosterRow>(bySlug, [partnerId, slug]))[0];
}

export interface RosterKey {
  readonly partnerId: string;
  readonly slug: string;
}

const insert = statement(
  'rosters_insert',
  `${rosters.insert()}
   order by partner_id, slug collate "C"
   on conflict (partner_id, slug) do nothing returning partner_id as "partnerId", slug`,
);

/** Creates rosters. Existing ones are not changed. @returns the created ones */
export function insertRosters(
  transaction: Transaction,
  rosterKeys: readonly RosterKey[],
  { name, at }: { readonly name: string | null; readonly at: number },
): Promise<RosterKey[]> {
  const rows = rosterKeys.map(({ partnerId, slug }) => ({ partner_id: partnerId, slug, name, created_at: at }));
  return transaction.query<RosterKey>(insert, rosters.values(rows));
}

const rename = statement('rosters_rename', 'update rosters set name = $3 where partner_id = $1 and slug = $2');

/** Gives a roster another name, or none. */
export async function renameRoster(transaction: Transaction, roster: RosterKey, name: string | null): Promise<void> {
  await transaction.query(rename, [roster.partnerId, roster.slug, name]);
}

const remove = statement('rosters_delete', 'delete from rosters where partner_id = $1 and slug = $2 returning slug');

/** Deletes a roster with its memberships. @returns false if there is none */
export async function deleteRosterRow(database: Queryable, roster: RosterKey): Promise<boolean> {
  return (await database.query(remove, [roster.partnerId, roster.slug])).length > 0;
}

const lock = statement('rosters_lock', 'select slug from rosters where partner_id = $1 and slug = $2 for key share');

/** Locks a roster against deletion until the transaction ends. @returns false if there is none */
export async function lockRoster(transaction: Transaction, roster: RosterKey): Promise<boolean> {
  return (await transaction.query(lock, [roster.partnerId, roster.slug])).length > 0;
}

/**
 * Creates the roster if the partner has none of this slug, and locks it against deletion until the transaction ends.
 * @param name the name, if the roster is created
 * @returns true if it was created
 */
export async function ensureRoster(
  transaction: Transaction,
  roster: RosterKey,
  at: number,
  name: string | null = null,
): Promise<boolean> {
  // The roster may be deleted between the insert and the lock. Then it is created again.
  for (;;) {
    if ((await insertRosters(transaction, [roster], { name, at })).length > 0) return true;
    if (await lockRoster(transaction, roster)) return false;
  }
}

const keys = rosters.only('partner_id', 'slug');
const keyValues = (rosterKeys: readonly RosterKey[]) =>
  keys.values(rosterKeys.map(({ partnerId, slug }) => ({ partner_id: partnerId, slug })));

const lockAll = statement(
  'rosters_lock_all',
  `select t.slug from (${keys.source()}) n
   join rosters t on t.partner_id = n.partner_id and t.slug = n.slug
   order by t.partner_id, t.slug for key share of t`,
);

/** {@link ensureRoster} for several rosters. @param rosterKeys without duplicates @returns the created ones */
export async function ensureRosters(
  transaction: Transaction,
  rosterKeys: readonly RosterKey[],
  at: number,
): Promise<RosterKey[]> {
  const created: RosterKey[] = [];
  // As in ensureRoster, a roster may be deleted between the insert and the lock.
  for (;;) {
    const [inserted, locked] = await Promise.all([
      insertRosters(transaction, rosterKeys, { name: null, at }),
      transaction.query(lockAll, keyValues(rosterKeys)),
    ]);
    created.push(...inserted);
    if (locked.length === rosterKeys.length) return created;
  }
}

const removeAll = statement(
  'rosters_delete_all',
  `delete from rosters t using (${keys.source()}) n
   where t.partner_id = n.partner_id and t.slug = n.slug`,
);

/** Deletes rosters. */
export async function deleteRosters(transaction: Transaction, rosterKeys: readonly RosterKey[]): Promise<void> {
  await transaction.query(removeAll, keyValues(rosterKeys));
}

const profile = players.only('username', 'display_name', 'profile_is_public');

export interface MemberRow extends RowOf<typeof profile> {
  readonly profile_id: string;
  readonly added_at: number;
}

const MEMBER = `p.id as profile_id, ${profile.select('p')}, m.added_at`;

/** `roster_members m` as players. The limit makes the planner look up each member. Without it, it may read all players. */
export const MEMBERS = `from roster_members m
  cross join lateral (select * from players where id = m.player_id limit 1) p`;

const members = statement(
  'roster_members_list',
  `select ${MEMBER} ${MEMBERS}
   where m.partner_id = $1 and m.slug = $2 and p.username > $3 order by p.username limit $4 offset $5`,
);

/** The players on a roster, by username. Players on a roster are visible to its partner. */
export async function listMemberRows(
  database: Queryable,
  roster: RosterKey,
  page: Page<UsernameKey>,
): Promise<MemberRow[]> {
  const values = [roster.partnerId, roster.slug, page.after?.username ?? '', page.limit, page.offset];
  return database.query<MemberRow>(members, values);
}

const insertVisible = statement(
  'roster_members_insert_visible',
  `with seen as (select p.id, p.creator_partner_id from players p where p.username = $3 and ${visibleTo('p', '$1')}),
   inserted as (
     insert into roster_members (partner_id, slug, player_id, added_at, is_guest)
     select $1, $2, id, $4, creator_partner_id <> $1 from seen
     on conflict (partner_id, slug, player_id) do nothing
   )
   select id from seen`,
);

/**
 * Puts a player on a roster if the partner may see it. Idempotent. Lock both first.
 * @returns false if the player is invisible or doesn't exist
 */
export async function insertVisibleMember(
  transaction: Transaction,
  roster: RosterKey,
  member: { readonly username: string; readonly at: number },
): Promise<boolean> {
  const values = [roster.partnerId, roster.slug, member.username, instant(member.at)];
  return (await transaction.query(insertVisible, values)).length > 0;
}

const insertAllVisible = statement(
  'roster_members_insert_all_visible',
  `insert into roster_members (partner_id, slug, player_id, added_at, is_guest)
   select n.partner_id, n.slug, p.id, $4, p.creator_partner_id <> n.partner_id
   from unnest($1::uuid[], $2::text[], $3::text[]) as n(partner_id, slug, username)
   join players p on p.username = n.username and ${visibleTo('p', 'n.partner_id')}
   order by n.partner_id, n.slug collate "C", p.id
   on conflict (partner_id, slug, player_id) do nothing`,
);

/** {@link insertVisibleMember} for several players. Players that the partner may not see are left out. */
export async function insertVisibleMembers(
  transaction: Transaction,
  members: readonly (RosterKey & { readonly username: string })[],
  at: number,
): Promise<void> {
  const values = [
    members.map(({ partnerId }) => partnerId),
    members.map(({ slug }) => slug),
    members.map(({ username }) => username),
    instant(at),
  ];
  await transaction.query(insertAllVisible, values);
}

const insertShared = statement(
  'roster_members_insert_shared',
  `insert into roster_members (partner_id, slug, player_id, added_at, is_guest) values ($1, $2, $3, $4, true)
   on conflict (partner_id, slug, player_id) do nothing`,
);

/** Puts another partner's player on a roster after the partner has redeemed a share. Idempotent. */
export async function insertSharedMember(
  transaction: Transaction,
  roster: RosterKey,
  member: { readonly playerId: string; readonly at: number },
): Promise<void> {
  await transaction.query(insertShared, [roster.partnerId, roster.slug, member.playerId, instant(member.at)]);
}

const byPlayer = statement(
  'roster_members_by_player',
  `select ${MEMBER} from roster_members m join players p on p.id = m.player_id
   where m.partner_id = $1 and m.slug = $2 and m.player_id = $3`,
);

/** One membership, or undefined. */
export async function readMember(
  database: Queryable,
  roster: RosterKey,
  playerId: string,
): Promise<MemberRow | undefined> {
  return (await database.query<MemberRow>(byPlayer, [roster.partnerId, roster.slug, playerId]))[0];
}

const removeMember = statement(
  'roster_members_delete',
  `delete from roster_members m using players p
   where m.partner_id = $1 and m.slug = $2 and p.id = m.player_id and p.username = $3 returning p.id`,
);

/** Removes a player from a roster. @returns false if it isn't on it */
export async function deleteMemberRow(database: Queryable, roster: RosterKey, username: string): Promise<boolean> {
  return (await database.query(removeMember, [roster.partnerId, roster.slug, username])).length > 0;
}

const slugsOfPlayers = statement(
  'roster_slugs_of_players',
  `select asked.n::integer as asked, m.slug
   from unnest($1::uuid[], $2::uuid[]) with ordinality as asked(partner_id, player_id, n)
   cross join lateral (
     select slug from roster_members where player_id = asked.player_id and partner_id = asked.partner_id order by slug limit 100
   ) m
   order by asked.n, m.slug`,
);

/** The slugs of the first hundred rosters of the partner that each player is on, in the order of the players. */
export async function listSlugsOfPlayers(
  database: Queryable,
  asked: readonly { readonly partnerId: string; readonly playerId: string }[],
): Promise<string[][]> {
  const values = [asked.map(({ partnerId }) => partnerId), asked.map(({ playerId }) => playerId)];
  const rows = await database.query<{ asked: number; slug: string }>(slugsOfPlayers, values);
  const slugs: string[][] = asked.map(() => []);
  for (const { asked: place, slug } of rows) slugs[place - 1]?.push(slug);
  return slugs;
}
