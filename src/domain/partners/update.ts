import { type PartnerChange, updatePartnerRow } from '../../store/partners.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { type PartnerView, partnerView } from './view.ts';

/**
 * Renames a partner, moves it to another plan, suspends it or ends its suspension. Other nodes act on a new plan or a
 * suspension within five seconds, see `domain/keys/keyring.ts`.
 * @param change null leaves a value as it is.
 * @throws {Problem} `partner_not_found`.
 */
export async function updatePartner(context: Context, id: string, change: PartnerChange): Promise<PartnerView> {
  const row = await updatePartnerRow(context.database, id, change);
  if (row === undefined) throw new Problem('partner_not_found');
  return partnerView(row);
}
