import type { Transaction } from '@bandeja/postgres/database';
import { knownState } from '@bandeja/rating';
import type { LedgerRow, RatedMatch } from '../history/ledger-store.ts';
import { BEFORE_HISTORY, comparePlaces, earliestPlace, isAtOrAfter, type LedgerPlace } from '../history/place.ts';
import { type RatingChange, ratingChange } from '../history/rating-change.ts';
import {
  type LedgerRating,
  lastPlaceOf,
  type Mark,
  type PlayerRating,
  readFirstPlaces,
  readLatestStates,
} from '../history/ratings-store.ts';
import { newPlayer } from '../history/stored-states.ts';
import { halfGuard, type LedgerConditions } from './conditions-store.ts';
import { CurrentRatings } from './current-ratings.ts';
import { type HistoryChange, playersOf, type RatedChange } from './history-change.ts';
import type { Reach } from './reach.ts';
import { replayChange } from './replay.ts';
import { shiftsOf } from './shifts.ts';

/** What rating a change of the history needs besides its reaches. */
export interface LockedLedger {
  /** The locked ratings: of everyone in a small reach, and of the changes' own players in a large one. */
  readonly players: ReadonlyMap<string, PlayerRating>;
  /** Read after the locks. */
  readonly conditions: LedgerConditions;
  /** The ledger rows of the removed matches, by id. */
  readonly removedRows: ReadonlyMap<string, LedgerRow>;
  /** The ids of the guards of large reaches, if they need any. */
  readonly guardIds: ReadonlyMap<Reach, number>;
}

/** A player's rating after a change. A missing mark stays unchanged. */
type NewRating = LedgerRating & { readonly mark: Mark | null };

/**
 * Rates changes of the history, and writes nothing.
 *
 * - Replayed: no player in the reach is marked. Everything in it is rated again, exactly.
 * - Provisional: applied to the players' current ratings. The players that it reaches are marked from the first reached match on, and
 *   the wave computes the exact ratings. If the reach is too large, only the change's own players are marked, under a guard.
 * @param transaction is only read from. It has locked all `players`.
 */
export async function rateChanges(
  transaction: Transaction,
  changes: readonly HistoryChange[],
  reaches: readonly Reach[],
  ledger: LockedLedger,
): Promise<Omit<RatedChange, 'links'>> {
  const rows = new Map<string, LedgerRow>();
  const rated = new Map<string, NewRating>();
  const markedBy = new Set<string>();
  const met = new Set<string>();
  const guards: RatedChange['guards'][number][] = [];
  for (const reach of reaches) {
    const isExact = !reach.isLarge && !isInexact(reach, ledger);
    const found = isExact
      ? await replayReach(transaction, reach, ledger)
      : await applyProvisionally(transaction, reach, ledger);
    for (const row of found.rows) rows.set(row.match_id, row);
    for (const rating of found.ratings) rated.set(rating.player_id, rating);
    if (!isExact) for (const { changed_by } of reach.changes) markedBy.add(changed_by);
    for (const partnerId of found.met) met.add(partnerId);
    guards.push(...guardOf(reach, found.ratings, ledger));
  }
  const cause = changes.every((change) => change.restarted.length > 0) ? 'starting_level' : 'older_result';
  const written = withNextVersions(changes, rated, ledger.players);
  return {
    rows,
    // An amended match keeps its row, with what it showed first.
    removed: [...ledger.removedRows.keys()].filter((id) => !rows.has(id)),
    ...written,
    shifts: ledger.conditions.isRebuilding ? [] : shiftsOf(changes, rows, ledger.players, written.ratings, cause),
    cause,
    guards,
    markedBy: [...markedBy].sort(),
    met: [...met],
    reached: reaches.map((reach) => (reach.isLarge ? null : reach.rows.size)),
  };
}

/** Whether states in the reach may be inexact, or will be before a rebuild or a guard is over. */
function isInexact({ players: reached, changes }: Reach, { players, conditions }: LockedLedger): boolean {
  return (
    conditions.isRebuilding ||
    [...reached.keys()].some((id) => ratingOf(players, id).mark !== null) ||
    changes.some(({ inserted }) =>
      inserted.some((match) => halfGuard(conditions, regionsOf(match, players), match) !== undefined),
    )
  );
}

/** The regions of the players of a match, without duplicates. */
export const regionsOf = (match: RatedMatch, players: ReadonlyMap<string, PlayerRating>): string[] => [
  ...new Set(match.player_ids.map((id) => ratingOf(players, id).region)),
];

