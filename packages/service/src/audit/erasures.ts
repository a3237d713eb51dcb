/** The record of erasures: who erased which player and when, without names. Each partner has a separate chain of records. */

import type { Erasure } from '@bandeja/contract/audit';
import { formatInstant } from '@bandeja/contract/instant';
import type { Queryable, Transaction } from '@bandeja/postgres/database';
import type { Context } from '../context.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { CreationKey, Page } from '../paging/page.ts';
import { chainHash, hex } from './chain.ts';
import {
  type ErasureHead,
  type ErasureRow,
  type ErasureToVerify,
  insertErasure,
  listErasureRows,
  readErasures,
} from './erasures-store.ts';

/** Appends the record of an erasure to the partner's chain, in the transaction of the erasure. */
export function recordErasure(
  transaction: Transaction,
  head: ErasureHead,
  erasure: Omit<ErasureRow, 'seq' | 'hash'>,
): Promise<void> {
  const row = { ...erasure, seq: head.seq + 1 };
  return insertErasure(transaction, { ...row, hash: hashOf(row, head.hash) });
}

/** SHA-256 of the previous hash in hex, directly followed by the record as canonical JSON. */
function hashOf(row: Omit<ErasureRow, 'hash'>, previous: Uint8Array): Uint8Array {
  const record = { ...erasureView(row), seq: row.seq, name_hash: row.name_hash && hex(row.name_hash) };
  return Buffer.from(chainHash(hex(previous), record), 'hex');
}

/** All erasures, oldest first. */
export function listErasures(context: Context, page: Page<CreationKey>): Promise<PageOf<Erasure, CreationKey>> {
  return readPage(
    page,
    (batch) => listErasureRows(context.database, batch),
    erasureView,
    ({ at, player_id }) => ({ created_at: at, id: player_id }),
  );
}

const erasureView = (row: Omit<ErasureRow, 'hash'>): Erasure => ({
  player_id: row.player_id,
  partner_id: row.partner_id,
  actor: row.actor,
  at: formatInstant(row.at),
});

/** Verifies the next block of a partner's erasures: order, hashes, and that nothing is left of the players. */
export async function verifyErasureBlock(snapshot: Queryable, partnerId: string, from: ErasureHead, limit: number) {
  const rows = await readErasures(snapshot, partnerId, from.seq, limit);
  const faults: { match_id: null; seq: null; detail: string }[] = [];
  let last: ErasureHead = from;
  for (const row of rows) {
    const detail = faultOf(row, last);
    if (detail !== null)
      faults.push({ match_id: null, seq: null, detail: `erasure of player ${row.player_id}: ${detail}` });
    last = row;
  }
  return { faults, count: rows.length, next: rows.length === limit ? { seq: last.seq, hash: last.hash } : null };
}

function faultOf(row: ErasureToVerify, last: ErasureHead): string | null {
  if (row.seq !== last.seq + 1) return `the records from ${last.seq + 1} to ${row.seq - 1} are missing`;
  if (Buffer.compare(hashOf(row, last.hash), row.hash) !== 0) return 'the record does not match its hash';
  if (!row.is_erased) return 'the player is not erased';
  return row.has_relations ? 'the player is still on a roster or shared, or a link or a reason is left' : null;
}
