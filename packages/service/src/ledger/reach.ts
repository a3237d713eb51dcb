/**
 * The reach of a change of the history: its players from its place on, everyone in their later matches from there on, and so on,
 * forward in time only.
 */

import type { Queryable } from '@bandeja/postgres/database';
import { type HistoryRange, type LedgerRow, readLedgerWithin } from '../history/ledger-store.ts';
import { BEFORE_HISTORY, comparePlaces, isAtOrAfter, type LedgerPlace } from '../history/place.ts';
import { type PlayerRating, readPlayerRatings } from '../history/ratings-store.ts';
import { type HistoryChange, playersOf } from './history-change.ts';

/** Changes that reach a common player, and everything that they reach. No two reaches have a player in common. */
export interface Reach {
  readonly changes: HistoryChange[];
  /** The stored matches that the changes reach, without the removed ones. */
  readonly rows: Map<string, LedgerRow>;
  /**
   * The changes' own players and everyone reached, with the first reached match; null if there is none. The search stops at a
   * player who is marked and spread from there on, because everyone reached through that player is marked already.
   */
  readonly players: Map<string, LedgerPlace | null>;
  /** There are more matches than the limit; `rows` and `players` are incomplete. */
  isLarge: boolean;
}

export interface Reaches {
  readonly reaches: readonly Reach[];
  /** The ratings of everyone in `players`, read without locks before their matches. */
  readonly ratings: ReadonlyMap<string, PlayerRating>;
}

/** The most matches that one step reads; all open reaches of a step with more are large. */
const STEP_MATCHES_MAX = 4000;

/** A reach that several changes share may have this many times as many matches as one of a single change. */
const SHARED = 2;

/** The most matches that one transaction rates again. Reaches beyond are settled in the background. */
const ROWS_MAX = 2000;

interface Search {
  readonly limit: number;
  readonly removed: ReadonlySet<string>;
  readonly reachOf: Map<string, Reach>;
  /** Each player's matches after this place are found already. */
  readonly searched: Map<string, LedgerPlace>;
  readonly ratings: Map<string, PlayerRating>;
}

/**
 * Reads what some changes reach, one round trip for each step away from them. Changes that reach a common player share a reach.
 * @param limit of matches in the reach of a single change; several that share one may reach twice as many
 */
export async function readReaches(
  database: Queryable,
  changes: readonly HistoryChange[],
  limit: number,
): Promise<Reaches> {
  const search = beginSearch(changes, limit);
  let frontier = new Map<string, HistoryRange>();
  for (const change of changes) {
    for (const match of [...change.inserted, ...change.removed]) {
      for (const id of match.player_ids) addRange(search, frontier, id, match);
    }
    for (const { player_id } of change.restarted) addRange(search, frontier, player_id, BEFORE_HISTORY);
  }
  while (frontier.size > 0) {
    const ranges = [...frontier.values()];
    // Ratings first: a match that is stored in between raises their versions.
    const [ratings, found] = await Promise.all([
      readPlayerRatings(database, [...frontier.keys()]),
      readLedgerWithin(database, ranges, limitOf(search, changes) + search.removed.size + 1, STEP_MATCHES_MAX),
    ]);
    for (const rating of ratings) keepOldest(search.ratings, rating);
    frontier = takeStep(search, frontier, found);
  }
  return { reaches: [...new Set(search.reachOf.values())], ratings: search.ratings };
}

/** Large reaches of changes of which only their own players are known. Changes with a common player share one. */
export function ownReaches(changes: readonly HistoryChange[]): Reaches {
  const reaches = new Set(beginSearch(changes, 0).reachOf.values());
  for (const reach of reaches) reach.isLarge = true;
  return { reaches: [...reaches], ratings: new Map() };
}

/** Treats reaches as large that a transaction cannot rate again within this many matches. Large ones are not rated again. */
export function limitRows(reaches: readonly Reach[], most = ROWS_MAX): void {
  let rows = 0;
  for (const reach of reaches) {
    reach.isLarge ||= rows + reach.rows.size > most;
    if (!reach.isLarge) rows += reach.rows.size;
  }
}

/** If several changes share a reach, it costs each of them less. */
const limitOf = ({ limit }: Search, { length: changes }: readonly HistoryChange[]): number =>
  changes > 1 ? SHARED * limit : limit;

function beginSearch(changes: readonly HistoryChange[], limit: number): Search {
  const removed = new Set(changes.flatMap((change) => change.removed.map((match) => match.match_id)));
  const search: Search = { limit, removed, reachOf: new Map(), searched: new Map(), ratings: new Map() };
  for (const change of changes) {
    let reach: Reach = { changes: [change], rows: new Map(), players: new Map(), isLarge: false };
    for (const id of playersOf(change)) reach = addPlayer(search, reach, id);
  }
  return search;
}

