/** The matches of a merge: those that it amends, and those that it has amended or left. */
import type { MergedState } from '@bandeja/contract/merges';
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { integer, list, nullable, type RowOf, table, uuid } from '@bandeja/postgres/table';
import { matchesOf } from '../matches/nearby-store.ts';
import type { Page } from '../paging/page.ts';
import type { TimeKey } from '../paging/time-order.ts';
import type { MergeRow } from './store.ts';

type Pair = Pick<MergeRow, 'partner_id' | 'from_id' | 'into_id'>;

const summary = statement(
  'merges_summary',
  `with own as (
     select m.id, m.revision, m.status, m.played_at, m.status <> 'voided' as is_live, $3::uuid = any(m.player_ids) as has_both
     from (${matchesOf('$2')}) m where m.partner_id = $1
   )
   select count(*) filter (where is_live)::integer as to_amend,
     count(*) filter (where status = 'pending')::integer as pending,
     count(*) filter (where status = 'completed')::integer as completed,
     count(*) filter (where status = 'voided')::integer as voided,
     min(played_at) filter (where is_live) as first_played_at,
     max(played_at) filter (where is_live) as last_played_at,
     count(*) filter (where is_live and has_both)::integer as met,
     coalesce((array_agg(id order by played_at desc, id desc) filter (where is_live and has_both))[1:$4::integer], '{}') as met_ids,
     encode(sha256(convert_to(coalesce(
       string_agg(id || ' ' || revision, ',' order by id) filter (where is_live), ''), 'UTF8')), 'hex') as revisions,
     (select count(*)::integer
       from player_matches pm cross join lateral (select partner_id from matches where id = pm.match_id limit 1) m
       where pm.player_id = $2 and m.partner_id <> $1) as of_other_partners
   from own`,
);

/** What a merge would amend. */
export interface MergeSummary {
  readonly to_amend: number;
  readonly pending: number;
  readonly completed: number;
  readonly voided: number;
  readonly of_other_partners: number;
  readonly first_played_at: number | null;
  readonly last_played_at: number | null;
  /** The matches to amend that both players are in. */
  readonly met: number;
  /** The newest of them. */
  readonly met_ids: readonly string[];
  /** A hash over the ids and revisions of the matches to amend. */
  readonly revisions: string;
}

/** @param metMax how many ids of matches with both players to return */
export async function summarizeMerge(database: Queryable, pair: Pair, metMax: number): Promise<MergeSummary> {
  const [found] = await database.query<MergeSummary>(summary, [pair.partner_id, pair.from_id, pair.into_id, metMax]);
  if (found === undefined) throw new Error('the summary returned no row');
  return found;
}

const IS_TO_MERGE = `m.partner_id = $1 and m.status <> 'voided'
       and not exists (select from merge_matches l where l.merge_id = $3 and l.match_id = m.id and l.slot is null)`;

// Each of the five is read in order, up to the limit. The limit of the look-up by id matters where the tables have no statistics.
const next = statement(
  'merges_next_matches',
  `select id from (
     (select m.id, m.played_at from player_matches pm cross join lateral (select * from matches where id = pm.match_id limit 1) m
      where pm.player_id = $2 and ${IS_TO_MERGE} order by pm.played_at, pm.match_id limit $4)
     ${[1, 2, 3, 4]
       .map(
         (place) => `union all (select m.id, m.played_at from matches m
      where m.status <> 'completed' and m.player_ids[${place}] = $2 and ${IS_TO_MERGE} order by m.played_at, m.id limit $4)`,
       )
       .join('\n     ')}
   ) m order by played_at, id limit $4`,
);

/** The oldest matches that a merge has to amend. */
export async function findMatchesToMerge(
  transaction: Transaction,
  { id, partner_id, from_id }: MergeRow,
  size: number,
): Promise<string[]> {
  const found = await transaction.query<{ id: string }>(next, [partner_id, from_id, id, size]);
  return found.map((match) => match.id);
}

const mergeMatches = table('merge_matches', {
  merge_id: uuid,
  match_id: uuid,
  /** From 1; null for a match that was left. */
  slot: nullable(integer),
  players_after: list<string>('uuid'),
});

export interface MergeMatchRow extends RowOf<typeof mergeMatches> {}

// A match of which someone has given `from` its place back is amended again.
const insert = statement(
  'merge_matches_insert',
  `${mergeMatches.insert()} on conflict (merge_id, match_id) do update
     set slot = excluded.slot, players_after = excluded.players_after`,
);

export async function insertMergeMatches(transaction: Transaction, rows: readonly MergeMatchRow[]): Promise<void> {
  if (rows.length > 0) await transaction.query(insert, mergeMatches.values(rows));
}

/** What a match of `merge_matches mm` and `merges g` is now, from `matches m`. */
const NOW = `case
     when m.status = 'voided' then 'voided'
     when m.player_ids = mm.players_after then case when mm.slot is null then 'before' else 'merged' end
     when mm.slot is not null and m.player_ids =
       mm.players_after[:mm.slot - 1] || g.from_id || mm.players_after[mm.slot + 1:] then 'before'
     else 'changed' end`;

const MERGED = `from merges g join merge_matches mm on mm.merge_id = g.id join matches m on m.id = mm.match_id`;

const listed = statement(
  'merge_matches_list',
  `select m.id, m.external_ref, m.played_at, ${NOW} as now ${MERGED}
   where g.id = $1 and ($2::text is null or ${NOW} = $2) and (m.played_at, m.id) > ($3::timestamptz, $4::uuid)
   order by m.played_at, m.id limit $5 offset $6`,
);

export interface ListedMergeMatch extends TimeKey {
  readonly external_ref: string;
  readonly now: MergedState;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The matches of a merge in the order of play. @param now only those; null: all */
export async function listMergeMatches(
  database: Queryable,
  mergeId: string,
  now: MergedState | null,
  { after, limit, offset }: Page<TimeKey>,
): Promise<ListedMergeMatch[]> {
  const { played_at, id } = after ?? { played_at: Number.NEGATIVE_INFINITY, id: NO_ID };
  return database.query<ListedMergeMatch>(listed, [mergeId, now, instant(played_at), id, limit, offset]);
}

const merged = statement(
  'merge_matches_merged',
  `select m.id, mm.slot ${MERGED} where g.id = $1 and ${NOW} = 'merged' order by m.played_at, m.id limit $2`,
);

/** The oldest matches that are as the merge left them, and the places of `into`. */
export async function findMergedMatches(
  transaction: Transaction,
  mergeId: string,
  size: number,
): Promise<readonly { readonly id: string; readonly slot: number }[]> {
  return transaction.query<{ id: string; slot: number }>(merged, [mergeId, size]);
}

const countedByNow = statement(
  'merge_matches_count',
  `select count(*) filter (where now = 'merged')::integer as merged, count(*) filter (where now = 'changed')::integer as changed,
     count(*) filter (where now = 'voided')::integer as voided
   from (select ${NOW} as now ${MERGED} where g.id = $1 and mm.slot is not null) each_match`,
);

/** How many of the amended matches of a merge are so now. */
export async function countMergeMatches(
  database: Queryable,
  mergeId: string,
): Promise<Readonly<Record<'merged' | 'changed' | 'voided', number>>> {
  const [counted] = await database.query<Record<'merged' | 'changed' | 'voided', number>>(countedByNow, [mergeId]);
  if (counted === undefined) throw new Error('the count returned no row');
  return counted;
}
