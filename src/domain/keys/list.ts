import { listKeyRows } from '../../store/keys.ts';
import type { Page } from '../../store/page.ts';
import { type CreationKey, readPartner } from '../../store/partners.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { type PageOf, readPage } from '../list-page.ts';
import { placeByCreation } from '../partners/index.ts';
import { type KeyView, keyView } from './view.ts';

/**
 * The partner's keys that have not ended, in order of creation. A rotated key is among them until its overlap ends.
 * @throws {Problem} `partner_not_found`.
 */
export async function listKeys(
  context: Context,
  partnerId: string,
  page: Page<CreationKey>,
): Promise<PageOf<KeyView, CreationKey>> {
  const of = { partnerId, at: context.now() };
  const found = await readPage(page, (stretch) => listKeyRows(context.database, of, stretch), keyView, placeByCreation);
  if (found.data.length === 0 && (await readPartner(context.database, partnerId)) === undefined) {
    throw new Problem('partner_not_found');
  }
  return found;
}
