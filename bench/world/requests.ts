/** An evening as requests: submissions in the order of their arrival, and among them the reads that they bring about. */
import { postOf, requestOf } from '../load.ts';
import { usernameOf } from '../seed/population.ts';
import type { Arrival } from './evening.ts';
import type { Options } from './options.ts';

export type Asked = 'single' | 'batch' | 'profile' | 'card' | 'leaderboard';

export interface WorldRequest {
  readonly bytes: Buffer;
  readonly asked: Asked;
  /** Simulated seconds since the evening began. */
  readonly at: number;
  readonly matches: number;
}

export interface Keys {
  readonly clubs: readonly string[];
  readonly apps: readonly string[];
}

const keyOf = ({ sender }: Arrival, { clubs, apps }: Keys): string =>
  ('club' in sender ? clubs[sender.club] : apps[sender.app]) ?? '';

export function* requestsOf(
  arrivals: Iterable<Arrival>,
  { readsAMatch }: Options,
  keys: Keys,
): Generator<WorldRequest> {
  const reads = Object.entries(readsAMatch).map(([asked, each]) => ({ asked: asked as Asked, each, due: 0 }));
  let turn = 0;
  for (const arrival of arrivals) {
    const { at, matches, players } = arrival;
    const key = keyOf(arrival, keys);
    const [only] = matches;
    yield matches.length === 1 && only !== undefined
      ? { bytes: postOf('/v1/matches', key, only), asked: 'single', at, matches: 1 }
      : { bytes: postOf('/v1/matches/batch', key, { matches }), asked: 'batch', at, matches: matches.length };
    for (const read of reads) {
      read.due += read.each * matches.length;
      for (; read.due >= 1; read.due -= 1) {
        turn += 1;
        const username = usernameOf(players[turn % players.length] ?? 0);
        const [path, reader] = pathOf(read.asked, username, key, keys.clubs[turn % keys.clubs.length] ?? '');
        yield { bytes: requestOf(path, reader), asked: read.asked, at, matches: 0 };
      }
    }
  }
}

/** @returns the path, and the key of who asks: a player's partner, or a club for its own screen */
function pathOf(asked: Asked, username: string, key: string, club: string): readonly [string, string] {
  if (asked === 'leaderboard') return ['/v1/rosters/ladder/leaderboard', club];
  return [asked === 'card' ? `/v1/players/${username}/card` : `/v1/players/${username}`, key];
}
