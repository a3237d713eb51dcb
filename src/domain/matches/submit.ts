import { type ChainHead, lockChainHeads } from '../../store/audit.ts';
import type { Transaction } from '../../store/database.ts';
import type { GateMode } from '../../store/gate.ts';
import type { ParticipantName } from '../../store/match-rows.ts';
import { findByExternalRef, insertMatches } from '../../store/matches.ts';
import { type AskedParticipant, findEligibleParticipants } from '../../store/participants.ts';
import type { LedgerRow } from '../../store/ratings.ts';
import { appendAudit } from '../audit/index.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { applyHistoryChange, isRated, ratedMatch, withHistoryGate } from '../ratings/index.ts';
import { submittedEvent } from './audit-events.ts';
import { type EligiblePlayers, type NewMatch, newMatch } from './new-match.ts';
import { type NamedParticipant, readSubmission, type Submission } from './submission.ts';
import { matchView, type OwnMatchView } from './view.ts';

/** One match on its way in: who sends it, and the JSON value as it came. */
export interface SubmissionRequest {
  readonly caller: Pick<Caller, 'partnerId' | 'keyId'>;
  readonly body: unknown;
}

export type SubmissionResult =
  | { readonly status: 'created'; readonly match: OwnMatchView }
  | { readonly status: 'duplicate'; readonly existing_match_id: string }
  | { readonly status: 'rejected'; readonly problem: Problem };

export interface SubmissionOptions {
  /** All checks and the same answer, but nothing is stored. */
  readonly dryRun?: boolean;
}

/** A submission that reads well, with its place in the list that was sent. */
interface Candidate {
  readonly index: number;
  readonly partnerId: string;
  readonly keyId: string;
  readonly submission: Submission;
}

type Verdict =
  | Exclude<SubmissionResult, { status: 'created' }>
  | { readonly status: 'accepted'; readonly match: NewMatch };

/** Rolls a dry run back and carries its answers out of the transaction. */
class DryRunDone extends Error {
  readonly results: ReadonlyMap<number, SubmissionResult>;

  constructor(results: ReadonlyMap<number, SubmissionResult>) {
    super('a dry run stores nothing');
    this.results = results;
  }
}

/**
 * Stores a list of submissions in one transaction and rates those that complete at once. Each stands alone: one that is
 * rejected, or whose `external_ref` was used before (also earlier in the list), never holds back the others. The list may
 * mix partners.
 * @returns one result per request, in the order given; when this resolves, what was created is on the disk.
 */
export async function submitMatches(
  context: Context,
  requests: readonly SubmissionRequest[],
  options: SubmissionOptions = {},
): Promise<SubmissionResult[]> {
  const now = context.now();
  const results = new Map<number, SubmissionResult>();
  const candidates: Candidate[] = [];
  for (const [index, { caller, body }] of requests.entries()) {
    const read = readSubmission(body, now);
    if (read.isValid) candidates.push({ index, ...caller, submission: read.submission });
    else results.set(index, { status: 'rejected', problem: new Problem('invalid_body', undefined, read) });
  }
  if (candidates.length > 0) {
    for (const [index, result] of await storeCandidates(context, candidates, now, options)) results.set(index, result);
  }
  return requests.map((_, index) => {
    const result = results.get(index);
    if (result === undefined) throw new Error(`submission ${index} was not answered`);
    return result;
  });
}

async function storeCandidates(
  context: Context,
  candidates: readonly Candidate[],
  now: number,
  options: SubmissionOptions,
): Promise<ReadonlyMap<number, SubmissionResult>> {
  try {
    return await withHistoryGate(context.database, async (transaction, gate) => {
      const results = await storeInTransaction(transaction, gate, candidates, now);
      if (options.dryRun) throw new DryRunDone(results);
      return results;
    });
  } catch (error) {
    if (error instanceof DryRunDone) return error.results;
    throw error;
  }
}

