/**
 * Changes of the history that do more than append: late matches, confirmations, amendments, voids. A change locks the players that
 * it reaches and no others (docs/ledger.md). Locks are always taken in this order, and no player is ever added:
 *
 * 1. the audit chains, by partner id,
 * 2. the match, or the plan of a night,
 * 3. the players' ratings, by player id, in one statement,
 * 4. the links between regions.
 *
 * Changes of rosters and players take none of these. They lock in the order roster, share, player.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '@bandeja/contract/account-enums';
import { Problem } from '@bandeja/contract/errors/problem';
import type { Transaction } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import type { Context, DeciderContext } from '../context.ts';
import { readLedgerRows } from '../history/ledger-store.ts';
import { lockPlayerRatings, type PlayerRating } from '../history/ratings-store.ts';
import { isCovered, type LedgerConditions, readConditions } from './conditions-store.ts';
import { lockRegionLinks, nextGuardId, type RegionLink, readLinksAmong, readUnsettledChanges } from './guards-store.ts';
import { type HistoryChange, playersOf, type RatedChange } from './history-change.ts';
import { extraUnits } from './price.ts';
import { rateChanges, regionsOf } from './rate-change.ts';
import { limitRows, ownReaches, type Reach, type Reaches, readReaches } from './reach.ts';

/**
 * A change that reaches more matches than this is settled in the background instead of within its request. The limit is about
 * 30 ms of reading, rating and writing on PostgreSQL. Several changes that share a reach may reach twice as many.
 */
export const CLOSURE_MAX = 300;

/** How often a change looks for its reach before it locks its own players only. */
const ATTEMPTS_MAX = 5;

/** How long a large change waits for the guard of an earlier one of the same partner, ms. */
export const GUARD_WAIT_MS = 2_000;
const GUARD_POLL_MS = 100;

/** A partner may have this many marked players that wait for the settlement of its changes. */
export const MARKED_MAX = { starter: 2_000, pro: 20_000, enterprise: 200_000 } as const satisfies Record<Plan, number>;

/** The transaction must run again. Nothing was written. */
export const AGAIN = Symbol('again');

/** Changes that share a transaction must run one by one, because one of them reaches too many matches. Nothing was written. */
export const TOO_LARGE = Symbol('too large');

/** For waits whose end is not known yet. */
const RETRY_AFTER_SECONDS = 5;

/** The partner's last large change is still being marked, or pauses after it. Nothing was written. */
class Guarded extends Problem {
  /** What is left of the pause; 0 while the last change is being marked. */
  readonly pausedMs: number;

  constructor(pausedMs: number) {
    const detail =
      'This change reaches many later matches, and comes too soon after your last such change. Nothing was stored.';
    const seconds = Math.ceil(pausedMs / 1000) || RETRY_AFTER_SECONDS;
    super('overloaded', detail, { headers: { 'Retry-After': String(seconds) } });
    this.pausedMs = pausedMs;
  }
}

/** What earlier attempts at a change have found out. */
export class Attempt {
  /** Players to lock, because an earlier attempt met them after it had taken its locks. */
  readonly players = new Set<string>();
  number = 1;
  /** The price of the change beyond that of its request. */
  units = 0;

  /** The last attempt locks only the changes' own players, so it always succeeds. */
  get isLast(): boolean {
    return this.number > ATTEMPTS_MAX;
  }
}

/**
 * Runs a transaction that changes the history, again with more players locked if it returns {@link AGAIN}, and charges for it once it
 * is committed.
 * @param work whatever it has written is rolled back if it returns {@link AGAIN}
 */
export async function attemptChange<Result>(
  { database, charge }: Pick<Context, 'database' | 'charge'>,
  work: (transaction: Transaction, attempt: Attempt) => Promise<Result | typeof AGAIN>,
): Promise<Result> {
  for (const attempt = new Attempt(); ; attempt.number += 1) {
    const result = await database.transaction(async (transaction) => {
      const found = await work(transaction, attempt);
      if (typeof found === 'symbol') transaction.discard();
      return found;
    });
    if (result === AGAIN) continue;
    if (attempt.units > 0) charge?.(attempt.units);
    return result;
  }
}

/**
 * Runs a change again while it is {@link Guarded}.
 * @throws {Guarded} after two seconds, or at once if the pause takes longer
 */
