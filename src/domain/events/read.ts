import type { Queryable } from '../../store/engine/database.ts';
import { inSnapshot } from '../../store/engine/snapshot.ts';
import { readChangesAt, readLastPlaces, readPlacedChanges } from '../../store/events/feed.ts';
import type { Page } from '../../store/page.ts';
import type { Context, PartnerContext } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { type PageOf, readPage } from '../list-page.ts';
import { type EventOwner, type EventPlace, placeOfEvent } from './event-id.ts';
import { EVENTS_KEPT_DAYS } from './publish.ts';
import { type Happening, happeningsOf, type PlacedEvent, renderEvents } from './render.ts';
import type { Event } from './shapes.ts';

/** Events of long matches are large, and only a few of them may fit into a page. */
const EVENTS_AT_ONCE = 32;

export interface EventPage extends Pick<Page<EventPlace>, 'limit' | 'bytesMax'> {
  /** The id of the last event that the caller has, by the parameter that names it; null begins with the oldest that is kept. */
  readonly after: { readonly parameter: string; readonly id: string } | null;
}

/**
 * The caller's events in their order, each once. What is read again is the same, but for names and ratings, which are as of the
 * reading.
 * @throws {Problem} `invalid_query` for an `after` that is no event of the caller, or one that is no longer kept.
 */
export function listEvents(
  { actor: { partnerId }, sandboxGeneration, readDatabase }: PartnerContext,
  { after, limit, bytesMax }: EventPage,
): Promise<PageOf<Event, EventPlace>> {
  const owner = { partnerId, sandboxGeneration };
  return inSnapshot(readDatabase, async (snapshot) => {
    const place = after === null ? null : await checkedPlace(snapshot, owner, after);
    const read = (stretch: Page<EventPlace>) => eventsAfter(snapshot, owner, stretch.after, stretch.limit);
    const page = { limit, offset: 0, after: place, ...(bytesMax !== undefined && { bytesMax }) };
    return readPage(
      page,
      read,
      ({ event }) => event,
      (row) => row.place,
      EVENTS_AT_ONCE,
    );
  });
}

/** The caller's last event, after which whatever happens from now on comes; null if there is none, or it is no longer kept. */
export function latestEvent({
  actor: { partnerId },
  sandboxGeneration,
  readDatabase,
}: PartnerContext): Promise<Event | null> {
  return inSnapshot(readDatabase, async (snapshot) => {
    const last = (await readLastPlaces(snapshot, [partnerId])).get(partnerId);
    if (last === undefined) return null;
    const happenings = (await readPlacedChanges(snapshot, partnerId, last, 1)).flatMap(happeningsOf);
    const [found] = await renderEvents(snapshot, { partnerId, sandboxGeneration }, happenings.slice(-1));
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
    new Problem('invalid_query', undefined, { faults: [{ parameter, code: 'bad_format', detail }] });
  const { partnerId } = owner;
  const place = placeOfEvent(owner, id);
  if (place === null) throw wrong('Must be the id of an event of yours, from an earlier answer or a delivery.');
  const [change] = await readPlacedChanges(snapshot, partnerId, place.position, 1);
  if (change?.position === place.position && place.index < happeningsOf(change).length) return place;
  const last = (await readLastPlaces(snapshot, [partnerId])).get(partnerId) ?? 0;
  if (change?.position === place.position || place.position > last) {
    throw wrong('There is no such event of yours.');
  }
  const kept = `Events are kept for ${EVENTS_KEPT_DAYS} days and this one is gone, with others that came after it, perhaps.`;
  throw wrong(`${kept} Leave out \`${parameter}\` to begin with the oldest that is kept.`);
}

/**
 * The events of a partner after a place, for whoever delivers them: at most `limit`, in order, as the partner may see them now.
 * @param after null begins with the oldest that is kept.
 */
export function readEventsAfter(
  { database, sandboxGeneration }: Context,
  partnerId: string,
  after: EventPlace | null,
  limit: number,
): Promise<PlacedEvent[]> {
  return inSnapshot(database, (snapshot) => eventsAfter(snapshot, { partnerId, sandboxGeneration }, after, limit));
}

/** These events of a partner in their order, as the partner may see them now; those that are no longer kept are missing. */
export function readEventsAt(
  { database, sandboxGeneration }: Context,
  partnerId: string,
  places: readonly EventPlace[],
): Promise<PlacedEvent[]> {
  return inSnapshot(database, async (snapshot) => {
    const positions = places.map(({ position }) => position);
    const wanted = new Set(places.map(({ position, index }) => `${position} ${index}`));
    const happenings = (await readChangesAt(snapshot, partnerId, positions)).flatMap(happeningsOf);
    const asked = happenings.filter(({ place: { position, index } }) => wanted.has(`${position} ${index}`));
    return renderEvents(snapshot, { partnerId, sandboxGeneration }, asked);
  });
}

/** The place of the last change that each of these partners is told of. A partner that has had no event is missing. */
export function lastPositions(
  { database }: Context,
  partnerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return readLastPlaces(database, partnerIds);
}

async function eventsAfter(
  snapshot: Queryable,
  owner: EventOwner,
  after: EventPlace | null,
  limit: number,
): Promise<PlacedEvent[]> {
  // Each change is at least one event, and all events of the first one may have been read.
  const changes = await readPlacedChanges(snapshot, owner.partnerId, after?.position ?? 0, limit + 1);
  const isLater = ({ place: { position, index } }: Happening): boolean =>
    after === null || position > after.position || index > after.index;
  return renderEvents(snapshot, owner, changes.flatMap(happeningsOf).filter(isLater).slice(0, limit));
}
