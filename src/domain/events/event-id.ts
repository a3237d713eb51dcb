import { hash } from 'node:crypto';

/** The place of an event among those of its partner: the place of the change that it tells of, and which of the change's events it is. */
export interface EventPlace {
  readonly position: number;
  /** From 0. */
  readonly index: number;
}

/** Whose events they are. Each generation of a sandbox has ids of its own, so that no receiver takes its events for ones that it had. */
export interface EventOwner {
  readonly partnerId: string;
  /** Null for the live events. */
  readonly sandboxGeneration: number | null;
}

const TAG_DIGITS = 8;
const form = /^evt_([0-9a-z]{1,11})-([0-9a-z]{1,4})-[0-9a-f]{8}$/;

/** The id of an event. It holds the place; what follows tells an id of this owner from any other text. */
export function eventId({ partnerId, sandboxGeneration }: EventOwner, { position, index }: EventPlace): string {
  const owner = sandboxGeneration === null ? partnerId : `${partnerId} ${sandboxGeneration}`;
  const tag = hash('sha256', `${owner} ${position} ${index}`).slice(0, TAG_DIGITS);
  return `evt_${position.toString(36)}-${index.toString(36)}-${tag}`;
}

/** @returns null for a text that is no id of an event of this owner; whether there is such an event is another question. */
export function placeOfEvent(owner: EventOwner, id: string): EventPlace | null {
  const [, position = '', index = ''] = form.exec(id) ?? [];
  if (position === '') return null;
  const place = { position: Number.parseInt(position, 36), index: Number.parseInt(index, 36) };
  const isExact = place.position > 0 && Number.isSafeInteger(place.position) && eventId(owner, place) === id;
  return isExact ? place : null;
}
