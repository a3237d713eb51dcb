import type { AuditFault, AuditVerification } from '@bandeja/contract/audit';
import type { Queryable } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { Context } from '../context.ts';
import type { TimeKey } from '../paging/time-order.ts';
import type { ProgressOptions } from '../runtime/progress.ts';
import {
  countAudited,
  findErased,
  readChainHead,
  readNextPartner,
  readServedMatches,
  readStrayLevels,
  readTrails,
  readWrongLevels,
  type ServedMatch,
} from './blocks-store.ts';
import { auditEntry, auditHash } from './chain.ts';
import { verifyErasureBlock } from './erasures.ts';
import { readUnrecordedErasures } from './erasures-store.ts';
import { withSubmissions } from './list.ts';
import { MatchTrail } from './match-trail.ts';
import { type AuditRow, type ChainHead, readChain } from './store.ts';

export interface VerifyAuditOptions extends ProgressOptions {
  /** Block size, for entries and for matches. Only tests change the default. */
  readonly block?: number;
}

/** Default block size. A block takes some 20 ms on PostgreSQL. On the embedded database, it blocks everything else. */
const BLOCK = 500;
/** Bounds the report: a destroyed trail has as many faults as entries. */
export const AUDIT_FAULTS_MAX = 1_000;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Verifies the audit trail: the order, hashes and head of every chain; that every match agrees with its entries; and that every erased
 * player has a record and no other traces. Each block is read in its own snapshot, so matches may be added and changed during the
 * verification. Read-only.
 * @param partnerId verifies only this partner
 * @returns at most {@link AUDIT_FAULTS_MAX} faults by partner: first those of the chain, in order, then those of matches
 * @throws {DOMException} the reason of `signal` once it is aborted
 */
export async function verifyAudit(
  { database }: Pick<Context, 'database'>,
  { onProgress, signal, block = BLOCK }: VerifyAuditOptions = {},
  partnerId?: string,
): Promise<AuditVerification> {
  const expected = await countAudited(database, partnerId ?? null);
  const faults: AuditFault[] = [];
  const done = { partners: 0, entries: 0, matches: 0, erasures: 0 };
  const report = (): void => {
    const count = done.entries + done.matches;
    onProgress?.({ done: count, total: Math.max(expected.entries + expected.matches, count) });
    signal?.throwIfAborted();
  };
  /** Verifies all entries, matches or erasures of a partner, block by block. */
  async function verifyBlocks<Cursor>(
    kind: 'entries' | 'matches' | 'erasures',
    partner: string,
    first: Cursor,
    verify: VerifyBlock<Cursor>,
  ): Promise<void> {
    for (let cursor: Cursor | null = first; cursor !== null; ) {
      const from: Cursor = cursor;
      const verified = await inSnapshot(database, (snapshot) => verify(snapshot, partner, from, block));
      for (const fault of verified.faults.slice(0, AUDIT_FAULTS_MAX - faults.length))
        faults.push({ partner_id: partner, ...fault });
      done[kind] += verified.count;
      cursor = verified.next;
      report();
    }
  }
  report();
  let partner = partnerId ?? (await readNextPartner(database, FIRST_ID));
  while (partner !== undefined) {
    await verifyBlocks('entries', partner, { seq: 0, hash: new Uint8Array(32) }, verifyChainBlock);
    await verifyBlocks('matches', partner, { played_at: 0, id: FIRST_ID }, verifyMatchBlock);
    await verifyBlocks('erasures', partner, { seq: 0, hash: new Uint8Array(32) }, verifyErasureBlock);
    for (const id of await readWrongLevels(database, partner, AUDIT_FAULTS_MAX - faults.length)) {
      const detail = `the starting level of player ${id} differs from the entries`;
      faults.push({ partner_id: partner, match_id: null, seq: null, detail });
    }
    for (const seq of await readStrayLevels(database, partner, AUDIT_FAULTS_MAX - faults.length)) {
      const detail = 'the change of a starting level belongs to no entry about its player';
      faults.push({ partner_id: partner, match_id: null, seq, detail });
    }
    done.partners += 1;
    partner = partnerId === undefined ? await readNextPartner(database, partner) : undefined;
  }
  if (partnerId === undefined) {
    for (const id of await readUnrecordedErasures(database, AUDIT_FAULTS_MAX - faults.length)) {
      const detail = `player ${id} was erased without a record`;
      faults.push({ partner_id: null, match_id: null, seq: null, detail });
    }
  }
  return { partners: done.partners, entries: done.entries, erasures: done.erasures, faults };
}

