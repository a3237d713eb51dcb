/** {@link storeMatches} is the transaction that stores submissions. docs/group-commit.md explains it. */

import type { Plan } from '@bandeja/contract/account-enums';
import type { Problem } from '@bandeja/contract/errors/problem';
import type { Transaction } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import { appendAudit } from '../audit/chain.ts';
import { submittedEvent } from '../audit/events.ts';
import { lockChainHeads, lockFreeChainHeads } from '../audit/store.ts';
import type { Context, WriterContext } from '../context.ts';
import type { MatchRow } from '../history/match-row.ts';
import { isRated, ratedMatch } from '../history/rated-match.ts';
import type { PlayerRating } from '../history/ratings-store.ts';
import { readUnsettled } from '../history/settling-store.ts';
import { rateAppended } from '../ledger/append.ts';
import { readConditions } from '../ledger/conditions-store.ts';
import { CurrentRatings } from '../ledger/current-ratings.ts';
import type { HistoryChange } from '../ledger/history-change.ts';
import { type AGAIN, type Attempt, lockAndRate, previewChanges, type TOO_LARGE } from '../ledger/with-players.ts';
import { writeRatedChange } from '../ledger/write-change.ts';
import {
  type CheckedMatch,
  type Decision,
  type Decisions,
  decide,
  namedPlayers,
  plansNamed,
  referenceKey,
  sessionsOf,
} from './decide.ts';
import { insertMatches } from './insert-matches-store.ts';
import { logMatches } from './log-matches.ts';
import { findNearbyMatches } from './nearby-store.ts';
import {
  type EligibleParticipant,
  findEligibleParticipants,
  type LockedParticipant,
  lockFreeParticipants,
} from './participants-store.ts';
import { readKnownMatches } from './same-content.ts';
import { countSessionMatches } from './sessions-store.ts';
import { findByExternalRef, findPlans } from './store.ts';
import { type Results, resultsOf } from './submission-results.ts';

/** The valid matches of one request, which are stored in the same transaction. */
export interface StoreRequest {
  readonly context: WriterContext;
  readonly matches: readonly CheckedMatch[];
  readonly guard?: Guard | undefined;
}

/**
 * A check in the transaction that stores the matches, while the partner's audit chain is locked. It must send its first statement at
 * once, so that it shares the round trip of the locks.
 * @returns why the matches are rejected, or null
 */
export type Guard = (transaction: Transaction) => Promise<Problem | null>;

/** Results by match, and the requests of which nothing was stored, because they are late. */
interface Stored {
  readonly results: Results;
  readonly late: readonly StoreRequest[];
}

/**
 * Stores the matches of some requests in one transaction: locks, decides, rates, writes, answers. Appending takes two round trips.
 * @param attempt null: only matches that can be appended to the history are stored, and nothing is waited for
 * @param plan of the partner; null if several requests share the transaction
 */
export async function storeMatches(
  context: Pick<Context, 'now' | 'closureMax'>,
  transaction: Transaction,
  requests: readonly StoreRequest[],
  attempt: Attempt | null,
  plan: Plan | null,
): Promise<Stored | typeof AGAIN | typeof TOO_LARGE> {
  const now = context.now();
  const matches = requests.flatMap((request) => request.matches);
  const named = namedPlayers(matches);

  // While the chains are locked, no other transaction can add a match of these partners, so the look-ups stay valid.
  const [heads, used, sessions, plans, players, guarded, conditions] = await Promise.all([
    (attempt === null ? lockFreeChainHeads : lockChainHeads)(transaction, partnersOf(matches)),
    findByExternalRef(transaction, referencesOf(matches)),
    countSessionMatches(transaction, sessionsOf(matches)),
    findPlans(transaction, plansNamed(matches)),
    attempt === null ? lockFreeParticipants(transaction, named) : findEligibleParticipants(transaction, named),
    runGuards(transaction, requests),
    readConditions(transaction),
  ]);
  const known = await readKnownMatches(transaction, used);

  const allowed = matches.filter((match) => !guarded.has(match));
  const decisions = new Map([...guarded, ...decide(allowed, { named, players, known, sessions, plans }, now)]);
  const late = attempt === null ? lateAmong(requests, decisions, heads, freeRatings(players)) : [];
  const kept = requests.filter((request) => !late.includes(request)).flatMap((request) => request.matches);
  const accepted = acceptedOf(kept, decisions);
  if (accepted.length === 0) {
    transaction.discard();
    return { results: resultsOf(kept, decisions), late };
  }

  const rows = accepted.map(({ row }) => row);
  const changes = changesOf(rows);
  const rated =
    attempt === null
      ? await rateAppended(transaction, changes, freeRatings(players), conditions)
      : await lockAndRate(context, transaction, changes, attempt, plan);
  if (typeof rated === 'symbol') return rated;

  const events = accepted.map(({ row, actor }) => submittedEvent(row, actor, now));
  const nearby = findNearbyMatches(transaction, rows);
  const writes = [
    insertMatches(transaction, rows),
    appendAudit(transaction, heads, events),
    logMatches(
      transaction,
      rows.map((row) => ({ row })),
      rated.changes,
    ),
    writeRatedChange(transaction, rated, now),
  ];
  const reading = Promise.all([nearby, rated.unsettled ?? readUnsettled(transaction, idsOf(rows)), ...writes]);
  // An unhandled rejection would end the process. A lost connection rejects several of these promises.
  reading.catch(() => {});
  transaction.commitWithLast();
  const [found, unsettled] = await reading;

  const stored = { rows, rated: rated.rows, unsettled, nearby: found };
  return { results: resultsOf(kept, decisions, stored), late };
}

