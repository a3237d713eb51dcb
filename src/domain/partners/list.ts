import type { Page } from '../../store/page.ts';
import { type CreationKey, listPartnerRows } from '../../store/partners.ts';
import type { Context } from '../context.ts';
import { type PageOf, readPage } from '../list-page.ts';
import { type PartnerView, partnerView } from './view.ts';

/** All partners, in order of creation. */
export function listPartners(context: Context, page: Page<CreationKey>): Promise<PageOf<PartnerView, CreationKey>> {
  return readPage(page, (stretch) => listPartnerRows(context.database, stretch), partnerView, placeByCreation);
}

/** The place of the last of these rows in a list by creation. */
export function placeByCreation(rows: readonly CreationKey[]): CreationKey {
  const last = rows.at(-1);
  if (last === undefined) throw new Error('an empty page has no last row');
  return { created_at: last.created_at, id: last.id };
}
