import type { PartnerRow } from '../../store/partners.ts';
import { formatInstant } from '../instant.ts';
import type { Plan } from './plan.ts';

export interface PartnerView {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly suspended: boolean;
  readonly created_at: string;
}

export function partnerView(row: PartnerRow): PartnerView {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    suspended: row.suspended,
    created_at: formatInstant(row.created_at),
  };
}
