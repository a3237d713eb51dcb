import type { Usage } from '@bandeja/contract/usage';
import type { Context } from '../context.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import { readPartner } from '../partners/store.ts';
import { notFound } from '../validation/not-found.ts';
import { listUsageRows, type UsageFilter, type UsageKey, type UsageRow } from './store.ts';

const keyOf = ({ day, partner_id, key_id }: UsageRow): UsageKey => ({ day, partner_id, key_id });

/**
 * The usage of keys by day, partner and key. The last seconds of other processes may be missing (see `usage-counter.ts`).
 * @throws {Problem} `partner_not_found`
 */
export async function listUsage(
  { database }: Context,
  filter: UsageFilter,
  page: Page<UsageKey>,
): Promise<PageOf<Usage, UsageKey>> {
  const found = await readPage(
    page,
    (batch) => listUsageRows(database, filter, batch),
    (row): Usage => row,
    keyOf,
  );
  const { partnerId } = filter;
  if (found.data.length === 0 && partnerId !== null && (await readPartner(database, partnerId)) === undefined) {
    throw notFound('partner_not_found', partnerId);
  }
  return found;
}
