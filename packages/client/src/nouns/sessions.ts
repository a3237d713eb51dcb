import type { SessionPage, SessionRecap, SessionSummary } from '../generated/api.ts';
import { entriesOf, type IterateOf, type ReadOf } from '../pages.ts';
import { Noun } from './noun.ts';

/** The matches of one club night, americano or league day, by their `session_external_ref`. */
export class Sessions extends Noun {
  /** A page of your sessions, newest first. */
  list({ signal, language, ...query }: ReadOf<'GET /v1/sessions'> = {}): Promise<SessionPage> {
    return this.connection.call('GET /v1/sessions', { query }, { signal, language });
  }

  /** All of them. */
  iterate(filters: IterateOf<'GET /v1/sessions'> = {}): AsyncGenerator<SessionSummary, void> {
    return entriesOf((cursor) => this.list({ limit: 100, ...filters, cursor }));
  }

  /** A session on one page: players, scorelines, leaderboard, pairs. */
  recap(
    ref: string,
    { signal, language, ...query }: ReadOf<'GET /v1/matches/sessions/{ref}'> = {},
  ): Promise<SessionRecap> {
    return this.connection.call('GET /v1/matches/sessions/{ref}', { path: { ref }, query }, { signal, language });
  }

  /** The recap as a picture: the text of an SVG. */
  recapPicture(
    ref: string,
    { signal, language, ...query }: ReadOf<'GET /v1/matches/sessions/{ref}/recap.svg'> = {},
  ): Promise<string> {
    return this.connection.call(
      'GET /v1/matches/sessions/{ref}/recap.svg',
      { path: { ref }, query },
      { signal, language },
    );
  }
}
