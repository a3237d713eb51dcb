import type { CallOptions } from '../connection.ts';
import { BandejaError, NoAnswerError } from '../errors.ts';
import type { Event, EventPage } from '../generated/api.ts';
import { entriesOf, type IterateOf, type ReadOf } from '../pages.ts';
import { sleep } from '../retries.ts';
import { Noun } from './noun.ts';

export interface FollowOptions extends CallOptions {
  /** Begin after the event with this id. Default: with the oldest event that is kept */
  readonly after?: string | undefined;
  /** How long to wait, in milliseconds, before asking again once there are no more events. Default: 2000 */
  readonly pauseMs?: number | undefined;
}

/** The longest wait before asking a service again that is away. */
const LONGEST_PAUSE_MS = 60_000;

/** What happened to your matches, to the ratings of your people and to your players. */
export class Events extends Noun {
  /** A page of the events, in order. */
  list({ signal, language, ...query }: ReadOf<'GET /v1/events'> = {}): Promise<EventPage> {
    return this.connection.call('GET /v1/events', { query }, { signal, language });
  }

  /** All events that there are now, in order. */
  iterate(filters: IterateOf<'GET /v1/events'> = {}): AsyncGenerator<Event, void> {
    return entriesOf((cursor) => this.list({ limit: 100, ...filters, after: cursor ?? filters.after }));
  }

  /**
   * All events in order, and then each new one: this does not end until its signal is aborted, whose reason it then throws. If the service
   * is away, it goes on when the service is back. Keep the id of the last event that you have worked through, and begin `after` it the next time.
   */
  async *follow({ after, pauseMs = 2000, ...options }: FollowOptions = {}): AsyncGenerator<Event, never> {
    let last = after;
    for (let pause = pauseMs; ; ) {
      try {
        const { data, pagination } = await this.list({ limit: 100, after: last, ...options });
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
