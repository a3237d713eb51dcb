import { type ChainPlace, readChain } from '../../store/audit.ts';
import type { Page } from '../../store/page.ts';
import type { Caller, Context } from '../context.ts';
import { type PageOf, readPage } from '../list-page.ts';
import { type AuditEntry, auditEntry } from './chain.ts';

/** The caller's whole audit chain in order, from after `seq` on, so that the caller can verify it. */
export function listAudit(
  context: Context,
  caller: Caller,
  page: Page<ChainPlace>,
): Promise<PageOf<AuditEntry, ChainPlace>> {
  return readPage(page, (stretch) => readChain(context.database, caller.partnerId, stretch), auditEntry, lastSeq);
}

/** The place of the last of these entries in its chain. */
export function lastSeq(shown: readonly ChainPlace[]): ChainPlace {
  return { seq: shown.at(-1)?.seq ?? 0 };
}