async function storeInTransaction(
  transaction: Transaction,
  gate: GateMode,
  candidates: readonly Candidate[],
  now: number,
): Promise<Map<number, SubmissionResult>> {
  // From here on nobody else adds a match of these partners, so that what is looked up next stays true.
  const heads = await lockChainHeads(transaction, [...new Set(candidates.map(({ partnerId }) => partnerId))].sort());
  const verdicts = await judge(transaction, candidates, now);
  const accepted = candidates.flatMap((candidate) => {
    const verdict = verdicts.get(candidate.index);
    return verdict?.status === 'accepted' ? [{ ...candidate, match: verdict.match }] : [];
  });
  const ledger = await write(transaction, gate, accepted, heads, now);
  const results = new Map<number, SubmissionResult>();
  for (const [index, verdict] of verdicts) {
    results.set(index, verdict.status === 'accepted' ? created(verdict.match, ledger) : verdict);
  }
  return results;
}

/** Decides each candidate in the order sent: used before, then a participant who may not play, else accepted. */
async function judge(
  transaction: Transaction,
  candidates: readonly Candidate[],
  now: number,
): Promise<Map<number, Verdict>> {
  const used = new Map<string, string>();
  const keyOf = (partnerId: string, ref: string): string => `${partnerId} ${ref}`;
  const asked = candidates.map((one) => ({ partner_id: one.partnerId, external_ref: one.submission.external_ref }));
  for (const row of await findByExternalRef(transaction, asked))
    used.set(keyOf(row.partner_id, row.external_ref), row.id);
  const players = await findPlayers(transaction, candidates);
  const verdicts = new Map<number, Verdict>();
  for (const { index, partnerId, submission } of candidates) {
    const key = keyOf(partnerId, submission.external_ref);
    const existing = used.get(key);
    if (existing !== undefined) {
      verdicts.set(index, { status: 'duplicate', existing_match_id: existing });
      continue;
    }
    const made = newMatch(partnerId, submission, players, now);
    if (made instanceof Problem) {
      verdicts.set(index, { status: 'rejected', problem: made });
      continue;
    }
    used.set(key, made.row.id);
    verdicts.set(index, { status: 'accepted', match: made });
  }
  return verdicts;
}

/** Looks up all participants of all candidates in one statement, each asked for once. */
async function findPlayers(transaction: Transaction, candidates: readonly Candidate[]): Promise<EligiblePlayers> {
  const asked = new Map<string, AskedParticipant>();
  for (const { partnerId, submission } of candidates) {
    for (const { profile_id, username } of submission.participants) {
      const key = playerKey(partnerId, { profile_id, username });
      asked.set(key, { partner_id: partnerId, player_id: profile_id, username });
    }
  }
  const keys = [...asked.keys()];
  const players = new Map<string, ParticipantName & { readonly id: string }>();
  for (const found of await findEligibleParticipants(transaction, [...asked.values()])) {
    players.set(keys[found.asked] ?? '', { id: found.id, username: found.username, display_name: found.display_name });
  }
  return (partnerId, named) => players.get(playerKey(partnerId, named));
}

/** A username may look like an id, so the key says which of the two it is. */
const playerKey = (partnerId: string, { profile_id: id, username }: NamedParticipant): string =>
  `${partnerId} ${id === null ? 'username' : 'id'} ${id ?? username}`;

async function write(
  transaction: Transaction,
  gate: GateMode,
  accepted: readonly (Candidate & { readonly match: NewMatch })[],
  heads: ReadonlyMap<string, ChainHead>,
  now: number,
): Promise<Map<string, LedgerRow>> {
  if (accepted.length === 0) return new Map();
  const rows = accepted.map(({ match }) => match.row);
  await insertMatches(transaction, rows);
  await appendAudit(
    transaction,
    heads,
    accepted.map(({ match, keyId }) => submittedEvent(match.row, keyId, now)),
  );
  return applyHistoryChange(transaction, gate, { inserted: rows.filter(isRated).map(ratedMatch), removed: [] });
}

function created(match: NewMatch, ledger: ReadonlyMap<string, LedgerRow>): SubmissionResult {
  const rated = ledger.get(match.row.id);
  return {
    status: 'created',
    match: matchView({
      ...match.row,
      names: match.names,
      rated_player_ids: rated?.player_ids ?? null,
      shown_before: rated?.shown_before ?? null,
      shown_after: rated?.shown_after ?? null,
    }),
  };
}
