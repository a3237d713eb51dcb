/** The rosters of a merge: `into` takes the place of `from` on them. */
import { instant, statement, type Transaction } from '@bandeja/postgres/database';
import { visibleTo } from '../players/visibility-store.ts';
import type { MergeRow } from './store.ts';

const lockRosters = statement(
  'merge_rosters_lock',
  `select r.slug from rosters r
   where r.partner_id = $1 and exists (
     select from roster_members m where m.partner_id = r.partner_id and m.slug = r.slug and m.player_id = any($2::uuid[]))
   order by r.slug for key share of r`,
);
const lockPlayers = statement(
  'merge_rosters_lock_players',
  'select from players where id = any($1::uuid[]) order by id for key share',
);

/** Locks the rosters of both players against deletion, and the players against erasure. */
async function lockBoth(transaction: Transaction, { partner_id, from_id, into_id }: MergeRow): Promise<void> {
  await transaction.query(lockRosters, [partner_id, [from_id, into_id]]);
  await transaction.query(lockPlayers, [[from_id, into_id]]);
}

const enter = statement(
  'merge_rosters_enter',
  `with has_from as (
     select slug from roster_members where partner_id = $2 and player_id = $3
   ), added as (
     insert into roster_members (partner_id, slug, player_id, added_at, is_guest)
     select $2, f.slug, p.id, $5, p.creator_partner_id <> $2
     from has_from f join players p on p.id = $4 and ${visibleTo('p', '$2')}
     on conflict (partner_id, slug, player_id) do nothing
     returning slug
   )
   insert into merge_rosters (merge_id, slug, into_added, from_removed)
   select $1, f.slug, a.slug is not null, false from has_from f left join added a on a.slug = f.slug
   on conflict (merge_id, slug) do update set into_added = merge_rosters.into_added or excluded.into_added`,
);

/** Puts `into` on the rosters that `from` is on. */
export async function enterRosters(transaction: Transaction, merge: MergeRow, at: number): Promise<void> {
  await lockBoth(transaction, merge);
  await transaction.query(enter, [merge.id, merge.partner_id, merge.from_id, merge.into_id, instant(at)]);
}

const leave = statement(
  'merge_rosters_leave',
  `with removed as (
     delete from roster_members m using merge_rosters r, players p
     where r.merge_id = $1 and m.partner_id = $2 and m.slug = r.slug and m.player_id = $3
       and p.id = m.player_id and (p.profile_is_public or p.creator_partner_id = $2)
       and exists (select from roster_members i where i.partner_id = $2 and i.slug = r.slug and i.player_id = $4)
     returning m.slug
   )
   update merge_rosters r set from_removed = true from removed where r.merge_id = $1 and r.slug = removed.slug`,
);

/** Takes `from` off the rosters that `into` is on, unless only a roster lets the partner see it. */
export async function leaveRosters(transaction: Transaction, merge: MergeRow): Promise<void> {
  await lockBoth(transaction, merge);
  await transaction.query(leave, [merge.id, merge.partner_id, merge.from_id, merge.into_id]);
}

const giveBack = statement(
  'merge_rosters_give_back',
  `insert into roster_members (partner_id, slug, player_id, added_at, is_guest)
   select $2, t.slug, p.id, $5, p.creator_partner_id <> $2
   from merge_rosters r join rosters t on t.partner_id = $2 and t.slug = r.slug
   join players p on p.id = $3 and ${visibleTo('p', '$2')}
   where r.merge_id = $1 and r.from_removed
     and exists (select from roster_members i where i.partner_id = $2 and i.slug = r.slug and i.player_id = $4)
   on conflict (partner_id, slug, player_id) do nothing`,
);

/** Puts `from` back on the rosters that the merge took it off and that still have `into`. */
export async function returnToRosters(transaction: Transaction, merge: MergeRow, at: number): Promise<void> {
  await lockBoth(transaction, merge);
  await transaction.query(giveBack, [merge.id, merge.partner_id, merge.from_id, merge.into_id, instant(at)]);
}

const takeOff = statement(
  'merge_rosters_take_off',
  `delete from roster_members m using merge_rosters r
   where r.merge_id = $1 and r.into_added and m.partner_id = $2 and m.slug = r.slug and m.player_id = $4
     and exists (select from roster_members f where f.partner_id = $2 and f.slug = r.slug and f.player_id = $3)`,
);

/** Takes `into` off the rosters that the merge put it on and that have `from`. */
export async function takeOffRosters(transaction: Transaction, merge: MergeRow): Promise<void> {
  await lockBoth(transaction, merge);
  await transaction.query(takeOff, [merge.id, merge.partner_id, merge.from_id, merge.into_id]);
}
