/** The records of erasures, a chain for each partner. */

import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { bigint, bytea, nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import { BEFORE_ALL, type CreationKey, type Page } from '../paging/page.ts';

const erasures = table('erasures', {
  partner_id: uuid,
  seq: bigint,
  player_id: uuid,
  at: timestamptz,
  /** One of the three is set: the operator's name, or an id. */
  key_id: nullable(uuid),
  person_id: nullable(uuid),
  operator: nullable(text),
  /** The hash of the username of a player who was public; see `erased_name_hash` in the schema. */
  name_hash: nullable(bytea),
  hash: bytea,
});
const withoutActor = erasures.without('key_id', 'person_id', 'operator');

export interface ErasureRow extends RowOf<typeof withoutActor> {
  /** The id of a key or a person, or the name of an operator. */
  readonly actor: `key:${string}` | `person:${string}` | `operator:${string}`;
}

/** The end of a partner's chain of erasures; `seq` 0 and 32 zero bytes before the first. */
export type ErasureHead = Pick<ErasureRow, 'seq' | 'hash'>;

const NO_HASH = `decode(repeat('00', 32), 'hex')`;

const erasureHead = statement(
  'erasures_head',
  `select coalesce(max(seq), 0)::bigint as seq, coalesce((array_agg(hash order by seq desc))[1], ${NO_HASH}) as hash
   from (select seq, hash from erasures where partner_id = $1 order by seq desc limit 1) last`,
);

/** The end of the partner's chain of erasures, whose audit chain is locked. */
export async function readErasureHead(transaction: Transaction, partnerId: string): Promise<ErasureHead> {
  const [head] = await transaction.query<ErasureHead>(erasureHead, [partnerId]);
  if (head === undefined) throw new Error('an aggregate has one row');
  return head;
}

const insert = statement('erasures_insert', erasures.insert());

export async function insertErasure(transaction: Transaction, row: ErasureRow): Promise<void> {
  const { actor, ...others } = row;
  const colon = actor.indexOf(':');
  const idOf = (kind: string) => (actor.slice(0, colon) === kind ? actor.slice(colon + 1) : null);
  const by = { key_id: idOf('key'), person_id: idOf('person'), operator: idOf('operator') };
  await transaction.query(insert, erasures.values([{ ...others, ...by }]));
}

const COLUMNS = `${withoutActor.select('e')}, coalesce('key:' || e.key_id, 'person:' || e.person_id, 'operator:' || e.operator) as actor`;

const list = statement(
  'erasures_list',
  `select ${COLUMNS} from erasures e where (e.at, e.player_id) > ($1::timestamptz, $2::uuid)
   order by e.at, e.player_id limit $3 offset $4`,
);

/** All erasures, oldest first, then by player. */
export async function listErasureRows(database: Queryable, page: Page<CreationKey>): Promise<ErasureRow[]> {
  const after = page.after ?? BEFORE_ALL;
  return database.query<ErasureRow>(list, [instant(after.created_at), after.id, page.limit, page.offset]);
}

/** An erasure record, and whether its player's data is really gone. */
export interface ErasureToVerify extends ErasureRow {
  readonly is_erased: boolean;
  readonly has_relations: boolean;
}

const ofPartner = statement(
  'erasures_of_partner',
  `select ${COLUMNS}, p.erased_at is not distinct from e.at as is_erased,
     exists (select from roster_members m where m.player_id = e.player_id)
       or exists (select from player_shares s where s.player_id = e.player_id)
       or exists (select from player_starting_levels s where s.player_id = e.player_id)
       or exists (select from starting_level_changes c where c.player_id = e.player_id)
       or exists (select from match_links l where l.player_id = e.player_id)
       or exists (select from match_answers a where a.player_id = e.player_id and a.reason is not null) as has_relations
   from erasures e join players p on p.id = e.player_id
   where e.partner_id = $1 and e.seq > $2 order by e.seq limit $3`,
);

/** A page of a partner's erasures, in order. */
export async function readErasures(
  database: Queryable,
  partnerId: string,
  after: number,
  limit: number,
): Promise<ErasureToVerify[]> {
  return database.query<ErasureToVerify>(ofPartner, [partnerId, after, limit]);
}

const unrecorded = statement(
  'erasures_unrecorded',
  `select p.id from players p where p.erased_at is not null and not exists (select from erasures e where e.player_id = p.id)
   order by p.id limit $1`,
);

/** Erased players without an erasure record. */
export async function readUnrecordedErasures(database: Queryable, limit: number): Promise<string[]> {
  return (await database.query<{ id: string }>(unrecorded, [limit])).map(({ id }) => id);
}