export async function untilUnguarded<Result>(run: () => Promise<Result>): Promise<Result> {
  for (const startedAt = performance.now(); ; ) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Guarded) || performance.now() - startedAt + error.pausedMs > GUARD_WAIT_MS) throw error;
      await sleep(error.pausedMs || GUARD_POLL_MS);
    }
  }
}

/** Bounds how many changes hold a connection. One that waits for a guard does not. */
export interface ChangeQueue {
  /** @param units in the bound of the queue @throws {Problem} `overloaded` if the queue is full */
  change<Result>(partnerId: string, units: number, run: () => Promise<Result>): Promise<Result>;
}

/**
 * Changes the history: {@link attemptChange} and {@link untilUnguarded}.
 * @param queue without it, the change starts at once
 * @param units the matches that wait with it
 */
export function changeHistory<Result>(
  context: DeciderContext,
  queue: ChangeQueue | undefined,
  work: (transaction: Transaction, attempt: Attempt) => Promise<Result | typeof AGAIN>,
  units = 1,
): Promise<Result> {
  const attempt = () => attemptChange(context, work);
  return untilUnguarded(() => queue?.change(context.actor.partnerId, units, attempt) ?? attempt());
}

/**
 * Locks every player that some changes reach, and rates the changes. Writes nothing.
 * @param plan of the partner, for the limit of what may wait for its settlement. Null: the changes share a transaction
 * @returns {@link AGAIN} if the reach has grown while the locks were taken; {@link TOO_LARGE} only without a plan
 * @throws {Problem} {@link Guarded}; `not_ready` if the ledger was made with another model; `rate_limited` if too many players of earlier large changes
 *   of the partner are not settled yet
 */
export async function lockAndRate<P extends Plan | null>(
  { closureMax = CLOSURE_MAX }: Pick<Context, 'closureMax'>,
  transaction: Transaction,
  all: readonly HistoryChange[],
  attempt: Attempt,
  plan: P,
): Promise<RatedChange | typeof AGAIN | (P extends null ? typeof TOO_LARGE : never)> {
  const changes = all.filter(
    ({ inserted, removed, restarted }) => inserted.length + removed.length + restarted.length > 0,
  );
  if (changes.length === 0) return NOTHING_RATED;
  const removedIds = changes.flatMap((change) => change.removed.map((match) => match.match_id));
  let found = attempt.isLast ? ownReaches(changes) : await readReaches(transaction, changes, closureMax);
  limitRows(found.reaches);
  if (plan === null && found.reaches.some((reach) => reach.isLarge)) return TOO_LARGE as never;
  const wanted = new Set([...attempt.players, ...playersIn(found.reaches)]);
  const [locked, conditions, removedRows] = await Promise.all([
    lockPlayerRatings(transaction, [...wanted]),
    readConditions(transaction),
    readLedgerRows(transaction, removedIds),
  ]);
  if (conditions.model_version !== MODEL_VERSION) throw new Problem('not_ready');
  const players = new Map(locked.map((rating) => [rating.player_id, rating]));
  if (!isUnchanged(found, players)) {
    found = await readReaches(transaction, changes, closureMax);
    limitRows(found.reaches);
    const needed = playersIn(found.reaches);
    if (needed.some((id) => !players.has(id))) {
      for (const id of [...wanted, ...needed]) attempt.players.add(id);
      return AGAIN;
    }
  }

  const isLarge = found.reaches.some((reach) => reach.isLarge);
  if (plan === null && isLarge) return TOO_LARGE as never;
  const linked = await lockLinks(transaction, changes, players, conditions, isLarge);
  const ledger = {
    players,
    conditions: linked.conditions,
    removedRows: new Map(removedRows.map((row) => [row.match_id, row])),
    guardIds: await guardIdsOf(transaction, found.reaches),
  };
  const rated = await rateChanges(transaction, changes, found.reaches, ledger);
  const [guard] = rated.guards;
  if (guard !== undefined && plan !== null) {
    const max = MARKED_MAX[plan];
    const { marked, isMarking, pausedMs } = await readUnsettledChanges(transaction, guard.changed_by, max);
    if (marked >= max) throw tooManyMarked(marked);
    if (isMarking || pausedMs > 0) throw new Guarded(pausedMs);
  }
  attempt.units = rated.reached.reduce<number>((sum, reached) => sum + extraUnits(reached), 0);
  return { ...rated, links: linked.links };
}

const NOTHING_RATED: RatedChange = {
  rows: new Map(),
  removed: [],
  ratings: [],
  changes: { ofMatches: new Map(), ofOthers: [] },
  shifts: [],
  cause: 'older_result',
  links: [],
  guards: [],
  markedBy: [],
  met: [],
  reached: [],
};

