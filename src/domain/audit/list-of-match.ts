import { type ChainPlace, readMatchAudit } from '../../store/audit.ts';
import { readMatch } from '../../store/matches/matches.ts';
import type { Page } from '../../store/page.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { type PageOf, readPage } from '../list-page.ts';
import { type AuditEntry, auditEntry } from './chain.ts';
import { lastSeq } from './list.ts';

/**
 * What happened to one of the caller's matches, oldest first.
 * @throws {Problem} `match_not_found`, also for another partner's match.
 */
export async function listMatchAudit(
  context: Context,
  caller: Caller,
  matchId: string,
  page: Page<ChainPlace>,
): Promise<PageOf<AuditEntry, ChainPlace>> {
  if ((await readMatch(context.database, caller.partnerId, matchId)) === undefined)
    throw new Problem('match_not_found');
  return readPage(
    page,
    (stretch) => readMatchAudit(context.database, caller.partnerId, matchId, stretch),
    auditEntry,
    lastSeq,
  );
}