/** The result of a block. `next` is the start of the next block; null after the last. */
interface VerifiedBlock<Cursor> {
  readonly faults: readonly Omit<AuditFault, 'partner_id'>[];
  readonly count: number;
  readonly next: Cursor | null;
}

type VerifyBlock<Cursor> = (
  snapshot: Queryable,
  partnerId: string,
  from: Cursor,
  limit: number,
) => Promise<VerifiedBlock<Cursor>>;

type ChainLink = Omit<ChainHead, 'partner_id'>;

async function verifyChainBlock(
  snapshot: Queryable,
  partnerId: string,
  from: ChainLink,
  limit: number,
): Promise<VerifiedBlock<ChainLink>> {
  const stored = await readChain(snapshot, partnerId, { after: { seq: from.seq }, limit, offset: 0 });
  const rows = await withSubmissions(snapshot, stored);
  const faults: Omit<AuditFault, 'partner_id'>[] = [];
  // Their words were removed with the player, so that no hash can be computed of them. The links still show that none is missing.
  const blank = rows.filter(({ action, changes }) => action === 'starting_level' && changes.length === 0);
  const erasedIds = await findErased(
    snapshot,
    blank.flatMap(({ player_id }) => player_id ?? []),
  );
  const erased = new Set(blank.filter(({ player_id }) => erasedIds.has(player_id ?? '')));
  let last = from;
  for (const row of rows) {
    const detail = faultOfEntry(row, last, erased.has(row));
    if (detail !== null) faults.push({ match_id: row.match_id, seq: row.seq, detail });
    last = row;
  }
  if (rows.length === limit) return { faults, count: rows.length, next: { seq: last.seq, hash: last.hash } };
  const detail = faultOfEnd(await readChainHead(snapshot, partnerId), last);
  if (detail !== null) faults.push({ match_id: null, seq: last.seq, detail });
  return { faults, count: rows.length, next: null };
}

function faultOfEntry(row: AuditRow, last: ChainLink, isErased: boolean): string | null {
  if (row.seq !== last.seq + 1) return `the entries from ${last.seq + 1} to ${row.seq - 1} are missing`;
  if (row.action === 'submitted' && row.changes.length === 0) return 'the match of the entry does not exist';
  if (isErased) return null;
  const { hash, ...unhashed } = auditEntry(row);
  return auditHash(unhashed) === hash ? null : 'the hash of the entry does not match the entry or its match';
}

function faultOfEnd(head: ChainHead | undefined, last: ChainLink): string | null {
  if (head === undefined) return 'the head of the chain is missing';
  if (head.seq !== last.seq) return `the last entry is ${last.seq}, but the head of the chain is at ${head.seq}`;
  return Buffer.compare(head.hash, last.hash) === 0
    ? null
    : 'the head of the chain and the last entry have different hashes';
}

async function verifyMatchBlock(
  snapshot: Queryable,
  partnerId: string,
  from: TimeKey,
  limit: number,
): Promise<VerifiedBlock<TimeKey>> {
  const matches = await readServedMatches(snapshot, partnerId, from, limit);
  const trails = new Map(matches.map((match) => [match.id, new MatchTrail(match)]));
  await addEntries(snapshot, trails, limit);
  const faults = matches.flatMap(({ id }: ServedMatch) =>
    (trails.get(id)?.faults() ?? []).map((fault) => ({ match_id: id, ...fault })),
  );
  const last = matches.at(-1);
  const next = last === undefined || matches.length < limit ? null : { played_at: last.played_at, id: last.id };
  return { faults, count: matches.length, next };
}

async function addEntries(snapshot: Queryable, trails: ReadonlyMap<string, MatchTrail>, limit: number): Promise<void> {
  const ids = [...trails.keys()];
  let after = { match_id: FIRST_ID, seq: 0 };
  for (;;) {
    const entries = await readTrails(snapshot, ids, after, limit);
    for (const entry of entries) trails.get(entry.match_id)?.add(entry);
    const last = entries.at(-1);
    if (last === undefined || entries.length < limit) return;
    after = { match_id: last.match_id, seq: last.seq };
  }
}
