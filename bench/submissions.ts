import { inTurn, type NextRequest, postRequest } from './connections.ts';
import { createSequence } from './sequence.ts';

export const BATCH = 25;
/** Twelve players on three courts, eight rounds. */
const NIGHT_COURTS = 3;
const NIGHT_MATCHES = 8 * NIGHT_COURTS;

let counter = 0;

/** A submission; the first two players win. */
export function matchOf(usernames: readonly string[], playedAt: number): object {
  counter += 1;
  return {
    external_ref: `bench-${process.pid}-${counter}`,
    played_at: new Date(playedAt).toISOString(),
    winning_team: 'A',
    trust_tier: 'partner_attested',
    participants: usernames.map((username, slot) => ({ username, team: slot < 2 ? 'A' : 'B' })),
    set_scores: [
      { set_number: 1, team_a_games: 6, team_b_games: 4 },
      { set_number: 2, team_a_games: 6, team_b_games: 3 },
    ],
  };
}

/**
 * Picks players so that no player is in two submissions at once. If the later of two were stored first, the other one would become
 * a late match, which is rare among many players. One half of the players plays while the other half rests.
 */
export class Players {
  readonly #halves: readonly [string[], string[]];
  readonly #random = createSequence(11);
  #half: 0 | 1 = 0;
  #next = 0;

  constructor(usernames: readonly string[]) {
    const middle = usernames.length >> 1;
    this.#halves = [usernames.slice(0, middle), usernames.slice(middle)];
    this.#shuffle(this.#halves[0]);
  }

  /** A match that ends now. */
  match(): object {
    return matchOf(this.#take(4), Date.now());
  }

  /** The matches of a club night that ends now. */
  night(): object[] {
    const players = this.#take(4 * NIGHT_COURTS);
    const endedAt = Date.now();
    return Array.from({ length: NIGHT_MATCHES }, (_, index) => {
      if (index % NIGHT_COURTS === 0) this.#shuffle(players);
      const first = 4 * (index % NIGHT_COURTS);
      return matchOf(players.slice(first, first + 4), endedAt - NIGHT_MATCHES + index);
    });
  }

  #take(count: number): string[] {
    if (this.#next + count > this.#halves[this.#half].length) {
      this.#half = this.#half === 0 ? 1 : 0;
      this.#shuffle(this.#halves[this.#half]);
      this.#next = 0;
    }
    this.#next += count;
    return this.#halves[this.#half].slice(this.#next - count, this.#next);
  }

  #shuffle(names: string[]): void {
    for (let last = names.length - 1; last > 0; last -= 1) {
      const other = Math.floor(this.#random() * (last + 1));
      [names[last], names[other]] = [names[other] ?? '', names[last] ?? ''];
    }
  }
}

export interface Sending {
  readonly name: string;
  readonly connections: number;
  readonly matchesPerRequest: number;
  /** Cycles through the keys of the partners. */
  requests(players: Players, keys: readonly string[]): NextRequest;
}

const singles = (connections: number): Sending => ({
  name: `singles, ${connections} connection${connections === 1 ? '' : 's'}`,
  connections,
  matchesPerRequest: 1,
  requests(players, keys) {
    const nextKey = inTurn(keys);
    return () => postRequest('/v1/matches', nextKey(), players.match());
  },
});

function batches(name: string, size: number, connections: number, matches: (players: Players) => object[]): Sending {
  return {
    name: `${name}, ${connections} connections`,
    connections,
    matchesPerRequest: size,
    requests(players, keys) {
      const nextKey = inTurn(keys);
      return () => postRequest('/v1/matches/batch', nextKey(), { matches: matches(players) });
    },
  };
}

export const SINGLES: readonly Sending[] = [singles(1), singles(16), singles(64)];
export const BATCHES: Sending = batches(`batches of ${BATCH}`, BATCH, 16, (players) =>
  Array.from({ length: BATCH }, () => players.match()),
);
export const NIGHTS: Sending = batches(`club nights of ${NIGHT_MATCHES}`, NIGHT_MATCHES, 4, (players) =>
  players.night(),
);
