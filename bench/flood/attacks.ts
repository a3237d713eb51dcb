/** What one partner can do to a service with its key. */
import { getRequest, postRequest } from '../connections.ts';
import { ROSTER } from '../partners.ts';
import { BATCH, matchOf } from '../submissions.ts';
import { type Field, SESSION } from './field.ts';

/** What the attacker does on each of its connections. */
export interface Attack {
  readonly connections: number;
  /** Sent in turn, as fast as answers come; none: the connections are only held open. */
  readonly requests: readonly Buffer[];
  /** How many requests are sent at once without reading any answer; undefined: each waits for the answer to the last. */
  readonly unread?: number;
}

export const attackNames = [
  'bodies',
  'audit pages',
  'dry runs',
  'analyses',
  'leaderboards',
  'recaps',
  'slow readers',
  'idle connections',
] as const;
export type AttackName = (typeof attackNames)[number];

/** The last of the attacker's matches were played an hour ago and more, a minute apart; dry runs come before a hundred of them. */
const DRY_RUN_AGE_MS = 160 * 60_000;

export function attackOf(name: AttackName, { attacker: { key, usernames } }: Field): Attack {
  const get = (path: string): Buffer => getRequest(path, key);
  switch (name) {
    case 'bodies': {
      const match = matchOf(usernames.slice(0, 4), Date.now());
      // Each of nearly 128 KiB: many objects to parse, many faults, many unknown fields.
      const objects = Array.from({ length: 12_000 }, (_, n) => ({ [n.toString(36)]: 0 }));
      const sets = Array(15).fill({ game_winners: Array<number>(200).fill(0) });
      const unknown = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`unknown_${n}`, 0]));
      const batch = (matches: readonly object[]): Buffer =>
        postRequest('/v1/matches/batch?dry_run=true', key, { matches });
      return {
        connections: 30,
        requests: [
          batch([{ objects }]),
          batch(Array(20).fill({ ...match, set_scores: sets })),
          batch(Array(BATCH).fill({ ...match, ...unknown })),
        ],
      };
    }
    case 'audit pages':
      return { connections: 8, requests: [get('/v1/audit?limit=1000')] };
    case 'dry runs': {
      const players = usernames.slice(0, 400);
      const requests = Array.from({ length: 16 }, (_, first) => {
        const matches = Array.from({ length: BATCH }, (_, place) => {
          const four = [0, 1, 2, 3].map((slot) => players[(first * BATCH + place + slot * 97) % players.length] ?? '');
          return matchOf(four, Date.now() - DRY_RUN_AGE_MS);
        });
        return postRequest('/v1/matches/batch?dry_run=true', key, { matches });
      });
      return { connections: 60, requests };
    }
    case 'analyses':
      return {
        connections: 100,
        requests: usernames.slice(0, 400).map((username) => get(`/v1/players/${username}/analysis?limit=200`)),
      };
    case 'leaderboards':
      return { connections: 16, requests: [get(`/v1/rosters/${ROSTER}/leaderboard?limit=100`)] };
    case 'recaps':
      return { connections: 16, requests: [get(`/v1/matches/sessions/${SESSION}`)] };
    case 'slow readers':
      return { connections: 150, requests: [get('/v1/audit?limit=1000')], unread: 4 };
    case 'idle connections':
      return { connections: 10_000, requests: [] };
  }
}
