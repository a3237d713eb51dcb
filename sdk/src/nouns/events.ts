import type { CallOptions } from '../connection.ts';
import { BandejaError, NoAnswerError } from '../errors.ts';
import type { Event, EventPage } from '../generated/api.ts';
import { entriesOf, type QueryOf } from '../pages.ts';
import { sleep } from '../retries.ts';
import { Noun } from './noun.ts';

/** Where to begin to read: after the event with this id; undefined: with the oldest event that is kept. */
export interface EventsAfter {
  readonly after?: string | undefined;
}

export interface FollowOptions extends CallOptions, EventsAfter {
  /** How long to wait, in milliseconds, before asking again once there are no more events. Default: 2000 */
  readonly pauseMs?: number | undefined;
}

/** The longest wait before asking a service again that is away. */
const LONGEST_PAUSE_MS = 60_000;

/** What happened to your matches, to the ratings of your people and to your players. */
export class Events extends Noun {
  /** A page of the events, in order. */
  list(query: QueryOf<'GET /v1/events'> = {}, options?: CallOptions): Promise<EventPage> {
    return this.connection.call('GET /v1/events', { query }, options);
  }

  /** All events that there are now, in order. */
  iterate({ after }: EventsAfter = {}, options?: CallOptions): AsyncGenerator<Event, void> {
    return entriesOf((cursor) => this.list({ limit: 100, after: cursor ?? after }, options));
  }

  /**
   * All events in order, and then each new one: this does not end until its signal is aborted, whose reason it then throws. If the service
   * is away, it goes on when the service is back. Keep the id of the last event that you have worked through, and begin `after` it the next time.
   */
  async *follow({ after, pauseMs = 2000, ...options }: FollowOptions = {}): AsyncGenerator<Event, never> {
    let last = after;
    for (let pause = pauseMs; ; ) {
      try {
        const { data, pagination } = await this.list({ limit: 100, after: last }, options);
        for (const event of data) {
          yield event;
          last = event.id;
        }
        if (pagination.has_more) continue;
        pause = pauseMs;
      } catch (error) {
        if (!(error instanceof BandejaError) || !isAway(error)) throw error;
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
      await sleep(pause, options.signal);
    }
  }
}

function isAway(error: BandejaError): boolean {
  return error instanceof NoAnswerError ? error.mayPass : error.status === 429 || error.status >= 500;
}
