/** A ledger as values: as it should be, rated in the plainest way, and as the database has it, to compare bit for bit. */

import assert from 'node:assert/strict';
import type { Queryable } from '@bandeja/postgres/database';
import { knownState, type PlayerState, type RatingState } from '@bandeja/rating';
import { withBits } from '@bandeja/rating/test/bits';
import { type LedgerRow, type RatedMatch, readLedgerWithin } from '../../src/history/ledger-store.ts';
import { readPlayerRatings } from '../../src/history/ratings-store.ts';
import { rateForLedger } from '../../src/history/states.ts';
import { type FourStates, newPlayer } from '../../src/history/stored-states.ts';

export interface Ledger {
  readonly rows: ReadonlyMap<string, LedgerRow>;
  /** The present state of each player who has one. */
  readonly states: ReadonlyMap<string, RatingState>;
  /** The last match of each player. */
  readonly latest: ReadonlyMap<string, string>;
}

/** The order of the history: by instant, then by id. */
export function inOrder<T extends Pick<RatedMatch, 'played_at' | 'match_id'>>(matches: readonly T[]): T[] {
  return matches.toSorted((a, b) => a.played_at - b.played_at || (a.match_id < b.match_id ? -1 : 1));
}

/**
 * The reference: rates a history from nothing, one match after the other.
 * @param starts the points of starting levels, by player id
 */
export function ledgerOf(matches: readonly RatedMatch[], starts: ReadonlyMap<string, number> = new Map()): Ledger {
  const rows = new Map<string, LedgerRow>();
  const states = new Map<string, RatingState>();
  const latest = new Map<string, string>();
  for (const match of inOrder(matches)) {
    const [a, b, c, d] = match.player_ids.map((id): PlayerState => states.get(id) ?? newPlayer(starts.get(id) ?? null));
    const row = rateForLedger(match, [a ?? null, b ?? null, c ?? null, d ?? null] satisfies FourStates);
    rows.set(match.match_id, row);
    for (const [slot, state] of row.after.entries()) {
      const player = match.player_ids[slot] ?? '';
      states.set(player, state);
      latest.set(player, match.match_id);
    }
  }
  return { rows, states, latest };
}

const BEFORE_ALL = { played_at: 0, match_id: '00000000-0000-0000-0000-000000000000' };

/** Everything that the database has of the rated history of these players. */
export async function storedLedger(database: Queryable, playerIds: readonly string[]): Promise<Ledger> {
  const histories = playerIds.map((player_id) => ({ player_id, after: BEFORE_ALL, until: null }));
  const rows = await readLedgerWithin(database, histories, 1_000_000, 1_000_000);
  const states = new Map<string, RatingState>();
  const latest = new Map<string, string>();
  const ratings = await readPlayerRatings(database, playerIds);
  assert.equal(ratings.length, playerIds.length, 'a player has lost the row of the rating');
  for (const row of ratings) {
    const state = knownState(row.state);
    if (state !== null) states.set(row.player_id, state);
    if (row.last_match_id !== null) latest.set(row.player_id, row.last_match_id);
  }
  return { rows: new Map(rows.map((row) => [row.match_id, row])), states, latest };
}

/** The matches of a ledger whose rows are wanted, and the wanted players whose last match is among them. */
export function partOf(
  { rows, states, latest }: Ledger,
  isWanted: (row: LedgerRow) => boolean,
  isPlayerWanted: (id: string) => boolean,
): Ledger {
  const wanted = new Map([...rows].filter(([, row]) => isWanted(row)));
  const present = new Map([...latest].filter(([id, match]) => wanted.has(match) && isPlayerWanted(id)));
  return { rows: wanted, latest: present, states: new Map([...states].filter(([id]) => present.has(id))) };
}

/** The ledger as one value with every double as its bits, sorted by key. */
export function bitsOfLedger({ rows, states, latest }: Ledger): unknown {
  const sorted = <T>(map: ReadonlyMap<string, T>) => Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
  return withBits({ rows: sorted(rows), states: sorted(states), latest: sorted(latest) });
}