interface RatedReach {
  readonly rows: Iterable<LedgerRow>;
  readonly ratings: readonly NewRating[];
  /** The partners whose marks the new ones meet. */
  readonly met: Iterable<string>;
}

async function replayReach(
  transaction: Transaction,
  { changes, rows: later }: Reach,
  { players, removedRows }: LockedLedger,
): Promise<RatedReach> {
  const inserted = changes.flatMap((change) => change.inserted);
  const removed = removedOf(changes, removedRows);
  const restarted = changes.flatMap((change) => change.restarted);
  const change = { inserted, removed, restarted };
  const current = new Map(playersOf(change).map((id) => [id, ratingOf(players, id).state]));
  const { rows, states, latestMatches } = replayChange(change, [...later.values()], current);
  const unseen = [...states.keys()].filter((id) => !latestMatches.has(id));
  const latest = new Map<string, string | null>(latestMatches);
  const removedIds = removed.map((row) => row.match_id);
  for (const row of await readLatestStates(transaction, unseen, removedIds))
    latest.set(row.player_id, row.last_match_id);
  const ratings = [...states].map(([player_id, state]): NewRating => {
    const last = knownState(state) === null ? null : latest.get(player_id);
    return { player_id, state, last_match_id: last ?? null, mark: null };
  });
  // Another starting level is stored even if it changes no bit of the current state.
  for (const { player_id: id } of restarted) if (!states.has(id)) ratings.push(ratingOf(players, id));
  return { rows, ratings, met: [] };
}

async function applyProvisionally(
  transaction: Transaction,
  reach: Reach,
  { players, removedRows, guardIds, conditions }: LockedLedger,
): Promise<RatedReach> {
  const { changes, players: reached, isLarge } = reach;
  const inserted = changes.flatMap((change) => change.inserted);
  const removed = removedOf(changes, removedRows);
  const restarted = changes.flatMap((change) => change.restarted);
  const own = playersOf({ inserted, removed, restarted }).map((id) => ratingOf(players, id));
  const ratings = new CurrentRatings(own);
  for (const rating of await readRatingsWithout(transaction, removed, own)) ratings.replace(rating);
  // Nothing of another start can be applied to the current rating of a player with matches.
  for (const { player_id, stated } of restarted) {
    if (ratings.of(player_id).last_match_id === null)
      ratings.replace({ player_id, state: newPlayer(stated), last_match_id: null });
  }
  const { rows } = ratings.rate(inserted);

  // A rebuild covers everything, and marks everyone. A guard would stay until its end.
  const marks = new NewMarks(players, conditions.isRebuilding ? null : (guardIds.get(reach) ?? null));
  for (const { changed_by, inserted: entering, removed: leaving } of changes) {
    for (const match of entering) marks.add(match.player_ids, changed_by, match);
    for (const match of leaving) {
      const hasLater = (id: string): boolean => isAtOrAfter(lastPlaceOf(ratings.of(id)) ?? BEFORE_HISTORY, match);
      marks.add(match.player_ids.filter(hasLater), changed_by, match);
    }
  }
  const { changed_by } = changes[0] ?? { changed_by: '' };
  for (const first of await readFirstPlaces(
    transaction,
    restarted.map((restart) => restart.player_id),
  ))
    marks.add([first.player_id], changed_by, first);
  if (!isLarge) for (const [id, place] of reached) if (place !== null) marks.add([id], changed_by, place);
  const after = own.map(({ player_id: id }): NewRating => {
    const { state, last_match_id } = ratings.of(id);
    // Without a match, the state is exact, even if the player was marked.
    return { player_id: id, state, last_match_id, mark: last_match_id === null ? null : marks.of(id) };
  });
  const ownIds = new Set(own.map((rating) => rating.player_id));
  for (const id of marks.ids()) {
    if (!ownIds.has(id)) after.push({ ...ratingOf(players, id), mark: marks.of(id) });
  }
  return { rows: rows.values(), ratings: after, met: marks.met };
}

/** The marks that a change adds. An earlier mark of a player stays. */
class NewMarks {
  readonly #players: ReadonlyMap<string, PlayerRating>;
  readonly #guard: number | null;
  readonly #marks = new Map<string, Mark>();
  readonly met = new Set<string>();

  /** @param guard covers what the marks reach; null if every player that they reach is marked, too */
  constructor(players: ReadonlyMap<string, PlayerRating>, guard: number | null) {
    this.#players = players;
    this.#guard = guard;
  }

  of(id: string): Mark | null {
    return this.#marks.get(id) ?? ratingOf(this.#players, id).mark;
  }

