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
import type { Page } from './page.ts';

export type AuditAction = 'submitted' | 'confirmed' | 'amended' | 'voided';

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
  readonly key_id: string;
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
     insert into audit_entries (partner_id, seq, match_id, at, action, key_id, revision, changes, previous_hash, hash)
     select partner_id, seq, match_id, at, action, key_id, revision, changes::jsonb, previous_hash, hash
     from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::timestamptz[], $5::text[], $6::uuid[], $7::integer[], $8::text[],
       $9::bytea[], $10::bytea[])
       as e(partner_id, seq, match_id, at, action, key_id, revision, changes, previous_hash, hash)
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
  return transaction.query(appendRows, [
    packUuids(rows.map((row) => row.partner_id)),
    packBigints(rows.map((row) => row.seq)),
    packUuids(rows.map((row) => row.match_id)),
    packInstants(numbersOf(rows, (row) => row.at)),
    packTexts(rows.map((row) => row.action)),
    packUuids(rows.map((row) => row.key_id)),
    packIntegers(numbersOf(rows, (row) => row.revision)),
    packTexts(rows.map((row) => JSON.stringify(row.changes))),
    packHashes(rows.map((row) => row.previous_hash)),
    packHashes(rows.map((row) => row.hash)),
  ]);
}

const COLUMNS = 'partner_id, seq, match_id, at, action, key_id, revision, changes, previous_hash, hash';

const chain = statement(
  'audit_chain',
  `select ${COLUMNS} from audit_entries where partner_id = $1 and seq > $2 order by seq limit $3 offset $4`,
);

/** A place in a chain: after this entry. */
export interface ChainPlace {
  readonly seq: number;
}

/** A stretch of the partner's chain, in order. */
export async function readChain(database: Queryable, partnerId: string, page: Page<ChainPlace>): Promise<AuditRow[]> {
  return database.query<AuditRow>(chain, [partnerId, page.after?.seq ?? 0, page.limit, page.offset]);
}

const ofMatch = statement(
  'audit_of_match',
  `select ${COLUMNS} from audit_entries where match_id = $2 and partner_id = $1 and seq > $3 order by seq limit $4 offset $5`,
);

/** A stretch of the entries of one of the partner's matches, oldest first. */
export async function readMatchAudit(
  database: Queryable,
  partnerId: string,
  matchId: string,
  page: Page<ChainPlace>,
): Promise<AuditRow[]> {
  return database.query<AuditRow>(ofMatch, [partnerId, matchId, page.after?.seq ?? 0, page.limit, page.offset]);
}
