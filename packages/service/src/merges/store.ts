/** Merges, and the two players of each. */
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { integer, type RowOf, table, timestamptz, uuid } from '@bandeja/postgres/table';
import type { ParticipantName } from '../history/match-row.ts';
import { AFTER_ALL, type CreationKey, type Page } from '../paging/page.ts';
import { ofPlayer, visibleTo } from '../players/visibility-store.ts';
import { uuidForm } from '../validation/validator.ts';

const merges = table('merges', {
  id: uuid,
  partner_id: uuid,
  from_id: uuid,
  into_id: uuid,
  created_at: timestamptz,
});
const counts = table('merges', { amended: integer, left: integer });

/** A merge of one of a partner's players into another. */
export interface MergeRow extends RowOf<typeof merges> {}

export interface CountedMerge extends MergeRow, RowOf<typeof counts> {}

const insert = statement('merges_insert', merges.insert());

export async function insertMerge(transaction: Transaction, merge: MergeRow): Promise<void> {
  await transaction.query(insert, merges.values([merge]));
}

const COUNTED = `${merges.select('m')}, done.* from merges m cross join lateral (
     select count(slot)::integer as amended, (count(*) - count(slot))::integer as left from merge_matches where merge_id = m.id
   ) done`;

const byId = statement('merges_by_id', `select ${COUNTED} where m.id = $1 and m.partner_id = $2`);

/** A merge of the partner, or undefined. */
export async function readMerge(database: Queryable, partnerId: string, id: string): Promise<CountedMerge | undefined> {
  return (await database.query<CountedMerge>(byId, [id, partnerId]))[0];
}

const list = statement(
  'merges_list',
  `select ${COUNTED} where m.partner_id = $1 and (m.created_at, m.id) < ($2::timestamptz, $3::uuid)
   order by m.created_at desc, m.id desc limit $4 offset $5`,
);

/** The partner's merges, the newest first. */
export async function listMergeRows(
  database: Queryable,
  partnerId: string,
  { after, limit, offset }: Page<CreationKey>,
): Promise<CountedMerge[]> {
  const { created_at, id } = after ?? AFTER_ALL;
  return database.query<CountedMerge>(list, [partnerId, instant(created_at), id, limit, offset]);
}

const underWay = statement(
  'merges_under_way',
  `select ${merges.select('m')}, t.kind from tasks t join merges m on m.id = t.subject_id
   where t.partner_id = $1 and t.state in ('queued', 'running') and t.kind in ('merge', 'merge_undo')
     and (m.from_id = any($2::uuid[]) or m.into_id = any($2::uuid[]))
   order by t.created_at, t.id limit 1`,
);

/** A merge with one of the players that has an unfinished task, of this kind. */
export async function findMergeUnderWay(
  transaction: Transaction,
  partnerId: string,
  playerIds: readonly string[],
): Promise<(MergeRow & { readonly kind: 'merge' | 'merge_undo' }) | undefined> {
  return (await transaction.query<MergeRow & { kind: 'merge' | 'merge_undo' }>(underWay, [partnerId, playerIds]))[0];
}

/** A player of a merge, as the partner may see it. */
export interface MergePlayer extends ParticipantName {
  readonly id: string;
  /** Rises with each change of the player. */
  readonly version: number;
  readonly is_yours: boolean;
}

const player = (partnerId: string): string => `p.id, p.username, p.erased_at is not null as is_erased, p.version,
     case when ${visibleTo('p', partnerId)} then p.display_name end as display_name,
     p.creator_partner_id is not distinct from ${partnerId} as is_yours`;

const named = ofPlayer((found, by) =>
  statement(['merges_visible_player', by].join('_'), `select n.* from ${found(player('$1'), '$1', '$2')} n`),
);

/** The visible player with this username or id, or undefined. @param key in canonical form */
export async function findVisiblePlayer(
  database: Queryable,
  partnerId: string,
  key: string,
): Promise<MergePlayer | undefined> {
  return (await database.query<MergePlayer>(named.of(key), [partnerId, key]))[0];
}

const inOwnMatch = [1, 2, 3, 4].map(
  (place) =>
    `exists (select from matches m where m.status <> 'completed' and m.player_ids[${place}] = p.id and m.partner_id = $1)`,
);

const met = (by: 'name' | 'id', isMeant: string) =>
  statement(
    ['merges_player_in_matches', by].join('_'),
    `select ${player('$1')} from players p
     where (${isMeant}) and p.erased_at is null and (
       exists (select from player_matches pm join matches m on m.id = pm.match_id where pm.player_id = p.id and m.partner_id = $1)
       or ${inOwnMatch.join('\n       or ')})
     limit 2`,
  );
const metByName = met('name', 'p.username = $2');
const metById = met('id', 'p.id = $2::text::uuid or p.username = $2::text');

/**
 * The player with this username or id in a match of the partner; undefined if there is none, or more than one.
 * @param key in canonical form
 */
export async function findPlayerInMatches(
  database: Queryable,
  partnerId: string,
  key: string,
): Promise<MergePlayer | undefined> {
  const found = await database.query<MergePlayer>(uuidForm.test(key) ? metById : metByName, [partnerId, key]);
  return found.length === 1 ? found[0] : undefined;
}

const byIds = statement('merges_players', `select ${player('$1')} from players p where p.id = any($2::uuid[])`);

/** Players of merges, by id. */
export async function readMergePlayers(
  database: Queryable,
  partnerId: string,
  ids: readonly string[],
): Promise<Map<string, MergePlayer>> {
  const rows = await database.query<MergePlayer>(byIds, [partnerId, [...new Set(ids)]]);
  return new Map(rows.map((row) => [row.id, row]));
}
