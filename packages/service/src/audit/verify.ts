import type { AuditFault, AuditVerification } from '@bandeja/contract/audit';
import type { Queryable } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { Context } from '../context.ts';
import { readUnrecordedErasures } from '../players/erasures-store.ts';
import type { TimeKey } from '../reading/analysis/time-order.ts';
import type { ProgressOptions } from '../runtime/progress.ts';
import {
  countAudited,
  readChainHead,
  readNextPartner,
  readServedMatches,
  readTrails,
  type ServedMatch,
} from './blocks-store.ts';
import { auditEntry, auditHash } from './chain.ts';
import { verifyErasureBlock } from './erasures.ts';
import { withSubmissions } from './list.ts';
import { MatchTrail } from './match-trail.ts';
import { type AuditRow, type ChainHead, readChain } from './store.ts';

export interface VerifyAuditOptions extends ProgressOptions {
  /** Entries, and matches, that are read at once; other than the default in tests only. */
  readonly block?: number;
}

/** Takes some 20 ms on PostgreSQL; on the embedded database nothing else runs meanwhile. */
const BLOCK = 500;
/** Faults that are kept; a trail that was destroyed has as many as entries. */
export const AUDIT_FAULTS_MAX = 1_000;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Verifies the audit trail: the order, the hashes and the end of every chain, that every match is served as its entries say, and
 * that every erasure has its record and has left nothing. Each block is read in a snapshot of its own, so matches may come and change meanwhile. Writes nothing.
 * @param partnerId only this partner's part.
 * @returns at most {@link AUDIT_FAULTS_MAX} faults, partner by partner: those of the chain in its order, then those of matches.
 * @throws {DOMException} the reason of `signal`, once it has fired.
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
  /** Goes through what a partner has of one kind. */
  async function walk<Place>(
    kind: 'entries' | 'matches' | 'erasures',
    partner: string,
    first: Place,
    verify: VerifyBlock<Place>,
  ): Promise<void> {
    for (let place: Place | null = first; place !== null; ) {
      const from: Place = place;
      const verified = await inSnapshot(database, (snapshot) => verify(snapshot, partner, from, block));
      for (const fault of verified.faults.slice(0, AUDIT_FAULTS_MAX - faults.length))
        faults.push({ partner_id: partner, ...fault });
      done[kind] += verified.count;
      place = verified.next;
      report();
    }
  }
  report();
  let partner = partnerId ?? (await readNextPartner(database, FIRST_ID));
  while (partner !== undefined) {
    await walk('entries', partner, { seq: 0, hash: new Uint8Array(32) }, verifyChainBlock);
    await walk('matches', partner, { played_at: 0, id: FIRST_ID }, verifyMatchBlock);
    await walk('erasures', partner, { seq: 0, hash: new Uint8Array(32) }, verifyErasureBlock);
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

/** What a block holds: its faults, and where the next block begins, null after the last. */
interface VerifiedBlock<Place> {
  readonly faults: readonly Omit<AuditFault, 'partner_id'>[];
  readonly count: number;
  readonly next: Place | null;
}

/** Verifies the next block of a partner, from a place on. */
type VerifyBlock<Place> = (
  snapshot: Queryable,
  partnerId: string,
  from: Place,
  limit: number,
) => Promise<VerifiedBlock<Place>>;

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
  let last = from;
  for (const row of rows) {
    const detail = faultOfEntry(row, last);
    if (detail !== null) faults.push({ match_id: row.match_id, seq: row.seq, detail });
    last = row;
  }
  if (rows.length === limit) return { faults, count: rows.length, next: { seq: last.seq, hash: last.hash } };
  const detail = faultOfEnd(await readChainHead(snapshot, partnerId), last);
  if (detail !== null) faults.push({ match_id: null, seq: last.seq, detail });
  return { faults, count: rows.length, next: null };
}

function faultOfEntry(row: AuditRow, last: ChainLink): string | null {
  if (row.seq !== last.seq + 1) return `the entries from ${last.seq + 1} to ${row.seq - 1} are missing`;
  if (row.action === 'submitted' && row.changes.length === 0) return 'the match of the entry does not exist';
  const { hash, ...unhashed } = auditEntry(row);
  return auditHash(unhashed) === hash ? null : 'the entry, or the match, does not give the hash of the entry';
}

function faultOfEnd(head: ChainHead | undefined, last: ChainLink): string | null {
  if (head === undefined) return 'the chain has no end';
  if (head.seq !== last.seq) return `the chain ends with entry ${last.seq}; by its end it has ${head.seq}`;
  return Buffer.compare(head.hash, last.hash) === 0
    ? null
    : 'the end of the chain has another hash than its last entry';
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