/** The matches that a guard rejects. */
async function runGuards(transaction: Transaction, requests: readonly StoreRequest[]): Promise<Decisions> {
  const rejected = requests.map(async ({ guard, matches }): Promise<[CheckedMatch, Decision][]> => {
    const problem = (await guard?.(transaction)) ?? null;
    return problem === null ? [] : matches.map((match) => [match, { status: 'rejected', problem }]);
  });
  return new Map((await Promise.all(rejected)).flat());
}

/** Runs the same steps on a snapshot. It stores and locks nothing, so a dry run of many old matches delays no other request. */
export function dryRun(context: Context, matches: readonly CheckedMatch[]): Promise<Results> {
  return inSnapshot(context.database, async (snapshot) => {
    const named = namedPlayers(matches);
    const [used, sessions, plans, players] = await Promise.all([
      findByExternalRef(snapshot, referencesOf(matches)),
      countSessionMatches(snapshot, sessionsOf(matches)),
      findPlans(snapshot, plansNamed(matches)),
      findEligibleParticipants(snapshot, named),
    ]);
    const known = await readKnownMatches(snapshot, used);
    const decisions = decide(matches, { named, players, known, sessions, plans }, context.now());
    const rows = acceptedOf(matches, decisions).map(({ row }) => row);
    const [rated, nearby] = await Promise.all([
      previewChanges(context, snapshot, changesOf(rows)),
      findNearbyMatches(snapshot, rows),
    ]);
    return resultsOf(matches, decisions, { rows, rated: rated.rows, unsettled: rated.unsettled, nearby });
  });
}

const partnersOf = (matches: readonly CheckedMatch[]): string[] =>
  [...new Set(matches.map(({ partnerId }) => partnerId))].sort();

const referencesOf = (matches: readonly CheckedMatch[]) =>
  matches.map(({ partnerId, submission }) => ({ partner_id: partnerId, external_ref: submission.external_ref }));

const acceptedOf = (matches: readonly CheckedMatch[], decisions: Decisions) =>
  matches.flatMap((match) => {
    const decision = decisions.get(match);
    return decision?.status === 'accepted' ? [{ row: decision.row, actor: match.actor }] : [];
  });

const idsOf = (rows: readonly MatchRow[]): string[] => rows.map(({ id }) => id);

/** A change of the history for each rated match. */
const changesOf = (rows: readonly MatchRow[]): HistoryChange[] =>
  rows
    .filter(isRated)
    .map((row) => ({ changed_by: row.partner_id, inserted: [ratedMatch(row)], removed: [], restarted: [] }));

const freeRatings = (players: readonly (EligibleParticipant | LockedParticipant)[]): PlayerRating[] =>
  players.flatMap((player) => ('rating' in player && player.rating) || []);

/**
 * The requests that cannot be appended: their partner or one of their players is locked by another transaction, or a match changes the
 * history. A later request that uses one of their references is late too, because the first request with a reference must keep it.
 */
function lateAmong(
  requests: readonly StoreRequest[],
  decisions: Decisions,
  heads: ReadonlyMap<string, unknown>,
  free: readonly PlayerRating[],
): readonly StoreRequest[] {
  const ratings = new CurrentRatings(free);
  const references = new Set<string>();
  return requests.filter(({ matches }) => {
    const own = matches.map(({ partnerId, submission }) => referenceKey(partnerId, submission.external_ref));
    const rows = acceptedOf(matches, decisions).map(({ row }) => row);
    const isAppended =
      matches.every(({ partnerId }) => heads.has(partnerId)) &&
      rows.every((row) => row.player_ids.every((id) => ratings.has(id))) &&
      ratings.canAppend(changesOf(rows).flatMap((change) => change.inserted));
    const isLate = !isAppended || own.some((one) => references.has(one));
    if (isLate) for (const reference of own) references.add(reference);
    return isLate;
  });
}
