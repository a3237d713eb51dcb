/**
 * In what order one endpoint gets its events, and when. It is told what happens and asked what to send; it reads no clock, sends
 * nothing and stores nothing by itself.
 *
 * Events about the same match or player (their subject) go one after the other; of several subjects, at once. An event that fails
 * waits for its next try, and the later ones of its subject wait behind it: these are out of line, and each has a row in
 * webhook_waiting. All others are delivered in order of their places, so that one number (`delivered_through`) says how far the
 * endpoint has got. After {@link FAILURES_TO_HOLD} failures in a row the endpoint is on hold: only its first failed event is tried,
 * at its times, until one succeeds; then all that have failed are tried again.
 */
import type { EndpointNote } from '../../store/webhooks/delivery-notes.ts';
import type { WaitingRow } from '../../store/webhooks/delivery-work.ts';
import { endOf, positionOf } from './feed.ts';
import { GIVE_UP_AFTER_MS, retryDelay } from './retry-schedule.ts';

/** Two times that were stored together are read back as far apart as this at most. */
const CLOCK_TOLERANCE_MS = 60_000;
/** Messages to one endpoint at once. */
const MESSAGES_AT_ONCE = 8;
/** A receiver that asks for a pause (`Retry-After`) gets it for all its events, up to this. */
const ASKED_PAUSE_MAX_MS = 3_600_000;
/** Enough to know that it is the receiver and not the event. */
const FAILURES_TO_HOLD = 5;
/** Out of line at once. With more, the endpoint reads no further events until there is room. */
const WAITING_MAX = 1_000;
/** In line at once, in memory, and so what is sent again after a crash at most. */
const IN_LINE_MAX = 200;

/** An event on its way to the endpoint. */
export interface QueuedEvent {
  readonly place: number;
  readonly subject: string;
  /** How often it has failed. */
  attempts: number;
  /** When it was first tried, ms of the queue's clock; null before. */
  firstTriedAt: number | null;
  /** Not before. */
  notBefore: number;
  /** Whether it is out of line. */
  isWaiting: boolean;
}

/** Where an endpoint stands when its queue begins; times in ms ago. */
export interface Standing {
  readonly deliveredThrough: number;
  readonly failuresInARow: number;
  readonly failingMs: number | null;
  readonly waiting: readonly WaitingRow[];
}

/** What became of a try: the event is through, it waits, it was given up, or the endpoint is to be disabled. */
export type Verdict = 'delivered' | 'waits' | 'given up' | 'endpoint fails' | 'endpoint gone';

export class EndpointQueue {
  readonly #subjects = new Map<string, QueuedEvent[]>();
  readonly #inFlight = new Set<string>();
  readonly #random: () => number;
  /** Waiting events that changed since the last note, and places that no longer wait. */
  readonly #changed = new Set<QueuedEvent>();
  readonly #done = new Set<number>();
  /** Places in line: neither delivered nor out of line. In ascending order, as a Set keeps what is added in order. */
  readonly #inLine = new Set<number>();
  #waiting = 0;
  #readThrough: number;
  #failuresInARow: number;
  #failingSince: number | null;
  #deliveredAt: number | null = null;
  #holdUntil = Number.NEGATIVE_INFINITY;
  #isDirty = false;

