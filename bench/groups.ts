/** Small groups of players with a few matches each, whose changes reach little. */

import { setsOf } from '@bandeja/service/test/support/matches';
import { inTurn, type NextRequest, postRequest } from './connections.ts';
import { call } from './partners.ts';
import { BATCH, matchOf } from './submissions.ts';

const MINUTE_MS = 60_000;

export interface Group {
  readonly key: string;
  readonly usernames: readonly string[];
  /** The id of the group's first match. */
  readonly oldest: string;
}

/** Registers public players. @returns their usernames */
export async function registerGroup(url: string, key: string, prefix: string, count: number): Promise<string[]> {
  const usernames = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  const players = usernames.map((username) => ({ username, profile_is_public: true }));
  for (let from = 0; from < count; from += BATCH) {
    await call(url, key, '/v1/players/batch', { players: players.slice(from, from + BATCH) });
  }
  return usernames;
}

/** Matches of these players, one a minute, before a time. */
export function chainOf(usernames: readonly string[], length: number, until: number, facts: object = {}): object[] {
  return Array.from({ length }, (_, index) => {
    const four = [0, 1, 2, 3].map(
      (seat) => usernames[(index + seat * (usernames.length >> 2)) % usernames.length] ?? '',
    );
    return { ...matchOf(four, until - (length - index) * MINUTE_MS), ...facts };
  });
}

/** Stores matches in their order. @returns their ids */
export async function playInOrder(url: string, key: string, matches: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < matches.length; from += BATCH) {
    const { results } = await call<{ results: readonly { status: string; match: { id: string } }[] }>(
      url,
      key,
      '/v1/matches/batch',
      { matches: matches.slice(from, from + BATCH) },
    );
    const refused = results.find(({ status }) => status !== 'created');
    if (refused !== undefined) throw new Error(`a match is not stored: ${JSON.stringify(refused)}`);
    ids.push(...results.map(({ match }) => match.id));
  }
  return ids;
}

/** Groups of four that have played `matches` matches each, the last one at `until`. */
export async function makeGroups(
  url: string,
  key: string,
  { prefix, count, matches, until }: { prefix: string; count: number; matches: number; until: number },
): Promise<Group[]> {
  const usernames = await registerGroup(url, key, prefix, 4 * count);
  const groups = Array.from({ length: count }, (_, index) => usernames.slice(4 * index, 4 * index + 4));
  const ids = await playInOrder(
    url,
    key,
    groups.flatMap((group) => chainOf(group, matches, until)),
  );
  return groups.map((group, index) => ({ key, usernames: group, oldest: ids[index * matches] ?? '' }));
}

/** A POST request with another method. */
export const withMethod = (method: string, request: Buffer): Buffer =>
  Buffer.concat([Buffer.from(method), request.subarray('POST'.length)]);

/** Requests to amend a match, each time to another score. */
export function amendmentsOf(key: string, id: string): NextRequest {
  const bodies = inTurn(['6-1 6-2', '7-5 7-6'].map((sets) => ({ set_scores: setsOf(sets) })));
  return () => withMethod('PATCH', postRequest(`/v1/matches/${id}`, key, bodies()));
}
