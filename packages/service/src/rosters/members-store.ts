import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import type { RowOf } from '@bandeja/postgres/table';
import type { Page } from '../paging/page.ts';
import { players } from '../players/store.ts';
import { ofPlayer, visibleTo } from '../players/visibility-store.ts';
import type { RosterKey } from './store.ts';

const profile = players.only('username', 'display_name', 'profile_is_public');

export interface MemberRow extends RowOf<typeof profile> {
  readonly profile_id: string;
  readonly added_at: number;
}

/** The cursor of a list of members: the last member of the page. */
export type MemberKey = Pick<MemberRow, 'username' | 'profile_id'>;

const NO_ID = '00000000-0000-0000-0000-000000000000';
const MEMBER = `p.id as profile_id, ${profile.select('p')}, m.added_at`;

/** `roster_members m` as players. The limit makes the planner look up each member. Without it, it may read all players. */
const MEMBERS = `from roster_members m
  cross join lateral (select * from players where id = m.player_id limit 1) p`;

const members = statement(
  'roster_members_list',
  `select ${MEMBER} ${MEMBERS}
   where m.partner_id = $1 and m.slug = $2 and (p.username, p.id) > ($3, $4::uuid) order by p.username, p.id limit $5 offset $6`,
);

/** The players on a roster, by username. Players on a roster are visible to its partner. */
export async function listMemberRows(
  database: Queryable,
  roster: RosterKey,
  { after, limit, offset }: Page<MemberKey>,
): Promise<MemberRow[]> {
  const { username = '', profile_id = NO_ID } = after ?? {};
  const values = [roster.partnerId, roster.slug, username, profile_id, limit, offset];
  return database.query<MemberRow>(members, values);
}

const insertVisible = ofPlayer((named, by) =>
  statement(
    ['roster_members_insert_visible', by].join('_'),
    `with seen as ${named('p.id, p.creator_partner_id', '$1', '$3')},
   inserted as (
     insert into roster_members (partner_id, slug, player_id, added_at, is_guest)
     select $1, $2, id, $4, creator_partner_id <> $1 from seen
     on conflict (partner_id, slug, player_id) do nothing
   )
   select id from seen`,
  ),
);

/**
 * Puts a player on a roster if the partner may see it. Idempotent. Lock both first.
 * @returns false if the player is invisible or doesn't exist
 */
export async function insertVisibleMember(
  transaction: Transaction,
  roster: RosterKey,
  member: { readonly key: string; readonly at: number },
): Promise<boolean> {
  const values = [roster.partnerId, roster.slug, member.key, instant(member.at)];
  return (await transaction.query(insertVisible.of(member.key), values)).length > 0;
}

const insertAllVisible = statement(
  'roster_members_insert_all_visible',
  `insert into roster_members (partner_id, slug, player_id, added_at, is_guest)
   select n.partner_id, n.slug, p.id, $4, p.creator_partner_id <> n.partner_id
   from unnest($1::uuid[], $2::text[], $3::uuid[]) as n(partner_id, slug, player_id)
   join players p on p.id = n.player_id and ${visibleTo('p', 'n.partner_id')}
   order by n.partner_id, n.slug collate "C", p.id
   on conflict (partner_id, slug, player_id) do nothing`,
);

/** {@link insertVisibleMember} for several players. Players that the partner may not see are left out. */
export async function insertVisibleMembers(
  transaction: Transaction,
  members: readonly (RosterKey & { readonly playerId: string })[],
  at: number,
): Promise<void> {
  const values = [
    members.map(({ partnerId }) => partnerId),
    members.map(({ slug }) => slug),
    members.map(({ playerId }) => playerId),
    instant(at),
  ];
  await transaction.query(insertAllVisible, values);
}

const lockVisible = statement(
  'roster_members_lock_visible',
  `select p.id from players p where p.id = any($2::uuid[]) and ${visibleTo('p', '$1')} order by p.id for share of p`,
);

/** `lockVisiblePlayer` for several players, by id. @returns those that are visible */
export async function lockVisiblePlayers(
  transaction: Transaction,
  partnerId: string,
  ids: readonly string[],
): Promise<string[]> {
  const locked = await transaction.query<{ id: string }>(lockVisible, [partnerId, ids]);
  return locked.map(({ id }) => id);
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

const removeMember = ofPlayer((named, by) =>
  statement(
    ['roster_members_remove', by].join('_'),
    `delete from roster_members m using ${named('p.id', '$1', '$3')} p
     where m.partner_id = $1 and m.slug = $2 and p.id = m.player_id returning p.id`,
  ),
);

/** Removes a player from a roster. @returns its id, or undefined if it isn't on it */
export async function deleteMemberRow(
  database: Queryable,
  roster: RosterKey,
  key: string,
): Promise<string | undefined> {
  const removed = await database.query<{ id: string }>(removeMember.of(key), [roster.partnerId, roster.slug, key]);
  return removed[0]?.id;
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
