import type { PagePromise } from '../api-promise.ts';
import { BandejaError, NoAnswerError } from '../errors.ts';
import type { Event, EventPage } from '../generated/api.ts';
import { sleep } from '../retries.ts';
import type { CallOptions } from '../transport.ts';
import { Noun, type ReadOf } from './noun.ts';

export interface FollowOptions extends CallOptions {
  /** Start after the event with this id. Default: with the oldest event. */
  readonly after?: string | undefined;
  /** The wait between two requests until new events arrive, in milliseconds. Default: 2,000. */
  readonly pauseMs?: number | undefined;
}

/** The longest wait while the service cannot be reached. */
const LONGEST_PAUSE_MS = 60_000;

/** What happened to your matches, to the ratings of your players, and to your players. */
export class Events extends Noun {
  /** Lists events in order. */
  list(filters: ReadOf<'GET /v1/events'> = {}): PagePromise<EventPage> {
    return this.pages('GET /v1/events', {}, filters);
  }

  /**
   * Iterates over all events in order, then waits for new ones, also while the service cannot be reached. It ends only when the signal
   * is aborted, and then throws its reason. Keep the id of the last event that you have processed, and pass it as `after` next time.
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
        if (!(error instanceof BandejaError) || !isTemporary(error)) throw error;
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
      await sleep(pause, options.signal);
    }
  }
}

function isTemporary(error: BandejaError): boolean {
  return error instanceof NoAnswerError ? error.mayPass : error.status === 429 || error.status >= 500;
}
