import { randomBytes } from 'node:crypto';
import type { Context } from '../domain/context.ts';
import { REST_BYTES, timeOrderedUuid } from '../domain/time-ordered-uuid.ts';
import { EndpointQueue, type QueuedEvent, type Verdict } from '../domain/webhooks/endpoint-queue.ts';
import { endOf, type FeedEvent, positionOf, readFeedAfter, readFeedAt } from '../domain/webhooks/feed.ts';
import type { Outcome, Sender } from '../domain/webhooks/sender.ts';
import type { DeliveryRow } from '../store/webhooks/deliveries.ts';
import type { EndpointNote } from '../store/webhooks/delivery-notes.ts';
import type { StandingRow, WaitingRow } from '../store/webhooks/delivery-work.ts';

/** Events that are read from the feed at once. */
const READ_AT_ONCE = 100;
/** After the feed could not be read. */
const FAULT_PAUSE_MS = 1_000;

/** What the deliveries of all endpoints of a process share. */
export interface Dispatcher {
  readonly context: Context;
  readonly sender: Sender;
  /** A clock that only goes forward, ms. */
  readonly elapsedMs: () => number;
  /** Whether a message may be sent now by an endpoint that has so many under way. */
  mayStart(inFlight: number): boolean;
  /** Called before and after each message. */
  started(): void;
  ended(): void;
  /** There is something to write. */
  noted(): void;
  onFault(error: unknown): void;
}

/**
 * An event that was read longer ago is read again before it is sent. A receiver that is slow, or asks for a pause, may leave it in
 * line for an hour; meanwhile a player in it may have turned private, or have been erased.
 */
const FRESH_MS = 2_000;

/** Sends the events of one endpoint, as long as its version stays the same. */
export class EndpointDelivery {
  readonly #dispatcher: Dispatcher;
  readonly #standing: StandingRow;
  readonly #queue: EndpointQueue;
  readonly #previousSecretUntil: number;
  /** The events in line, each until {@link FRESH_MS} after it was read. Those that wait are read again when their time comes. */
  readonly #events = new Map<number, { readonly event: FeedEvent; readonly readAt: number }>();
  #tries: DeliveryRow[] = [];
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #lastPosition = 0;
  #isReading = false;
  #isRetired = false;
  #ending: 'failing' | 'gone' | null = null;

