import type { AuditEntry } from '@bandeja/contract/audit';
import type { Queryable } from '@bandeja/postgres/database';
import type { PartnerContext } from '../context.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import { createdUsername } from '../players/visibility-store.ts';
import { notFound, playerNotCreated } from '../validation/not-found.ts';
import { auditEntry } from './chain.ts';
import { changesOfSubmission } from './events.ts';
import {
  type AuditRow,
  type ChainCursor,
  findCreatedId,
  readAuditedMatches,
  readChain,
  readMatchAudit,
  readPlayerAudit,
} from './store.ts';

/** Batch size. The amendment of a long scoreline is an entry of 27 KB, and takes four times as much memory while it is read. */
const ENTRIES_AT_ONCE = 32;

/** The caller's audit chain in order, so that the caller can verify it. */
export function listAudit(
  { actor, database }: PartnerContext,
  page: Page<ChainCursor>,
): Promise<PageOf<AuditEntry, ChainCursor>> {
  return pageOfEntries(database, page, (batch) => readChain(database, actor.partnerId, batch));
}

/**
 * The entries of one of the caller's matches, oldest first.
 * @throws {Problem} `match_not_found`, even if another partner has the match
 */
export async function listMatchAudit(
  { actor, database }: PartnerContext,
  matchId: string,
  page: Page<ChainCursor>,
): Promise<PageOf<AuditEntry, ChainCursor>> {
  const [match] = await readAuditedMatches(database, [matchId]);
  if (match?.partner_id !== actor.partnerId) throw notFound('match_not_found', matchId);
  return pageOfEntries(database, page, (batch) => readMatchAudit(database, actor.partnerId, matchId, batch));
}

/**
 * The entries about the starting level of a player that the caller created, oldest first.
 * @throws {Problem} `player_not_found`
 */
export async function listPlayerAudit(
  { actor, database }: PartnerContext,
  username: string,
  page: Page<ChainCursor>,
): Promise<PageOf<AuditEntry, ChainCursor>> {
  const name = await createdUsername(database, actor.partnerId, username);
  const id = await findCreatedId(database, actor.partnerId, name);
  if (id === undefined) throw playerNotCreated(username);
  return pageOfEntries(database, page, (batch) => readPlayerAudit(database, actor.partnerId, id, batch));
}

function pageOfEntries(
  database: Queryable,
  page: Page<ChainCursor>,
  read: (batch: Page<ChainCursor>) => Promise<AuditRow[]>,
): Promise<PageOf<AuditEntry, ChainCursor>> {
  return readPage(
    page,
    async (batch) => withSubmissions(database, await read(batch)),
    auditEntry,
    (row) => ({ seq: row.seq }),
    ENTRIES_AT_ONCE,
  );
}

/** Adds the changes of submissions, which are not stored. They never change, so no snapshot is needed. */
export async function withSubmissions(database: Queryable, rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const ids = rows.flatMap(({ action, match_id }) => (action === 'submitted' && match_id !== null ? [match_id] : []));
  if (ids.length === 0) return [...rows];
  const matches = new Map((await readAuditedMatches(database, ids)).map((match) => [match.id, match]));
  return rows.map((row) => {
    const match = row.action === 'submitted' ? matches.get(row.match_id ?? '') : undefined;
    return match === undefined ? row : { ...row, changes: changesOfSubmission(match) };
  });
}
