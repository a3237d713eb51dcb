import { logDisabledEndpoint } from '../../store/events/change-log.ts';
import { disableEndpointRow } from '../../store/webhooks/endpoints.ts';
import type { Context } from '../context.ts';
import type { DisabledByService } from '../events/shapes.ts';

/**
 * Disables an endpoint that no longer takes events, with an event that says so. What was not delivered stays for when it is enabled
 * again.
 * @param version the version that the deliverer has read; a partner who has changed the endpoint since has the last word.
 * @returns whether it was disabled.
 */
export function disableEndpoint(
  { database, now }: Context,
  id: string,
  version: number,
  reason: DisabledByService,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const partnerId = await disableEndpointRow(transaction, id, version, reason, now());
    if (partnerId === undefined) return false;
    await logDisabledEndpoint(transaction, partnerId, id, reason);
    return true;
  });
}
