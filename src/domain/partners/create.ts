import { randomUUID } from 'node:crypto';
import { insertPartner, type PartnerRow } from '../../store/partners.ts';
import type { Context } from '../context.ts';
import type { Plan } from './plan.ts';
import { type PartnerView, partnerView } from './view.ts';

/** Creates a partner, active, with an empty audit chain. @param input the name has 1–80 characters. */
export async function createPartner(
  context: Context,
  input: { readonly name: string; readonly plan: Plan },
): Promise<PartnerView> {
  const row: PartnerRow = { ...input, id: randomUUID(), suspended: false, created_at: context.now() };
  await context.database.transaction((transaction) => insertPartner(transaction, row));
  return partnerView(row);
}
