export { type EventOwner, type EventPlace, eventId, placeOfEvent } from './event-id.ts';
export { EVENTS_KEPT_DAYS, getPublishingLag, publishEvents, removeOldEvents } from './publish.ts';
export { type EventPage, lastPositions, latestEvent, listEvents, readEventsAfter, readEventsAt } from './read.ts';
export type { PlacedEvent } from './render.ts';
export { Event, type EventType, eventTypes } from './shapes.ts';
