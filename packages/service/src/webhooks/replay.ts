import type { Problem } from '@bandeja/contract/errors/problem';
import { parseInstant } from '@bandeja/contract/instant';
import type { WebhookReplay } from '@bandeja/contract/webhooks';
import type { PartnerContext } from '../context.ts';
import { placeOfEvent } from '../events/event-id.ts';
import { readEventsAt } from '../events/feed.ts';
import { readPlaceBefore } from '../events/feed-store.ts';
import { invalidBody } from '../validation/faults-of.ts';
import { getEndpoint } from './endpoints.ts';
import { replayAfter, replayEvents } from './fan-out-store.ts';

/**
 * Sends events again, with the same ids. With `since`, the endpoint continues from that time, so that the events of a match keep their
 * order.
 * @returns how many of the requested events will be sent; null with `since`
 * @throws {Problem} `webhook_endpoint_not_found`; `invalid_body` for an id that is not an event of the caller
 */
export async function replay(
  context: PartnerContext,
  id: string,
  { since = null, event_ids: eventIds = null }: WebhookReplay,
): Promise<{ events: number | null }> {
  const { actor, database, sandboxGeneration } = context;
  const { partnerId } = actor;
  await getEndpoint(context, id);
  if (eventIds === null) {
    const place = await readPlaceBefore(database, partnerId, parseInstant(since ?? '') ?? 0);
    if (place !== undefined) await replayAfter(database, id, place);
    return { events: null };
  }
  const places = eventIds.map((eventId, index) => {
    const place = placeOfEvent({ partnerId, sandboxGeneration }, eventId);
    if (place === null) throw notAnEvent(index);
    return place;
  });
  const events = await readEventsAt(context, new Map([[partnerId, places]]));
  await replayEvents(
    database,
    id,
    events.map(({ place, subjectId }) => ({ ...place, subject_id: subjectId })),
  );
  return { events: events.length };
}

function notAnEvent(index: number): Problem {
  const detail = 'Must be the id of one of your events, from GET /v1/events or a delivery.';
  return invalidBody([{ pointer: `/event_ids/${index}`, code: 'bad_format', detail }]);
}