  constructor(dispatcher: Dispatcher, standing: StandingRow, waiting: readonly WaitingRow[]) {
    this.#dispatcher = dispatcher;
    this.#standing = standing;
    const now = dispatcher.elapsedMs();
    this.#previousSecretUntil = now + (standing.previous_secret_ms ?? 0);
    this.#queue = new EndpointQueue(
      {
        deliveredThrough: standing.delivered_through,
        failuresInARow: standing.failures_in_a_row,
        failingMs: standing.failing_ms,
        waiting,
      },
      now,
      Math.random,
    );
  }

  get version(): number {
    return this.#standing.version;
  }

  /** Why the endpoint is to be disabled; null if it is not. */
  get ending(): 'failing' | 'gone' | null {
    return this.#ending;
  }

  /** Whether nothing is under way, waits or has to be written. */
  get isIdle(): boolean {
    return this.#queue.isEmpty && this.isQuiet;
  }

  /** Whether nothing is under way or has to be logged. */
  get isQuiet(): boolean {
    return this.#queue.inFlight === 0 && !this.#isReading && this.#tries.length === 0;
  }

  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** Sends nothing more. What is under way ends. */
  retire(): void {
    this.#isRetired = true;
  }

  /** Called again and again. @param lastPosition the last position of the feed. */
  look(lastPosition: number): void {
    this.#lastPosition = lastPosition;
    this.#pump();
  }

  /** What has changed since it was last asked; null if nothing has. */
  takeNote(): EndpointNote | null {
    const note = this.#queue.takeNote(this.#dispatcher.elapsedMs());
    if (note === null) return null;
    const tries = this.#tries;
    this.#tries = [];
    return { endpoint_id: this.#standing.id, version: this.version, ...note, tries };
  }

  #pump(): void {
    if (this.#isRetired) return;
    const now = this.#dispatcher.elapsedMs();
    if (now < this.#pausedUntil) return;
    if (!this.#isReading && this.#queue.room > 0 && positionOf(this.#queue.readThrough + 1) <= this.#lastPosition) {
      void this.#read();
    }
    while (this.#dispatcher.mayStart(this.#queue.inFlight)) {
      const event = this.#queue.next(now);
      if (event === null) break;
      void this.#deliver(event);
    }
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      const limit = Math.min(READ_AT_ONCE, this.#queue.room);
      const { partner_id: partnerId, event_types: types } = this.#standing;
      const lastPosition = this.#lastPosition;
      const readAt = this.#dispatcher.elapsedMs();
      const events = await readFeedAfter(this.#dispatcher.context, partnerId, this.#queue.readThrough, limit);
      const last = events.at(-1);
      const through =
        events.length < limit ? endOf(Math.max(lastPosition, positionOf(last?.place ?? 0))) : (last?.place ?? 0);
      const wanted = events.filter(({ type }) => types === null || types.includes(type));
      this.#queue.add(wanted, through);
      for (const event of wanted)
        if (this.#queue.isInLine(event.place)) this.#events.set(event.place, { event, readAt });
      this.#dispatcher.noted();
    } catch (error) {
      this.#fault(error);
    } finally {
      this.#isReading = false;
    }
    this.#pump();
  }

  async #deliver(queued: QueuedEvent): Promise<void> {
    this.#dispatcher.started();
    try {
      const event = await this.#eventOf(queued);
      if (event === undefined) this.#queue.drop(queued);
      else if (this.#isRetired) this.#queue.putBack(queued);
      else await this.#send(queued, event);
    } catch (error) {
      this.#queue.putBack(queued);
      this.#fault(error);
    } finally {
      this.#dispatcher.ended();
    }
    this.#dispatcher.noted();
    this.#pump();
  }

  async #eventOf({ place }: QueuedEvent): Promise<FeedEvent | undefined> {
    const { partner_id: partnerId } = this.#standing;
    const held = this.#events.get(place);
    if (held !== undefined && this.#dispatcher.elapsedMs() - held.readAt < FRESH_MS) return held.event;
    this.#events.delete(place);
    return readFeedAt(this.#dispatcher.context, partnerId, place);
  }

  async #send(queued: QueuedEvent, { id, type, body }: FeedEvent): Promise<void> {
    const { context, sender, elapsedMs } = this.#dispatcher;
    const at = context.now();
    const outcome = await sender.send(this.#standing.url, { id, at, body }, this.#secrets());
    this.#tries.push(tryRow(at, { id, type }, queued.attempts + 1, outcome));
    const verdict = this.#verdictOn(queued, outcome, elapsedMs());
    // One that waits is read again when its time comes.
    this.#events.delete(queued.place);
    if (verdict === 'endpoint gone') this.#ending = 'gone';
    else if (verdict === 'endpoint fails') this.#ending = 'failing';
    if (this.#ending !== null) this.retire();
  }

  #verdictOn(queued: QueuedEvent, { error, retryAfterMs }: Outcome, now: number): Verdict {
    if (error === null) return this.#queue.delivered(queued, now);
    return this.#queue.failed(queued, now, retryAfterMs, error === 'gone');
  }

  #secrets(): Uint8Array[] {
    const { secret, previous_secret: previous } = this.#standing;
    return previous === null || this.#dispatcher.elapsedMs() >= this.#previousSecretUntil
      ? [secret]
      : [secret, previous];
  }

  #fault(error: unknown): void {
    this.#pausedUntil = this.#dispatcher.elapsedMs() + FAULT_PAUSE_MS;
    if (!this.#isRetired) this.#dispatcher.onFault(error);
  }
}

function tryRow(
  at: number,
  { id, type }: { readonly id: string; readonly type: string },
  attempt: number,
  { statusCode, error, durationMs }: Outcome,
): DeliveryRow {
  const row = { event_id: id, event_type: type, attempt, at, duration_ms: durationMs, status_code: statusCode, error };
  return { id: timeOrderedUuid(7, at, randomBytes(REST_BYTES)), ...row };
}