/** Adds the matches within the ranges to the reaches. @returns the ranges of the next step. */
function takeStep(
  search: Search,
  frontier: ReadonlyMap<string, HistoryRange>,
  found: readonly LedgerRow[],
): Map<string, HistoryRange> {
  // If matches are missing, it is not known whose.
  if (found.length > STEP_MATCHES_MAX) {
    for (const id of frontier.keys()) reachOf(search, id).isLarge = true;
    return new Map();
  }
  const next = new Map<string, HistoryRange>();
  const byPlayer = matchesOfPlayers(search, frontier, found);
  for (const [id, rows] of byPlayer) {
    const [first] = rows;
    if (first === undefined) continue;
    addPlace(reachOf(search, id), id, first);
    const { mark = null } = search.ratings.get(id) ?? {};
    const isMarkedAlready = mark?.is_spread === true && isAtOrAfter(first, mark);
    if (!isMarkedAlready) for (const row of rows) followMatch(search, next, id, row);
  }
  for (const id of byPlayer.keys()) {
    const reach = reachOf(search, id);
    if (reach.rows.size > limitOf(search, reach.changes)) reach.isLarge = true;
  }
  for (const id of next.keys()) if (reachOf(search, id).isLarge) next.delete(id);
  return next;
}

/** The found matches of each player within the player's range, in order, without the removed ones. */
function matchesOfPlayers(
  { removed }: Search,
  frontier: ReadonlyMap<string, HistoryRange>,
  found: readonly LedgerRow[],
): Map<string, LedgerRow[]> {
  const byPlayer = new Map<string, LedgerRow[]>();
  for (const row of [...found].sort(comparePlaces)) {
    for (const id of removed.has(row.match_id) ? [] : row.player_ids) {
      const range = frontier.get(id);
      if (range === undefined || !isWithin(row, range)) continue;
      const rows = byPlayer.get(id) ?? [];
      // A match of several players is found several times.
      if (rows.at(-1)?.match_id !== row.match_id) rows.push(row);
      byPlayer.set(id, rows);
    }
  }
  return byPlayer;
}

/** Adds a match to the reach of one of its players, and the match's other players. */
function followMatch(search: Search, next: Map<string, HistoryRange>, id: string, row: LedgerRow): void {
  reachOf(search, id).rows.set(row.match_id, row);
  for (const other of row.player_ids) {
    if (other === id) continue;
    addPlace(addPlayer(search, reachOf(search, id), other), other, row);
    addRange(search, next, other, row);
  }
}

/** Records the first match in which a reach meets a player. */
function addPlace({ players }: Reach, id: string, match: LedgerPlace): void {
  const known = players.get(id) ?? null;
  if (known === null || comparePlaces(match, known) < 0) players.set(id, placeOf(match));
}

function reachOf({ reachOf: reaches }: Search, id: string): Reach {
  const reach = reaches.get(id);
  if (reach === undefined) throw new Error(`the player ${id} is not reached`);
  return reach;
}

/** Adds a player to a reach, and unites it with the reach that the player is in. @returns the united reach */
function addPlayer({ reachOf: reaches }: Search, reach: Reach, id: string): Reach {
  const other = reaches.get(id);
  if (other === reach) return reach;
  if (other === undefined) {
    reaches.set(id, reach);
    if (!reach.players.has(id)) reach.players.set(id, null);
    return reach;
  }
  const [large, small] = other.players.size > reach.players.size ? [other, reach] : [reach, other];
  large.changes.push(...small.changes);
  for (const [match, row] of small.rows) large.rows.set(match, row);
  for (const [player, place] of small.players) {
    const known = large.players.get(player) ?? null;
    large.players.set(player, known === null || (place !== null && comparePlaces(place, known) < 0) ? place : known);
    reaches.set(player, large);
  }
  large.isLarge ||= small.isLarge;
  return large;
}

/** Adds a player's matches after a place to the next step, without those of earlier steps. */
function addRange({ searched }: Search, next: Map<string, HistoryRange>, id: string, match: LedgerPlace): void {
  const known = searched.get(id) ?? null;
  if (known !== null && comparePlaces(known, match) <= 0) return;
  const after = placeOf(match);
  searched.set(id, after);
  const range = next.get(id);
  next.set(id, { player_id: id, after, until: range === undefined ? known : range.until });
}

const isWithin = (row: LedgerPlace, { after, until }: HistoryRange): boolean =>
  comparePlaces(row, after) > 0 && (until === null || comparePlaces(row, until) <= 0);

const placeOf = ({ played_at, match_id }: LedgerPlace): LedgerPlace => ({ played_at, match_id });

/** A player may be read in several steps. The version of the first one counts, since all matches were read after it. */
function keepOldest(ratings: Map<string, PlayerRating>, rating: PlayerRating): void {
  if (!ratings.has(rating.player_id)) ratings.set(rating.player_id, rating);
}
