import { replayFrom, replayPlaces } from '../../store/webhooks/endpoints.ts';
import { readPositionBefore } from '../../store/webhooks/positions.ts';
import type { PartnerContext } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { placeOfEvent } from '../events/event-id.ts';
import { readEventsAt } from '../events/read.ts';
import { invalidBody } from '../faults/faults-of.ts';
import { parseInstant } from '../instant.ts';
import { getEndpoint } from './endpoints.ts';
import { placeOf } from './feed.ts';
import type { WebhookReplay } from './shapes.ts';

/**
 * Sends events again, with the ids that they had. From an instant on, the endpoint goes back to its place then and on from there, so
 * the events of a match keep their order.
 * @returns how many of the events named are sent again; null for a replay from an instant on.
 * @throws {Problem} `webhook_endpoint_not_found`; `invalid_body` for an id that is none of the caller's events.
 */
export async function replay(
  context: PartnerContext,
  id: string,
  { since = null, event_ids: eventIds = null }: WebhookReplay,
): Promise<{ events: number | null }> {
  const {
    actor: { partnerId },
    sandboxGeneration,
  } = context;
  await getEndpoint(context, id);
  if (eventIds === null) {
    const at = parseInstant(since ?? '') ?? 0;
    await context.database.transaction(async (transaction) => {
      const position = await readPositionBefore(transaction, partnerId, at);
      if (!(await replayFrom(transaction, partnerId, id, position))) throw new Problem('webhook_endpoint_not_found');
    });
    return { events: null };
  }
  const places = eventIds.map((eventId, index) => {
    const place = placeOfEvent({ partnerId, sandboxGeneration }, eventId);
    if (place === null) throw notAnEvent(index);
    return place;
  });
  const events = (await readEventsAt(context, partnerId, places)).map(({ place, subjectId }) => ({
    place: placeOf(place.position, place.index),
    subject_id: subjectId,
  }));
  await context.database.transaction(async (transaction) => {
    if (!(await replayPlaces(transaction, partnerId, id, events))) throw new Problem('webhook_endpoint_not_found');
  });
  return { events: events.length };
}

function notAnEvent(index: number): Problem {
  const detail = 'Must be the id of an event of yours, from GET /v1/events or a delivery.';
  return invalidBody([{ pointer: `/event_ids/${index}`, code: 'bad_format', detail }]);
}
