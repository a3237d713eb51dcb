import type { CallOptions } from '../connection.ts';
import type { SessionPage, SessionRecap, SessionSummary } from '../generated/api.ts';
import { entriesOf, type FiltersOf, type QueryOf } from '../pages.ts';
import { Noun } from './noun.ts';

/** The matches of one club night, americano or league day, by their `session_external_ref`. */
export class Sessions extends Noun {
  /** A page of your sessions, newest first. */
  list(query: QueryOf<'GET /v1/sessions'> = {}, options?: CallOptions): Promise<SessionPage> {
    return this.connection.call('GET /v1/sessions', { query }, options);
  }

  /** All of them. */
  iterate(filters: FiltersOf<'GET /v1/sessions'> = {}, options?: CallOptions): AsyncGenerator<SessionSummary, void> {
    return entriesOf((cursor) => this.list({ limit: 100, ...filters, cursor }, options));
  }

  /** A session on one page: players, scorelines, leaderboard, pairs. */
  recap(
    ref: string,
    query: QueryOf<'GET /v1/matches/sessions/{ref}'> = {},
    options?: CallOptions,
  ): Promise<SessionRecap> {
    return this.connection.call('GET /v1/matches/sessions/{ref}', { path: { ref }, query }, options);
  }

  /** The recap as a picture: the text of an SVG. */
  recapPicture(
    ref: string,
    query: QueryOf<'GET /v1/matches/sessions/{ref}/recap.svg'> = {},
    options?: CallOptions,
  ): Promise<string> {
    return this.connection.call('GET /v1/matches/sessions/{ref}/recap.svg', { path: { ref }, query }, options);
  }
}