/** An id for the guard of each large reach. */
async function guardIdsOf(transaction: Transaction, reaches: readonly Reach[]): Promise<Map<Reach, number>> {
  const large = reaches.filter((reach) => reach.isLarge);
  const ids = await Promise.all(large.map(() => nextGuardId(transaction)));
  return new Map(large.map((reach, index) => [reach, ids[index] ?? 0]));
}

/** The players to lock: everyone in a small reach, the changes' own players in a large one. */
const playersIn = (reaches: readonly Reach[]): string[] =>
  reaches.flatMap(({ isLarge, changes, players }) => (isLarge ? changes.flatMap(playersOf) : [...players.keys()]));

/**
 * Whether the small reaches are still what was read. Every writer of a match in them raises the versions of its players; but marks
 * change without a new version, so a marked player is read again.
 */
function isUnchanged({ reaches, ratings }: Reaches, locked: ReadonlyMap<string, PlayerRating>): boolean {
  const small = reaches.filter((reach) => !reach.isLarge).flatMap((reach) => [...reach.players.keys()]);
  return small.every((id) => {
    const read = ratings.get(id);
    const now = locked.get(id);
    return read?.mark === null && now?.mark === null && read.version === now.version;
  });
}

/**
 * Finds the links that the inserted matches add. If there are any, or a guard may be set, links and guards are locked. Costs a round trip
 * if a match has players of several regions.
 * @param conditions read before
 * @returns the links to add, and the conditions from now on. A guard covers the regions that were linked when it was set, so
 *   the conditions must be at least as new as the links.
 */
export async function lockLinks(
  transaction: Transaction,
  changes: readonly HistoryChange[],
  players: ReadonlyMap<string, PlayerRating>,
  conditions: LedgerConditions,
  isLarge: boolean,
): Promise<{ readonly links: readonly RegionLink[]; readonly conditions: LedgerConditions }> {
  const pairs = new Map<string, RegionLink>();
  for (const match of changes.flatMap((change) => change.inserted)) {
    const [first, ...others] = regionsOf(match, players).sort();
    for (const other of others) if (first !== undefined) pairs.set(`${first} ${other}`, [first, other]);
  }
  let current = conditions;
  if (pairs.size > 0) {
    const regions = [...new Set([...pairs.values()].flat())];
    const [known, now] = await Promise.all([readLinksAmong(transaction, regions), readConditions(transaction)]);
    for (const [a, b] of known) pairs.delete(`${a} ${b}`);
    current = now;
  }
  if (pairs.size > 0 || isLarge) {
    [, current] = await Promise.all([lockRegionLinks(transaction), readConditions(transaction)]);
  }
  return { links: [...pairs.values()], conditions: current };
}

/** Rates changes in a snapshot, without locks. @returns also the ids of the inserted matches that would not be settled */
export async function previewChanges(
  { closureMax = CLOSURE_MAX }: Pick<Context, 'closureMax'>,
  snapshot: Transaction,
  changes: readonly HistoryChange[],
): Promise<Pick<RatedChange, 'rows'> & { readonly unsettled: ReadonlySet<string> }> {
  const { reaches, ratings: players } = await readReaches(snapshot, changes, closureMax);
  limitRows(reaches);
  const conditions = await readConditions(snapshot);
  if (changes.length > 0 && conditions.model_version !== MODEL_VERSION) throw new Problem('not_ready');
  const ledger = {
    players,
    conditions,
    removedRows: new Map(),
    guardIds: new Map(reaches.map((reach, id) => [reach, id])),
  };
  const { rows, ratings } = await rateChanges(snapshot, changes, reaches, ledger);
  const marked = new Set(ratings.flatMap(({ player_id: id, mark }) => (mark === null ? [] : [id])));
  const unsettled = changes.flatMap(({ inserted }) =>
    inserted.filter(
      (match) =>
        match.player_ids.some((id) => marked.has(id)) ||
        isCovered(conditions, players.get(match.player_ids[0] ?? '')?.region ?? '', match),
    ),
  );
  return { rows, unsettled: new Set(unsettled.map((match) => match.match_id)) };
}

function tooManyMarked(marked: number): Problem {
  const detail = `The ratings of ${marked} players still wait for the settlement of your earlier changes of past matches. Nothing was stored.`;
  return new Problem('rate_limited', detail, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
}
