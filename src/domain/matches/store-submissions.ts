import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type ChainHead, lockChainHeads } from '../../store/audit.ts';
import type { Transaction } from '../../store/engine/database.ts';
import { inSnapshot } from '../../store/engine/snapshot.ts';
import { type GateMode, throughGate } from '../../store/ledger/gate.ts';
import type { PlayerRatingRow } from '../../store/ledger/ratings.ts';
import { insertMatches } from '../../store/matches/insert-matches.ts';
import type { MatchRow } from '../../store/matches/match-rows.ts';
import { findEligibleParticipants, lockEligibleParticipants } from '../../store/matches/participants.ts';
import { appendAudit, submittedEvent } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { isRated, type RatedMatch, ratedMatch, shownAround } from '../ratings/index.ts';
import {
  type Appended,
  type AppliedChange,
  applyHistoryChange,
  foreseeHistoryChange,
  NO_CHANGE,
  rateAppended,
  writeAppended,
} from '../settlement/index.ts';
import { type Candidate, judge, type Verdict } from './judge.ts';
import type { NewMatch } from './new-match.ts';
import type { OwnMatchView } from './shapes.ts';
import { matchView } from './view.ts';

/** Matches. More are judged and rated in one turn of the event loop and stored in another: a hundred take ten ms and more. */
const ONE_TURN_MATCHES = 25;

export type SubmissionResult =
  | { readonly status: 'created'; readonly match: OwnMatchView }
  | Exclude<Verdict, { status: 'accepted' }>;

/** By the candidate's index. */
export type Results = ReadonlyMap<number, SubmissionResult>;

/** What one request has sent: stored as a whole or set aside as a whole. */
type OneRequest = readonly Candidate[];

export interface StoredSubmissions {
  /** One for each candidate that was not set aside. */
  readonly results: Results;
  /** Lists of which nothing was stored, because they change history: they need the gate alone, behind this transaction. */
  readonly aside: ReadonlySet<OneRequest>;
}

/**
 * Judges candidates, and stores and rates those that are accepted, in one transaction.
 * @param gate with `shared`, lists that change history are set aside; with `exclusive` none is.
 */
export function storeSubmissions(
  context: Context,
  lists: readonly OneRequest[],
  gate: GateMode,
  now: number,
): Promise<StoredSubmissions> {
  const candidates = lists.flat();
  const partnerIds = [...new Set(candidates.map(({ partnerId }) => partnerId))].sort();
  const stored = throughGate(context.database, gate, async (transaction) => {
    // Once the chains are locked nobody else adds a match of these partners, so that what is looked up next stays true. The
    // statements run in this order, though none waits here for the one before.
    const [heads, { verdicts, participants }] = await Promise.all([
      lockChainHeads(transaction, partnerIds),
      judge(transaction, candidates, (asked) => lockEligibleParticipants(transaction, asked), now),
    ]);
    const judged: Judged = { verdicts, participants, heads, now };
    const { kept, aside, storing, appended } =
      gate === 'shared' ? planAppending(lists, judged) : planAlone(candidates, judged);
    const outcome = (applied: AppliedChange): StoredSubmissions => ({
      results: answers(kept, verdicts, applied),
      aside,
    });
    if (storing.rows.length === 0) throw new NothingToStore(outcome(NO_CHANGE));
    if (appended !== null && storing.rows.length > ONE_TURN_MATCHES) await letOthersIn();
    return outcome(
      appended === null
        ? await storeAlone(context, transaction, storing)
        : await storeAppended(transaction, storing, appended),
    );
  });
  return stored.catch((error: unknown) => {
    if (error instanceof NothingToStore) return error.outcome;
    throw error;
  });
}

/** Thrown to roll a transaction back that has only taken locks: to commit them would wait for the disk. */
class NothingToStore extends Error {
  override readonly name = 'NothingToStore';
  readonly outcome: StoredSubmissions;

  constructor(outcome: StoredSubmissions) {
    super('nothing is to be stored');
    this.outcome = outcome;
  }
}

/** The same on a snapshot, and nothing is stored: it locks nothing, so that trying out a file of old matches holds nobody up. */
export function foreseeSubmissions(context: Context, candidates: readonly Candidate[], now: number): Promise<Results> {
  return inSnapshot(context.database, async (snapshot) => {
    const { verdicts } = await judge(snapshot, candidates, (asked) => findEligibleParticipants(snapshot, asked), now);
    const rows = acceptedOf(candidates, verdicts).map(({ match }) => match.row);
    const partnerIds = [...new Set(rows.map((row) => row.partner_id))];
    return answers(candidates, verdicts, await foreseeHistoryChange(context, snapshot, ratedOf(rows), partnerIds));
  });
}

type Accepted = Candidate & { readonly match: NewMatch };

function acceptedOf(candidates: readonly Candidate[], verdicts: ReadonlyMap<number, Verdict>): Accepted[] {
  return candidates.flatMap((candidate) => {
    const verdict = verdicts.get(candidate.index);
    return verdict?.status === 'accepted' ? [{ ...candidate, match: verdict.match }] : [];
  });
}

const ratedOf = (rows: readonly MatchRow[]): RatedMatch[] => rows.filter(isRated).map(ratedMatch);

