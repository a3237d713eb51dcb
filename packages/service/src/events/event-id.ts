import { hash } from 'node:crypto';
import type { LogPlace } from './feed-store.ts';

/** The place of an event in its partner's feed: a row of the log, and an event of that row. */
export interface EventPlace extends LogPlace {
  /** 0: the subject of the change; n: its nth rating. */
  readonly part: number;
}

/** The partner of an event. Each generation of a sandbox has its own ids, so that receivers cannot confuse new events with old ones. */
export interface EventOwner {
  readonly partnerId: string;
  /** Null: live data. */
  readonly sandboxGeneration: number | null;
}

const TAG_DIGITS = 8;
const FORM = /^evt_([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9a-z]{1,2})-[0-9a-f]{8}$/;

/** An id contains the place, and a tag that distinguishes it from the ids of other owners. */
export function eventId({ partnerId, sandboxGeneration }: EventOwner, { position, id, part }: EventPlace): string {
  const owner = sandboxGeneration === null ? partnerId : `${partnerId} ${sandboxGeneration}`;
  const tag = hash('sha256', `${owner} ${position} ${id} ${part}`).slice(0, TAG_DIGITS);
  return `evt_${position.toString(36)}-${id.toString(36)}-${part.toString(36)}-${tag}`;
}

/** The place in an event id of this owner; null for any other text. The event may not exist. */
export function placeOfEvent(owner: EventOwner, text: string): EventPlace | null {
  const numbers =
    FORM.exec(text)
      ?.slice(1)
      .map((digits) => Number.parseInt(digits, 36)) ?? [];
  const [position = Number.NaN, id = Number.NaN, part = Number.NaN] = numbers;
  const place = { position, id, part };
  return numbers.every(Number.isSafeInteger) && numbers.length > 0 && eventId(owner, place) === text ? place : null;
}
