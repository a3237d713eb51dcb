/** Reads the event feed of a partner, for the API and for webhooks. */

import type { Problem } from '@bandeja/contract/errors/problem';
import { EVENTS_DAYS_MIN, type Event } from '@bandeja/contract/events';
import type { Queryable } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { Context, PartnerContext } from '../context.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import { faultyRequest } from '../validation/faults-of.ts';
import { type EventOwner, type EventPlace, placeOfEvent } from './event-id.ts';
import { type LogPlace, readChangesAfter, readChangesAt, readNewestChange } from './feed-store.ts';
import { type EventRef, eventsOfChange, type PlacedEvent, renderEvents } from './render.ts';

/** Batch size. Events of long matches are large, so only a few may fit into a page. */
const EVENTS_AT_ONCE = 32;

const BEFORE_ALL: EventPlace = { position: -1, id: 0, part: 0 };

export interface EventPage extends Pick<Page<EventPlace>, 'limit' | 'bytesMax'> {
  /** The id of the caller's last event, and the parameter that contained it; null starts with the oldest event. */
  readonly after: { readonly parameter: string; readonly id: string } | null;
}

/**
 * The caller's events in order. Every read returns the same events, but with current names and ratings.
 * @throws {Problem} `invalid_query` if `after` is not an event of the caller, or was removed
 */
export function listEvents(
  { actor: { partnerId }, sandboxGeneration, database }: PartnerContext,
  { after, limit, bytesMax }: EventPage,
): Promise<PageOf<Event, EventPlace>> {
  const owner = { partnerId, sandboxGeneration };
  return inSnapshot(database, async (snapshot) => {
    const place = after === null ? BEFORE_ALL : await checkedPlace(snapshot, owner, after);
    return readPage(
      { limit, offset: 0, after: place, ...(bytesMax !== undefined && { bytesMax }) },
      (page) => eventsAfter(snapshot, owner, page.after ?? place, page.limit),
      ({ event }) => event,
      (row) => row.place,
      EVENTS_AT_ONCE,
    );
  });
}

/** The caller's newest event; null if there is none. */
export function latestEvent({
  actor: { partnerId },
  sandboxGeneration,
  database,
}: PartnerContext): Promise<Event | null> {
  return inSnapshot(database, async (snapshot) => {
    const change = await readNewestChange(snapshot, partnerId);
    if (change === undefined) return null;
    const [found] = await renderEvents(snapshot, { partnerId, sandboxGeneration }, eventsOfChange(change).slice(-1));
    return found?.event ?? null;
  });
}

/** @throws {Problem} see {@link listEvents} */
async function checkedPlace(
  snapshot: Queryable,
  owner: EventOwner,
  { parameter, id }: NonNullable<EventPage['after']>,
): Promise<EventPlace> {
  const wrong = (detail: string): Problem =>
    faultyRequest('invalid_query', [{ parameter, code: 'bad_format', detail }]);
  const place = placeOfEvent(owner, id);
  if (place === null) throw wrong('Must be the id of one of your events, from an earlier response or a delivery.');
  const [change] = await readChangesAt(snapshot, owner.partnerId, [place]);
  if (change !== undefined && eventsOfChange(change).some((event) => event.place.part === place.part)) return place;
  const newest = await readNewestChange(snapshot, owner.partnerId);
  if (change !== undefined || newest === undefined || isAfter(place, newest)) {
    throw wrong('You have no event with this id.');
  }
  throw wrong(
    `Events are kept for at least ${EVENTS_DAYS_MIN} days. This event has been removed, and later ones may have been removed, too. ` +
      `To start with the oldest event, leave out \`${parameter}\`.`,
  );
}

const isAfter = (a: LogPlace, b: LogPlace): boolean =>
  a.position > b.position || (a.position === b.position && a.id > b.id);

async function eventsAfter(
  snapshot: Queryable,
  owner: EventOwner,
  after: EventPlace,
  limit: number,
): Promise<PlacedEvent[]> {
  // Starts with the row of `after`, which may have more events. Each row has at least one.
  const row = { position: after.position, id: after.id - 1 };
  const changes = await readChangesAfter(snapshot, owner.partnerId, row, limit + 1);
  const isLater = ({ place }: EventRef): boolean => isAfter(place, after) || place.part > after.part;
  return renderEvents(snapshot, owner, changes.flatMap(eventsOfChange).filter(isLater).slice(0, limit));
}

/** These events of each partner in order, as it may see them now, all from one snapshot. Removed events are omitted. */
export function readEventsAt(
  { database, sandboxGeneration }: Context,
  placesByPartner: ReadonlyMap<string, readonly EventPlace[]>,
): Promise<PlacedEvent[]> {
  return inSnapshot(database, async (snapshot) => {
    const ofPartner = async ([partnerId, places]: [string, readonly EventPlace[]]): Promise<PlacedEvent[]> => {
      const wanted = new Set(places.map(({ id, part }) => `${id} ${part}`));
      const events = (await readChangesAt(snapshot, partnerId, places)).flatMap(eventsOfChange);
      const requested = events.filter(({ place: { id, part } }) => wanted.has(`${id} ${part}`));
      return renderEvents(snapshot, { partnerId, sandboxGeneration }, requested);
    };
    // Statements of all partners share the round trips.
    return (await Promise.all([...placesByPartner].map(ofPartner))).flat();
  });
}
