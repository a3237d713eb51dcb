import { hasPartnerRows } from '../../store/partners.ts';
import type { Context } from '../context.ts';

/** Whether the service has a partner at all; without one nothing was ever asked of it. */
export function hasAnyPartner(context: Context): Promise<boolean> {
  return hasPartnerRows(context.database);
}
