/** The events of a partner as webhooks take them: each with its place as one number, and what it is about. */
import type { Context } from '../context.ts';
import { readEventsAfter, readEventsAt } from '../events/read.ts';
import type { PlacedEvent } from '../events/render.ts';
import type { Event } from '../events/shapes.ts';

/** A change has fewer events for one partner than this. */
const PARTS = 256;

export const placeOf = (position: number, index: number): number => position * PARTS + index;
export const positionOf = (place: number): number => Math.floor(place / PARTS);
/** The place after which the next position begins. */
export const endOf = (position: number): number => placeOf(position, PARTS - 1);
const split = (place: number) => ({ position: positionOf(place), index: place % PARTS });

/** An event as it is sent. */
export interface FeedEvent {
  readonly place: number;
  /** The match or the player that it is about: events with the same one are delivered in order. */
  readonly subject: string;
  readonly id: string;
  readonly type: Event['type'];
  readonly body: string;
}

/** The events of a partner after a place, at most `limit`, in order. */
export async function readFeedAfter(
  context: Context,
  partnerId: string,
  after: number,
  limit: number,
): Promise<FeedEvent[]> {
  return (await readEventsAfter(context, partnerId, split(after), limit)).map(feedEvent);
}

/** The event at a place; undefined if it is no longer kept. */
export async function readFeedAt(context: Context, partnerId: string, place: number): Promise<FeedEvent | undefined> {
  const [found] = await readEventsAt(context, partnerId, [split(place)]);
  return found && feedEvent(found);
}

function feedEvent({ place: { position, index }, subjectId, event }: PlacedEvent): FeedEvent {
  const { id, type } = event;
  return { place: placeOf(position, index), subject: subjectId, id, type, body: JSON.stringify(event) };
}
