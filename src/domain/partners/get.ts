import { readPartner } from '../../store/partners.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { type PartnerView, partnerView } from './view.ts';

/** @throws {Problem} `partner_not_found`. */
export async function getPartner(context: Context, id: string): Promise<PartnerView> {
  const row = await readPartner(context.database, id);
  if (row === undefined) throw new Problem('partner_not_found');
  return partnerView(row);
}
