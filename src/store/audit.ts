import { type Queryable, statement, type Transaction } from './engine/database.ts';
import {
  numbersOf,
  packBigints,
  packHashes,
  packInstants,
  packIntegers,
  packTexts,
  packUuids,
} from './engine/packed.ts';
import { type Compact, decodeMatch } from './matches/compact.ts';
import type { MatchRow } from './matches/match-rows.ts';
import { MATCH_COLUMNS } from './matches/matches.ts';
import type { Page } from './page.ts';

/** What can happen to a match. */
export const auditActions = ['submitted', 'confirmed', 'amended', 'voided'] as const;
export type AuditAction = (typeof auditActions)[number];

/** Who does something: a partner's key by its id, the operator, or the service by itself. */
export type AuditActor = `key:${string}` | 'operator' | 'service';

/** One changed place of a match: an RFC 6901 pointer and the JSON values on either side of the change. */
export interface AuditChange {
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The end of a partner's chain; `seq` 0 and 32 zero bytes before the first entry. */
export interface ChainHead {
  readonly partner_id: string;
  readonly seq: number;
  readonly hash: Uint8Array;
}

export interface AuditRow extends ChainHead {
  readonly match_id: string;
  readonly at: number;
  readonly action: AuditAction;
  readonly actor: AuditActor;
  readonly revision: number;
  readonly changes: readonly AuditChange[];
  readonly previous_hash: Uint8Array;
}

const lockHeads = statement(
  'audit_lock_chain_heads',
  `select partner_id, seq, hash from audit_chains where partner_id = any($1::uuid[]) order by partner_id for no key update`,
);

/** Locks the chains of these partners in id order and returns their ends, by partner id. */
export async function lockChainHeads(
  transaction: Transaction,
  partnerIds: readonly string[],
): Promise<Map<string, ChainHead>> {
  const heads = await transaction.query<ChainHead>(lockHeads, [packUuids(partnerIds)]);
  return new Map(heads.map((head) => [head.partner_id, head]));
}

const appendRows = statement(
  'audit_append',
  `with appended as (
     insert into audit_entries (partner_id, seq, match_id, at, revision, key_id, actor, action, changes, hash)
     select partner_id, seq, match_id, at, revision, key_id, actor, action, changes::jsonb, hash
     from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::timestamptz[], $5::integer[], $6::uuid[], $7::text[], $8::text[],
       $9::text[], $10::bytea[])
       as e(partner_id, seq, match_id, at, revision, key_id, actor, action, changes, hash)
     returning partner_id, seq, hash
   )
   update audit_chains c set seq = last.seq, hash = last.hash
   from (select distinct on (partner_id) partner_id, seq, hash from appended order by partner_id, seq desc) last
   where c.partner_id = last.partner_id`,
);

/**
 * Appends entries, each already linked to the one before, and moves the ends of their chains.
 * @throws {RangeError} at once, with nothing sent, for what cannot be stored.
 */
export function appendAuditRows(transaction: Transaction, rows: readonly AuditRow[]): Promise<unknown> {
  const stored = rows.map(storedAuditRow);
  return transaction.query(appendRows, [
    packUuids(stored.map((row) => row.partner_id)),
    packBigints(stored.map((row) => row.seq)),
    packUuids(stored.map((row) => row.match_id)),
    packInstants(numbersOf(stored, (row) => row.at)),
    packIntegers(numbersOf(stored, (row) => row.revision)),
    packUuids(stored.map((row) => row.key_id)),
    packTexts(stored.map((row) => row.actor)),
    packTexts(stored.map((row) => row.action)),
    packTexts(stored.map((row) => row.changes)),
    packHashes(stored.map((row) => row.hash)),
  ]);
}

const KEY_PREFIX = 'key:';

/** The columns of an actor. */
export function storedActor(actor: AuditActor): { readonly key_id: string | null; readonly actor: string } {
  const isKey = actor.startsWith(KEY_PREFIX);
  return { key_id: isKey ? actor.slice(KEY_PREFIX.length) : null, actor: isKey ? 'key' : actor };
}

/** The columns of an entry: `changes` as JSON text, empty for a submission, which {@link readAuditedMatches} tells. */
export function storedAuditRow({ actor, changes, ...row }: AuditRow) {
  return {
    ...row,
    ...storedActor(actor),
    changes: row.action === 'submitted' ? '[]' : JSON.stringify(changes),
  };
}

const SELECT = `select e.partner_id, e.seq, e.match_id, e.at, e.action, coalesce('key:' || e.key_id, e.actor) as actor,
    e.revision, e.changes, e.hash,
    coalesce(before.hash, decode(repeat('00', 32), 'hex')) as previous_hash
  from audit_entries e left join audit_entries before on before.partner_id = e.partner_id and before.seq = e.seq - 1`;

const chain = statement(
  'audit_chain',
  `${SELECT} where e.partner_id = $1 and e.seq > $2 order by e.seq limit $3 offset $4`,
);

/** A place in a chain: after this entry. */
export interface ChainPlace {
  readonly seq: number;
}

/** A stretch of the partner's chain, in order; submissions without their changes. */
export async function readChain(database: Queryable, partnerId: string, page: Page<ChainPlace>): Promise<AuditRow[]> {
  return database.query<AuditRow>(chain, [partnerId, page.after?.seq ?? 0, page.limit, page.offset]);
}

const ofMatch = statement(
  'audit_of_match',
  `${SELECT} where e.match_id = $2 and e.partner_id = $1 and e.seq > $3 order by e.seq limit $4 offset $5`,
);

/** A stretch of the entries of one of the partner's matches, oldest first; its submission without changes. */
export async function readMatchAudit(
  database: Queryable,
  partnerId: string,
  matchId: string,
  page: Page<ChainPlace>,
): Promise<AuditRow[]> {
  return database.query<AuditRow>(ofMatch, [partnerId, matchId, page.after?.seq ?? 0, page.limit, page.offset]);
}

/** A match, and what stood in those of its places that its later entries changed, by JSON pointer. */
export interface AuditedMatch extends MatchRow {
  readonly values_at_first: Readonly<Record<string, unknown>> | null;
}

const audited = statement(
  'audit_matches',
  `select ${MATCH_COLUMNS}, (
     select json_object_agg(first.pointer, first.before) from (
       select distinct on (pointer) change ->> 'pointer' as pointer, change -> 'before' as before
       from audit_entries e cross join lateral jsonb_array_elements(e.changes) as change
       where e.match_id = m.id and change ->> 'pointer' is not null order by pointer, e.seq
     ) first
   ) as values_at_first
   from matches m where m.id = any($1::uuid[])`,
);

/** These matches with what their submissions said, in no order. */
export async function readAuditedMatches(database: Queryable, matchIds: readonly string[]): Promise<AuditedMatch[]> {
  const rows = await database.query<Compact<AuditedMatch>>(audited, [matchIds]);
  return rows.map(decodeMatch<AuditedMatch>);
}
