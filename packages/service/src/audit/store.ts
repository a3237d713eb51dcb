import { type AuditAction, auditActions } from '@bandeja/contract/audit';
import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packUuids } from '@bandeja/postgres/packed';
import {
  bigint,
  bytea,
  integer,
  jsonb,
  nullable,
  oneOf,
  type RowOf,
  table,
  timestamptz,
  uuid,
} from '@bandeja/postgres/table';
import { type MatchRow, matches } from '../history/match-row.ts';
import type { Page } from '../paging/page.ts';

/** The actor of an entry: a partner's key, link or person with its id, the operator, or a job of the service. */
export type AuditActor = `key:${string}` | `link:${string}` | `person:${string}` | 'operator' | 'service';

/** A changed field of a match: its JSON pointer (RFC 6901), and the values before and after. */
export interface AuditChange {
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The last entry of a partner's chain. An empty chain has `seq` 0 and a hash of 32 zero bytes. */
export interface ChainHead {
  readonly partner_id: string;
  readonly seq: number;
  readonly hash: Uint8Array;
}

export interface AuditRow extends ChainHead {
  /** Null for a starting level. */
  readonly match_id: string | null;
  /** Null for a match. */
  readonly player_id?: string | null;
  readonly at: number;
  readonly action: AuditAction;
  readonly actor: AuditActor;
  readonly revision: number | null;
  readonly changes: readonly AuditChange[];
  readonly previous_hash: Uint8Array;
}

const HEADS = 'select partner_id, seq, hash from audit_chains where partner_id = any($1::uuid[]) order by partner_id';
const lockHeads = statement('audit_lock_chain_heads', `${HEADS} for no key update`);
const lockFreeHeads = statement('audit_lock_free_chain_heads', `${HEADS} for no key update skip locked`);

/** Locks the chains of these partners in order of id, and returns their heads by partner id. */
export const lockChainHeads = async (transaction: Transaction, partnerIds: readonly string[]) =>
  headsByPartner(await transaction.query<ChainHead>(lockHeads, [packUuids(partnerIds)]));

/** The same, without those that another transaction has locked. */
export const lockFreeChainHeads = async (transaction: Transaction, partnerIds: readonly string[]) =>
  headsByPartner(await transaction.query<ChainHead>(lockFreeHeads, [packUuids(partnerIds)]));

const headsByPartner = (heads: readonly ChainHead[]): Map<string, ChainHead> =>
  new Map(heads.map((head) => [head.partner_id, head]));

const actorKinds = ['key', 'link', 'person', 'operator', 'service'] as const;

export const auditEntries = table('audit_entries', {
  partner_id: uuid,
  seq: bigint,
  match_id: nullable(uuid),
  at: timestamptz,
  revision: nullable(integer),
  player_id: nullable(uuid),
  /** The id of a key, a link or a person; each is null for all other actors. */
  key_id: nullable(uuid),
  link_id: nullable(uuid),
  person_id: nullable(uuid),
  actor: oneOf(actorKinds),
  action: oneOf(auditActions),
  changes: jsonb<readonly AuditChange[]>(),
  hash: bytea,
});

const appendRows = statement(
  'audit_append',
  `with appended as (
     ${auditEntries.insert()}
     returning partner_id, seq, hash
   )
   update audit_chains c set seq = last.seq, hash = last.hash
   from (select distinct on (partner_id) partner_id, seq, hash from appended order by partner_id, seq desc) last
   where c.partner_id = last.partner_id`,
);

/**
 * Appends entries, which must already be linked, and updates the heads of their chains.
 * @throws {RangeError} synchronously, before anything is sent, for values that cannot be stored
 */
export function appendAuditRows(transaction: Transaction, rows: readonly AuditRow[]): Promise<unknown> {
  return transaction.query(appendRows, auditEntries.values(rows.map(storedAuditRow)));
}

/** The columns of an actor. */
export function storedActor(actor: AuditActor) {
  const [kind, id = null] = actor.split(':') as [(typeof actorKinds)[number], string?];
  const idOf = (wanted: typeof kind) => (kind === wanted ? id : null);
  return { key_id: idOf('key'), link_id: idOf('link'), person_id: idOf('person'), actor: kind };
}

/**
 * The columns of an entry. The changes of a submission are not stored, but computed from {@link readAuditedMatches}; those of a
 * starting level are in `starting_level_changes`.
 */
export function storedAuditRow({ previous_hash: _, ...row }: AuditRow): RowOf<typeof auditEntries> {
  const isElsewhere = row.action === 'submitted' || row.action === 'starting_level';
  const { player_id = null } = row;
  return { ...row, player_id, ...storedActor(row.actor), changes: isElsewhere ? [] : row.changes };
}

/** The changes of entry `e`, those of a submission left out. They are empty for the starting levels of an erased player. */
const CHANGES = `case when e.player_id is null then e.changes else coalesce((
      select jsonb_build_array(jsonb_build_object('pointer', '/starting_level', 'before', c.before, 'after', c.after))
      from starting_level_changes c where c.partner_id = e.partner_id and c.seq = e.seq), '[]') end`;

const SELECT = `select e.partner_id, e.seq, e.match_id, e.player_id, e.at, e.action, coalesce('key:' || e.key_id, 'link:' || e.link_id,
      'person:' || e.person_id, e.actor) as actor, e.revision, ${CHANGES} as changes, e.hash,
    coalesce(before.hash, decode(repeat('00', 32), 'hex')) as previous_hash
  from audit_entries e left join audit_entries before on before.partner_id = e.partner_id and before.seq = e.seq - 1`;

const chain = statement(
  'audit_chain',
  `${SELECT} where e.partner_id = $1 and e.seq > $2 order by e.seq limit $3 offset $4`,
);

/** The position after this entry of a chain. */
export interface ChainCursor {
  readonly seq: number;
}

/** A page of the partner's chain, in order; submissions without their changes. */
export async function readChain(database: Queryable, partnerId: string, page: Page<ChainCursor>): Promise<AuditRow[]> {
  return database.query<AuditRow>(chain, [partnerId, page.after?.seq ?? 0, page.limit, page.offset]);
}

const ofMatch = statement(
  'audit_of_match',
  `${SELECT} where e.match_id = $2 and e.partner_id = $1 and e.seq > $3 order by e.seq limit $4 offset $5`,
);

/** A page of the entries of one match, oldest first; its submission without changes. */
export async function readMatchAudit(
  database: Queryable,
  partnerId: string,
  matchId: string,
  page: Page<ChainCursor>,
): Promise<AuditRow[]> {
  return database.query<AuditRow>(ofMatch, [partnerId, matchId, page.after?.seq ?? 0, page.limit, page.offset]);
}

const ofPlayer = statement(
  'audit_of_player',
  `${SELECT} where e.player_id = $2 and e.partner_id = $1 and e.seq > $3 order by e.seq limit $4 offset $5`,
);

/** A page of the entries about a player's starting level, oldest first. */
export async function readPlayerAudit(
  database: Queryable,
  partnerId: string,
  playerId: string,
  page: Page<ChainCursor>,
): Promise<AuditRow[]> {
  return database.query<AuditRow>(ofPlayer, [partnerId, playerId, page.after?.seq ?? 0, page.limit, page.offset]);
}

const createdPlayer = statement(
  'audit_created_player',
  'select id from players where creator_partner_id = $1 and username = $2',
);

/** The id of a player that the partner created. */
export async function findCreatedId(
  database: Queryable,
  partnerId: string,
  username: string,
): Promise<string | undefined> {
  return (await database.query<{ id: string }>(createdPlayer, [partnerId, username]))[0]?.id;
}

/** A match, and the first values of the fields that later entries changed, by JSON pointer. */
export interface AuditedMatch extends MatchRow {
  readonly values_at_first: Readonly<Record<string, unknown>> | null;
}

const audited = statement(
  'audit_matches',
  `select ${matches.select('m')}, (
     select json_object_agg(first.pointer, first.before) from (
       select distinct on (pointer) change ->> 'pointer' as pointer, change -> 'before' as before
       from audit_entries e cross join lateral jsonb_array_elements(e.changes) as change
       where e.match_id = m.id and change ->> 'pointer' is not null order by pointer, e.seq
     ) first
   ) as values_at_first
   from matches m where m.id = any($1::uuid[])`,
);

/** These matches with their submitted values, unordered. */
export async function readAuditedMatches(database: Queryable, matchIds: readonly string[]): Promise<AuditedMatch[]> {
  const rows = await database.query(audited, [matchIds]);
  return rows.map(matches.decode<AuditedMatch>);
}
