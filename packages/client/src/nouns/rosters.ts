import type { ApiPromise, PagePromise } from '../api-promise.ts';
import type { Leaderboard, Roster, RosterMember, RosterMemberPage, RosterPage, RosterPut } from '../generated/api.ts';
import type { CallOptions } from '../transport.ts';
import { Noun, type ReadOf } from './noun.ts';

/** Your named groups of players. */
export class Rosters extends Noun {
  /** Lists your rosters by slug. */
  list(filters: ReadOf<'GET /v1/rosters'> = {}): PagePromise<RosterPage> {
    return this.pages('GET /v1/rosters', {}, filters);
  }

  get(slug: string, options?: CallOptions): ApiPromise<Roster> {
    return this.call('GET /v1/rosters/{slug}', { path: { slug } }, options);
  }

  /** Creates a roster, or changes its name. */
  put(slug: string, roster: RosterPut = {}, options?: CallOptions): ApiPromise<Roster> {
    return this.call('PUT /v1/rosters/{slug}', { path: { slug }, body: roster }, options);
  }

  /** Deletes a roster. Its players stay. */
  delete(slug: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/rosters/{slug}', { path: { slug } }, options);
  }

  /** Lists the members of a roster by username. */
  members(slug: string, filters: ReadOf<'GET /v1/rosters/{slug}/members'> = {}): PagePromise<RosterMemberPage> {
    return this.pages('GET /v1/rosters/{slug}/members', { slug }, filters);
  }

  /** Adds a player that you may see. */
  add(slug: string, username: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('PUT /v1/rosters/{slug}/members/{username}', { path: { slug, username } }, options);
  }

  /** Removes a player from a roster. */
  remove(slug: string, username: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/rosters/{slug}/members/{username}', { path: { slug, username } }, options);
  }

  /** Adds a private player of another partner, with the code that this partner gave you. */
  redeem(slug: string, shareCode: string, options?: CallOptions): ApiPromise<RosterMember> {
    const body = { share_code: shareCode };
    return this.call('POST /v1/rosters/{slug}/members', { path: { slug }, body }, options);
  }

  /**
   * Lists the ranked ones of all your people by score. With `ranked: false`, it lists the others: those with a provisional score,
   * which takes three rated matches or a few more, and those without a match for a year. In a new club, all are among them.
   */
  everyone(filters: ReadOf<'GET /v1/leaderboard'> = {}): PagePromise<Leaderboard> {
    return this.pages('GET /v1/leaderboard', {}, filters);
  }

  /** Draws the ranking of all your people. @returns SVG */
  everyonePicture(options: ReadOf<'GET /v1/leaderboard.svg'> = {}): ApiPromise<string> {
    return this.read('GET /v1/leaderboard.svg', {}, options);
  }

  /** Lists the ranked players of a roster by score; with `ranked: false`, the others, as for {@link everyone}. */
  leaderboard(slug: string, filters: ReadOf<'GET /v1/rosters/{slug}/leaderboard'> = {}): PagePromise<Leaderboard> {
    return this.pages('GET /v1/rosters/{slug}/leaderboard', { slug }, filters);
  }
}
