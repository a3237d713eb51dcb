import type { CallOptions } from '../connection.ts';
import type {
  Leaderboard,
  RankedPlayer,
  Roster,
  RosterMember,
  RosterMemberPage,
  RosterPage,
  RosterPut,
  UnrankedPlayer,
} from '../generated/api.ts';
import { entriesOf, type IterateOf, type ReadOf } from '../pages.ts';
import { Noun } from './noun.ts';

/** Your named groups of players. */
export class Rosters extends Noun {
  /** A page of your rosters. */
  list({ signal, language, ...query }: ReadOf<'GET /v1/rosters'> = {}): Promise<RosterPage> {
    return this.connection.call('GET /v1/rosters', { query }, { signal, language });
  }

  /** All of them. */
  iterate(options: CallOptions = {}): AsyncGenerator<Roster, void> {
    return entriesOf((cursor) => this.list({ limit: 100, cursor, ...options }));
  }

  get(slug: string, options?: CallOptions): Promise<Roster> {
    return this.connection.call('GET /v1/rosters/{slug}', { path: { slug } }, options);
  }

  /** Creates a roster, or changes its name. */
  put(slug: string, roster: RosterPut = {}, options?: CallOptions): Promise<Roster> {
    return this.connection.call('PUT /v1/rosters/{slug}', { path: { slug }, body: roster }, options);
  }

  /** Deletes a roster. Its players stay. */
  async delete(slug: string, options?: CallOptions): Promise<void> {
    await this.connection.call('DELETE /v1/rosters/{slug}', { path: { slug } }, options);
  }

  /** A page of the players on a roster, by username. */
  members(
    slug: string,
    { signal, language, ...query }: ReadOf<'GET /v1/rosters/{slug}/members'> = {},
  ): Promise<RosterMemberPage> {
    return this.connection.call('GET /v1/rosters/{slug}/members', { path: { slug }, query }, { signal, language });
  }

  /** All of them. */
  iterateMembers(slug: string, options: CallOptions = {}): AsyncGenerator<RosterMember, void> {
    return entriesOf((cursor) => this.members(slug, { limit: 100, cursor, ...options }));
  }

  /** Puts a player whom you may see on a roster. */
  async add(slug: string, username: string, options?: CallOptions): Promise<void> {
    await this.connection.call('PUT /v1/rosters/{slug}/members/{username}', { path: { slug, username } }, options);
  }

  /** Takes a player off a roster. */
  async remove(slug: string, username: string, options?: CallOptions): Promise<void> {
    await this.connection.call('DELETE /v1/rosters/{slug}/members/{username}', { path: { slug, username } }, options);
  }

  /** Puts a private player of another partner on a roster, with the code that this partner gave you. */
  redeem(slug: string, shareCode: string, options?: CallOptions): Promise<RosterMember> {
    const body = { share_code: shareCode };
    return this.connection.call('POST /v1/rosters/{slug}/members', { path: { slug }, body }, options);
  }

  /** A page of the roster's players by score. */
  leaderboard(
    slug: string,
    { signal, language, ...query }: ReadOf<'GET /v1/rosters/{slug}/leaderboard'> = {},
  ): Promise<Leaderboard> {
    return this.connection.call('GET /v1/rosters/{slug}/leaderboard', { path: { slug }, query }, { signal, language });
  }

  /** All ranked players of a roster by score; with `ranked: false` all others. */
  iterateLeaderboard(
    slug: string,
    filters: IterateOf<'GET /v1/rosters/{slug}/leaderboard'> = {},
  ): AsyncGenerator<RankedPlayer | UnrankedPlayer, void> {
    return entriesOf((cursor) => this.leaderboard(slug, { limit: 100, ...filters, cursor }));
  }
}
