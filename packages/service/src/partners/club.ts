import type { Context } from '../context.ts';
import { readPartner } from './store.ts';

/** The caller's partner, as people know it. */
export interface Club {
  readonly name: string;
  /** Days are days of this zone. */
  readonly time_zone: string;
}

/**
 * The caller's club. It is read from the live data: the copy in a sandbox may be old.
 * @param timeZone replaces the club's own
 */
export async function clubOf(
  {
    liveDatabase,
    actor: { partnerId },
  }: Pick<Context, 'liveDatabase'> & { readonly actor: { readonly partnerId: string } },
  timeZone?: string,
): Promise<Club> {
  const partner = await readPartner(liveDatabase, partnerId);
  if (partner === undefined) throw new Error(`the partner ${partnerId} of a caller does not exist`);
  return { name: partner.name, time_zone: timeZone ?? partner.time_zone };
}