/** Those whose completed matches these are, without being rated for them. */
const playersOfUnrated = (rows: readonly MatchRow[]): string[] =>
  rows.filter((row) => row.status === 'completed' && !isRated(row)).flatMap((row) => row.player_ids);

/** What a transaction knows before it writes anything. */
interface Judged {
  readonly verdicts: ReadonlyMap<number, Verdict>;
  /** The ratings of the players, which are locked. */
  readonly participants: readonly PlayerRatingRow[];
  readonly heads: ReadonlyMap<string, ChainHead>;
  readonly now: number;
}

/** What is stored. */
interface Storing extends Judged {
  readonly accepted: readonly Accepted[];
  /** Those of the accepted, in their order. */
  readonly rows: readonly MatchRow[];
}

function storingOf(candidates: readonly Candidate[], judged: Judged): Storing {
  const accepted = acceptedOf(candidates, judged.verdicts);
  return { ...judged, accepted, rows: accepted.map(({ match }) => match.row) };
}

/** What of the candidates is stored by a transaction, and how. */
interface Plan {
  /** All that are answered by it, accepted or not. */
  readonly kept: readonly Candidate[];
  readonly aside: ReadonlySet<OneRequest>;
  readonly storing: Storing;
  /** The accepted, rated; null where that is left to the one that holds the gate alone. */
  readonly appended: Appended | null;
}

const planAlone = (kept: readonly Candidate[], judged: Judged): Plan => ({
  kept,
  aside: new Set(),
  storing: storingOf(kept, judged),
  appended: null,
});

/** Sets lists aside that have a match which does not come after all that its players have played so far. */
function planAppending(lists: readonly OneRequest[], judged: Judged): Plan {
  const kept = lists.flat();
  const storing = storingOf(kept, judged);
  const appended = rateAppended(ratedOf(storing.rows), judged.participants);
  if (!('late' in appended)) return { kept, aside: new Set(), storing, appended };
  const aside = changingHistory(lists, judged.verdicts, appended.late);
  const rest = planAppending(
    lists.filter((list) => !aside.has(list)),
    judged,
  );
  return { ...rest, aside: aside.union(rest.aside) };
}

/**
 * The lists with these late matches, and behind each of them those with a reference of it: whoever sends a reference first
 * keeps it, also when it is the late one.
 */
function changingHistory(
  lists: readonly OneRequest[],
  verdicts: ReadonlyMap<number, Verdict>,
  late: ReadonlySet<string>,
): Set<OneRequest> {
  const references = new Set<string>();
  const changing = new Set<OneRequest>();
  for (const list of lists) {
    const keys = list.map(({ partnerId, submission }) => `${partnerId} ${submission.external_ref}`);
    const isLate = list.some(({ index }) => {
      const verdict = verdicts.get(index);
      return verdict?.status === 'accepted' && late.has(verdict.match.row.id);
    });
    if (!isLate && !keys.some((key) => references.has(key))) continue;
    changing.add(list);
    for (const key of keys) references.add(key);
  }
  if (changing.size === 0) throw new Error('none of the requests has the late match');
  return changing;
}

/** What has come in meanwhile is taken up first: that is polled for between the end of this turn and the end of the next. */
async function letOthersIn(): Promise<void> {
  await endOfTurn();
  await endOfTurn();
}

/** Stores what was rated already: one round trip, COMMIT included. */
async function storeAppended(transaction: Transaction, storing: Storing, appended: Appended): Promise<AppliedChange> {
  const { rows } = storing;
  // Sent one behind the other: what is rated is stored by then. Each of these throws at once what it cannot send, so that
  // COMMIT does not go out without it.
  const stored = storeRows(transaction, storing);
  const written = writeAppended(transaction, appended, playersOfUnrated(rows));
  transaction.conclude();
  const [applied] = await Promise.all([written, ...stored]);
  return applied;
}

/** The same for whatever holds the gate alone, so that it may also change history. */
async function storeAlone(context: Context, transaction: Transaction, storing: Storing): Promise<AppliedChange> {
  const { rows } = storing;
  await Promise.all(storeRows(transaction, storing));
  const change = { inserted: ratedOf(rows), removed: [] };
  return applyHistoryChange(context, transaction, 'exclusive', change, playersOfUnrated(rows));
}

/** The matches and their audit trail. */
function storeRows(transaction: Transaction, { accepted, rows, heads, now }: Storing): Promise<unknown>[] {
  const events = accepted.map(({ match, keyId }) => submittedEvent(match.row, `key:${keyId}`, now));
  return [insertMatches(transaction, rows), appendAudit(transaction, heads, events)];
}

function answers(
  candidates: readonly Candidate[],
  verdicts: ReadonlyMap<number, Verdict>,
  applied: AppliedChange,
): Results {
  const results = new Map<number, SubmissionResult>();
  for (const { index } of candidates) {
    const verdict = verdicts.get(index);
    if (verdict === undefined) throw new Error(`candidate ${index} was not judged`);
    results.set(index, verdict.status === 'accepted' ? created(verdict.match, applied) : verdict);
  }
  return results;
}

function created({ row, names }: NewMatch, applied: AppliedChange): SubmissionResult {
  return {
    status: 'created',
    match: matchView({
      ...row,
      names,
      ...shownAround(applied.rows.get(row.id)),
      is_settling: applied.unsettled.has(row.id),
    }),
  };
}
