/**
 * Guards, and the links between regions that they follow. A transaction that adds a link and one that sets a guard exclude each
 * other by an advisory lock, which is the last lock that either takes.
 */
import type { ShiftCause } from '@bandeja/contract/progress';
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import type { LedgerPlace } from '../history/place.ts';

/** Advisory locks are shared by the whole database, so the key includes the schema. */
const lockLinks = statement(
  'region_links_lock',
  'select pg_advisory_xact_lock(7201330002 + hashtext(current_schema()))',
);

/** Keeps links and guards unchanged until the transaction ends. */
export const lockRegionLinks = (transaction: Transaction): Promise<unknown> => transaction.query(lockLinks);

/** Two partners whose players have met in a rated match, the lower id first. */
export type RegionLink = readonly [a: string, b: string];

const linksAmong = statement(
  'region_links_among',
  'select a, b from region_links where a = any($1::uuid[]) and b = any($1::uuid[])',
);

export async function readLinksAmong(database: Queryable, regions: readonly string[]): Promise<RegionLink[]> {
  const rows = await database.query<{ a: string; b: string }>(linksAmong, [regions]);
  return rows.map(({ a, b }) => [a, b]);
}

const addLinks = statement(
  'region_links_add',
  'insert into region_links (a, b) select * from unnest($1::uuid[], $2::uuid[]) on conflict do nothing',
);

export async function addRegionLinks(transaction: Transaction, links: readonly RegionLink[]): Promise<void> {
  await transaction.query(addLinks, [links.map(([a]) => a), links.map(([, b]) => b)]);
}

const add = statement(
  'guards_add',
  `with recursive linked(region) as (
     select unnest($2::uuid[])
     union
     select case when l.a = linked.region then l.b else l.a end
     from linked join region_links l on linked.region in (l.a, l.b)
   )
   insert into guards (id, changed_by, regions, played_at, match_id)
   select $5, $1, array_agg(region), $3, $4 from linked`,
);

/** Sets a guard over these regions and all that are linked with them. The caller has locked the links, and added its own. */
export async function addGuard(
  transaction: Transaction,
  guard: { readonly id: number; readonly changed_by: string; readonly regions: readonly string[] } & LedgerPlace,
): Promise<void> {
  const { id, changed_by, regions, played_at, match_id } = guard;
  await transaction.query(add, [changed_by, regions, instant(played_at), match_id, id]);
}

const nextId = statement('guards_next_id', `select nextval(pg_get_serial_sequence('guards', 'id'))::bigint as id`);

export async function nextGuardId(transaction: Transaction): Promise<number> {
  const [row] = await transaction.query<{ id: number }>(nextId);
  if (row === undefined) throw new Error('no id for a guard');
  return row.id;
}

const drop = statement(
  'guards_drop',
  `with dropped as (
     delete from guards g where not exists (select from player_ratings where guard = g.id)
     returning changed_by, marking
   )
   update settlements s set paused_until = clock_timestamp() + $1 * d.marking
   from dropped d where s.changed_by = d.changed_by`,
);

const addMarking = statement(
  'guards_count_marking',
  `update guards set marking = marking + $2::float8 * interval '1 ms' where id = any($1::bigint[])`,
);

/** Adds the duration of a step of the marker to the guards that it was for. */
export async function countMarking(database: Queryable, guardIds: readonly number[], ms: number): Promise<void> {
  await database.query(addMarking, [guardIds, ms]);
}

/** The pause after a guard, as a multiple of the marker's work. So a partner's changes occupy the marker a tenth of the time. */
const PAUSE_PER_GUARD = 9;

/**
 * Drops guards to which no mark refers. No new mark can: the marker copies the reference of another mark, whose player it has locked,
 * and the change that sets a guard writes its marks in the same transaction.
 */
export async function dropGuards(database: Queryable): Promise<void> {
  await database.query(drop, [PAUSE_PER_GUARD]);
}

// Locked in order, so that two changes that meet each other's marks don't deadlock.
const noteChange = statement(
  'settlements_note_change',
  `with known as materialized (
     select changed_by, cause from settlements where changed_by = any($3::uuid[] || $1::uuid) order by changed_by for update
   ), mixed as materialized (select changed_by from known where changed_by <> $1 and cause <> $2),
   met as (update settlements s set cause = 'older_result' from mixed where s.changed_by = mixed.changed_by),
   earlier as (select from player_ratings where changed_by = $1 and unsettled_at is not null limit 1)
   insert into settlements as s (changed_by, cause)
   values ($1, case when exists (select from mixed) then 'older_result' else $2 end)
   on conflict (changed_by) do update set changed_at = clock_timestamp(), version = s.version + 1,
     since = case when exists (select from earlier) then s.since else clock_timestamp() end,
     cause = case when exists (select from earlier) and s.cause <> excluded.cause then 'older_result' else excluded.cause end`,
);

/**
 * Records that a change of this partner leaves marks, so that the wave settles them. Call it before the marks are written.
 * @param met the partners whose marks those of the change meet. One wave may then settle the changes of both
 */
export async function noteUnsettledChange(
  transaction: Transaction,
  partnerId: string,
  cause: ShiftCause,
  met: readonly string[],
): Promise<void> {
  await transaction.query(noteChange, [partnerId, cause, met]);
}

const budget = statement(
  'settlements_budget',
  `select exists (select from guards where changed_by = $1) as is_marking,
     coalesce((
       select greatest(0, ceil(extract(epoch from paused_until - clock_timestamp()) * 1000)) from settlements where changed_by = $1
     ), 0)::integer as paused_ms,
     (select count(*)::integer from (
        select from player_ratings where changed_by = $1 and unsettled_at is not null limit $2) marked) as marked`,
);

/** What a partner's large changes have left to settle. */
export interface UnsettledChanges {
  /** A guard of an earlier one is in place. */
  readonly isMarking: boolean;
  /** What is left of the pause after it, ms; 0 if it is over. */
  readonly pausedMs: number;
  /** Marked players, counted up to `limit`. */
  readonly marked: number;
}

interface BudgetRow {
  readonly is_marking: boolean;
  readonly paused_ms: number;
  readonly marked: number;
}

export async function readUnsettledChanges(
  transaction: Transaction,
  partnerId: string,
  limit: number,
): Promise<UnsettledChanges> {
  const [row] = await transaction.query<BudgetRow>(budget, [partnerId, limit]);
  if (row === undefined) throw new Error('the count of marked players is missing');
  return { isMarking: row.is_marking, pausedMs: row.paused_ms, marked: row.marked };
}
