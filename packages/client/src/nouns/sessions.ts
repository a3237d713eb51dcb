import type { ApiPromise, PagePromise } from '../api-promise.ts';
import type { SessionPage, SessionRecap } from '../generated/api.ts';
import { Noun, type ReadOf } from './noun.ts';

/** The matches of one club night, americano or league day, by their `session_external_ref`. */
export class Sessions extends Noun {
  /** Lists your sessions, newest first. */
  list(filters: ReadOf<'GET /v1/sessions'> = {}): PagePromise<SessionPage> {
    return this.pages('GET /v1/sessions', {}, filters);
  }

  /** Summarises a session: players, scorelines, leaderboard, pairs. */
  recap(ref: string, options: ReadOf<'GET /v1/matches/sessions/{ref}'> = {}): ApiPromise<SessionRecap> {
    return this.read('GET /v1/matches/sessions/{ref}', { ref }, options);
  }

  /** Draws the recap. @returns SVG */
  recapPicture(ref: string, options: ReadOf<'GET /v1/matches/sessions/{ref}/recap.svg'> = {}): ApiPromise<string> {
    return this.read('GET /v1/matches/sessions/{ref}/recap.svg', { ref }, options);
  }
}
