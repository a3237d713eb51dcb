import { publishChanges, readPublishingLag } from '../../store/events/publish.ts';
import { trimEvents } from '../../store/events/trim.ts';
import type { Context } from '../context.ts';

/** How long an event can be read at least, days. */
export const EVENTS_KEPT_DAYS = 30;

/**
 * Gives what was committed since it was last called its place among the events of each partner that is told of it. Any number of
 * processes may call it at once.
 * @returns how many changes got places.
 */
export async function publishEvents({ database }: Context): Promise<number> {
  return publishChanges(database);
}

/**
 * Removes some of the events that are older than they are kept, but for the last one of each partner.
 * @returns whether there may be more of them
 */
export async function removeOldEvents({ database }: Context): Promise<boolean> {
  return trimEvents(database, EVENTS_KEPT_DAYS);
}

/** How long ago the earliest change was committed that readers of events do not see yet, ms; 0 if they see all. */
export async function getPublishingLag({ database }: Context): Promise<number> {
  return readPublishingLag(database);
}