  /**
   * @param now the present of the queue's clock, ms.
   * @param random 0 to 1, each time another one.
   */
  constructor(standing: Standing, now: number, random: () => number) {
    this.#random = random;
    this.#readThrough = endOf(standing.deliveredThrough);
    this.#failuresInARow = standing.failuresInARow;
    this.#failingSince = standing.failingMs === null ? null : now - standing.failingMs;
    for (const row of standing.waiting) {
      this.#append({
        place: row.place,
        subject: row.subject_id,
        attempts: row.attempts,
        firstTriedAt: row.first_tried_ms === null ? null : now - row.first_tried_ms,
        notBefore: now + row.wait_ms,
        isWaiting: true,
      });
      this.#waiting += 1;
    }
  }

  /** The place up to which the feed was read. */
  get readThrough(): number {
    return this.#readThrough;
  }

  get isOnHold(): boolean {
    return this.#failuresInARow >= FAILURES_TO_HOLD;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** How many more events it can take from the feed; 0 while there is no room, or while it is on hold. */
  get room(): number {
    if ((this.isOnHold && this.#subjects.size > 0) || this.#waiting >= WAITING_MAX) return 0;
    return IN_LINE_MAX - this.#inLine.size;
  }

  /** Takes the next events of the feed. @param through the place up to which these are all that the endpoint wants. */
  add(events: readonly { readonly place: number; readonly subject: string }[], through: number): void {
    for (const { place, subject } of events) {
      const isBehindWaiting = this.#subjects.get(subject)?.[0]?.isWaiting === true;
      const event: QueuedEvent = {
        place,
        subject,
        attempts: 0,
        firstTriedAt: null,
        notBefore: Number.NEGATIVE_INFINITY,
        isWaiting: false,
      };
      this.#append(event);
      if (isBehindWaiting) this.#takeOutOfLine(event);
      else this.#inLine.add(place);
    }
    this.#readThrough = through;
    this.#isDirty = true;
  }

  /** The next event to send now, which is then in flight; null if there is none yet. */
  next(now: number): QueuedEvent | null {
    if (now < this.#holdUntil || this.#inFlight.size >= MESSAGES_AT_ONCE) return null;
    let first: QueuedEvent | null = null;
    for (const event of this.#candidates()) {
      if (event.notBefore <= now && (first === null || event.place < first.place)) first = event;
    }
    if (first !== null) this.#inFlight.add(first.subject);
    return first;
  }

  /** The heads of subjects that are not in flight; on hold only those that may be tried then. */
  *#candidates(): Generator<QueuedEvent> {
    let [isAnyFailed, firstFailed, first]: [boolean, QueuedEvent | null, QueuedEvent | null] = [false, null, null];
    for (const [subject, [head]] of this.#subjects) {
      if (head === undefined || this.#inFlight.has(subject)) continue;
      isAnyFailed ||= head.attempts > 0;
      // The second try comes within a minute, also on hold.
      if (!this.isOnHold || head.attempts === 1) yield head;
      else if (head.attempts > 1 && (firstFailed === null || head.place < firstFailed.place)) firstFailed = head;
      else if (first === null || head.place < first.place) first = head;
    }
    const probe = firstFailed ?? (isAnyFailed ? null : first);
    if (this.isOnHold && this.#inFlight.size === 0 && probe !== null) yield probe;
  }

  /** An event is no longer kept by its feed: nothing is sent. */
  drop(event: QueuedEvent): void {
    this.#inFlight.delete(event.subject);
    this.#remove(event);
  }

  /** A try could not be made after all, such as while the database was away. */
  putBack(event: QueuedEvent): void {
    this.#inFlight.delete(event.subject);
  }

  delivered(event: QueuedEvent, now: number): Verdict {
    this.#inFlight.delete(event.subject);
    this.#remove(event);
    if (this.isOnHold) this.#retryAll(now);
    this.#failuresInARow = 0;
    this.#failingSince = null;
    this.#deliveredAt = now;
    return 'delivered';
  }

  /** @param retryAfterMs how long the receiver asks to be left alone. */
  failed(event: QueuedEvent, now: number, retryAfterMs: number | null, isGone: boolean): Verdict {
    this.#inFlight.delete(event.subject);
    this.#isDirty = true;
    const firstTriedAt = event.firstTriedAt ?? now;
    event.firstTriedAt = firstTriedAt;
    event.attempts += 1;
    event.notBefore = now + retryDelay(event.attempts, retryAfterMs, this.#random());
    this.#failuresInARow += 1;
    this.#failingSince ??= now;
    // Others would be turned away as well; the retries of this one have the whole of it.
    if (retryAfterMs !== null)
      this.#holdUntil = Math.max(this.#holdUntil, now + Math.min(retryAfterMs, ASKED_PAUSE_MAX_MS));
    for (const waiting of this.#subjects.get(event.subject) ?? []) this.#takeOutOfLine(waiting);
    this.#changed.add(event);
    if (isGone) return 'endpoint gone';
    if (now - firstTriedAt < GIVE_UP_AFTER_MS) return 'waits';
    if (this.#failingSince <= firstTriedAt + CLOCK_TOLERANCE_MS) return 'endpoint fails';
    this.#remove(event);
    return 'given up';
  }

  /** What has changed since the last note; null if nothing has. */
  takeNote(now: number): Omit<EndpointNote, 'endpoint_id' | 'version' | 'tries'> | null {
    if (!this.#isDirty) return null;
    const waiting = [...this.#changed].map((event) => ({
      place: event.place,
      subject_id: event.subject,
      attempts: event.attempts,
      first_tried_ms: event.firstTriedAt === null ? null : now - event.firstTriedAt,
      wait_ms: Math.max(event.notBefore - now, 0),
    }));
    const done = [...this.#done];
    this.#changed.clear();
    this.#done.clear();
    const deliveredAt = this.#deliveredAt;
    this.#deliveredAt = null;
    this.#isDirty = false;
    return {
      delivered_through: this.#deliveredThrough(),
      failures_in_a_row: this.#failuresInARow,
      failing_ms: this.#failingSince === null ? null : now - this.#failingSince,
      delivered_ms: deliveredAt === null ? null : now - deliveredAt,
      waiting,
      done,
    };
  }

  isInLine(place: number): boolean {
    return this.#inLine.has(place);
  }

  /** Whether it has nothing to send, now or later. */
  get isEmpty(): boolean {
    return this.#subjects.size === 0 && !this.#isDirty;
  }

  #deliveredThrough(): number {
    const [first] = this.#inLine;
    return positionOf(first ?? this.#readThrough + 1) - 1;
  }

  #append(event: QueuedEvent): void {
    const others = this.#subjects.get(event.subject);
    if (others === undefined) this.#subjects.set(event.subject, [event]);
    else others.push(event);
  }

  #takeOutOfLine(event: QueuedEvent): void {
    if (event.isWaiting) return;
    event.isWaiting = true;
    this.#inLine.delete(event.place);
    this.#waiting += 1;
    this.#changed.add(event);
    this.#isDirty = true;
  }

  #remove(event: QueuedEvent): void {
    this.#isDirty = true;
    const others = this.#subjects.get(event.subject);
    if (others?.[0] !== event) throw new Error('an event ended before the earlier ones of its subject');
    others.shift();
    if (others.length === 0) this.#subjects.delete(event.subject);
    if (!event.isWaiting) {
      this.#inLine.delete(event.place);
      return;
    }
    this.#waiting -= 1;
    this.#changed.delete(event);
    this.#done.add(event.place);
  }

  /** The receiver is back: nothing waits for its time any longer. */
  #retryAll(now: number): void {
    this.#holdUntil = now;
    for (const [head] of this.#subjects.values()) {
      if (head === undefined || head.attempts === 0) continue;
      head.notBefore = now;
      this.#changed.add(head);
    }
  }
}