  /** The players with a new mark. */
  ids(): Iterable<string> {
    return this.#marks.keys();
  }

  add(ids: readonly string[], changed_by: string, { played_at, match_id }: LedgerPlace): void {
    for (const id of ids) {
      const known = this.of(id);
      if (known !== null && known.changed_by !== changed_by) this.met.add(known.changed_by);
      if (known !== null && comparePlaces(known, { played_at, match_id }) <= 0) continue;
      this.#marks.set(id, { played_at, match_id, is_spread: this.#guard === null, guard: this.#guard, changed_by });
    }
  }
}

/**
 * The provisional ratings of the players whose matches are removed. If the last match is removed, the strength is that after
 * the match before it. The count is exact.
 */
async function readRatingsWithout(
  transaction: Transaction,
  removed: readonly LedgerRow[],
  players: readonly PlayerRating[],
): Promise<LedgerRating[]> {
  const ids = removed.map((match) => match.match_id);
  const affected = players.filter(({ player_id: id }) => removed.some(({ player_ids }) => player_ids.includes(id)));
  const withoutLast = affected.filter(({ last_match_id: id }) => id !== null && ids.includes(id));
  const found = await readLatestStates(
    transaction,
    withoutLast.map((rating) => rating.player_id),
    ids,
  );
  const latest = new Map(found.map((rating) => [rating.player_id, rating]));
  return affected.map((old): LedgerRating => {
    const rating = latest.get(old.player_id) ?? old;
    const [state, current] = [knownState(rating.state), knownState(old.state)];
    if (state === null || current === null) return rating;
    const count = removed.filter(({ player_ids }) => player_ids.includes(old.player_id)).length;
    return { ...rating, state: { ...state, played: current.played - count } };
  });
}

/** Assigns the next versions of ratings, and collects the changes of scores. */
function withNextVersions(
  changes: readonly HistoryChange[],
  rated: ReadonlyMap<string, NewRating>,
  players: ReadonlyMap<string, PlayerRating>,
): Pick<RatedChange, 'ratings' | 'changes'> {
  const restarts = new Map(changes.flatMap(({ restarted }) => restarted.map((one) => [one.player_id, one] as const)));
  const ofMatches = new Map<string, RatingChange[]>();
  const matchIds = new Map<string, string>();
  const moved = changes.flatMap((change) => [...change.removed, ...change.inserted]).sort(comparePlaces);
  for (const match of moved) {
    ofMatches.set(match.match_id, []);
    for (const id of match.player_ids) matchIds.set(id, match.match_id);
  }
  const ofOthers: RatingChange[] = [];
  const ratings = [...rated.values()].map((rating): PlayerRating => {
    const before = ratingOf(players, rating.player_id);
    const changed = ratingChange(before, rating.state);
    const matchId = matchIds.get(rating.player_id);
    if (matchId !== undefined) ofMatches.get(matchId)?.push(changed);
    else if (changed.score_before !== changed.score_after) ofOthers.push(changed);
    const restart = restarts.get(rating.player_id);
    const stated = restart === undefined ? before.stated : restart.stated;
    return { ...before, ...rating, stated, version: changed.sequence };
  });
  return { ratings, changes: { ofMatches, ofOthers } };
}

/** The guard for the marks of a reach that are not spread; none if there are no such marks. */
function guardOf(
  reach: Reach,
  rated: readonly NewRating[],
  { players, guardIds }: LockedLedger,
): RatedChange['guards'] {
  const id = guardIds.get(reach);
  const waiting = rated.filter(({ mark }) => id !== undefined && mark?.guard === id);
  const first = earliestPlace(waiting.flatMap(({ mark }) => mark ?? []));
  if (id === undefined || first === undefined) return [];
  const { changed_by, played_at, match_id } = first;
  const met = reach.changes.flatMap((change) => change.inserted.flatMap((match) => regionsOf(match, players)));
  const regions = [...new Set([...waiting.map((one) => ratingOf(players, one.player_id).region), ...met])];
  return [{ id, changed_by, regions, played_at, match_id }];
}

function ratingOf(players: ReadonlyMap<string, PlayerRating>, id: string): PlayerRating {
  const rating = players.get(id);
  if (rating === undefined) throw new Error(`the rating of player ${id} was not locked`);
  return rating;
}

/** The ledger rows of the removed matches. If one is missing, a verification reports it; the match can be removed all the same. */
const removedOf = (changes: readonly HistoryChange[], rows: ReadonlyMap<string, LedgerRow>): LedgerRow[] =>
  changes.flatMap((change) => change.removed.flatMap((match) => rows.get(match.match_id) ?? []));
