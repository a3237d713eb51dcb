import { lockChainHeads } from '../../store/audit.ts';
import type { Transaction } from '../../store/engine/database.ts';
import type { GateMode } from '../../store/ledger/gate.ts';
import type { MatchRow, MatchRowWithNames } from '../../store/matches/match-rows.ts';
import { amendMatchRow, lockMatch, readMatch } from '../../store/matches/matches.ts';
import { findEligibleParticipants } from '../../store/matches/participants.ts';
import { amendedEvent, appendAudit, auditedFacts } from '../audit/index.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { isRated, ratedMatch } from '../ratings/index.ts';
import { applyHistoryChange, takeOut, withHistoryGate } from '../settlement/index.ts';
import { type EligiblePlayer, eligibleFour } from './new-match.ts';
import type { AmendmentBody } from './schemas.ts';
import type { OwnMatchView } from './shapes.ts';
import { type NamedParticipant, readSubmission, type Submission } from './submission.ts';
import { matchView } from './view.ts';

/**
 * Amends one of the caller's matches: it becomes what it would be had it been submitted so at first, its place in the
 * history and every rating included. Its id and its status stay. An amendment that changes nothing leaves no trace.
 * @throws {Problem} `match_not_found`; `invalid_transition` for a voided match; `revision_conflict`; `invalid_body` when the
 *   match as amended breaks a rule; `participant_not_eligible` for a newly named player who may not be submitted.
 */
export async function amendMatch(
  context: Context,
  caller: Caller,
  matchId: string,
  amendment: AmendmentBody,
): Promise<OwnMatchView> {
  return withHistoryGate(context.database, [caller.partnerId], async (transaction, gate) => {
    const heads = await lockChainHeads(transaction, [caller.partnerId]);
    const locked = await lockMatch(transaction, caller.partnerId, matchId);
    const before = await readMatch(transaction, caller.partnerId, matchId);
    if (locked === undefined || before === undefined) throw new Problem('match_not_found');
    const now = context.now();
    const submission = readAmended(before, amendment, now);
    checkAmendable(before, amendment.revision ?? null);
    const after = await amendedRow(transaction, before, submission);
    const event = amendedEvent(before, after, `key:${caller.keyId}`, now);
    if (event === null) return matchView(before);
    await amendMatchRow(transaction, before, after);
    await appendAudit(transaction, heads, [event]);
    await changeHistory(context, transaction, gate, before, after);
    const row = await readMatch(transaction, caller.partnerId, matchId);
    if (row === undefined) throw new Error(`the match ${matchId} was locked and is gone`);
    return matchView(row);
  });
}

function checkAmendable(match: MatchRow, revision: number | null): void {
  if (match.status === 'voided') {
    const detail = 'The match is voided; a voided match cannot be amended.';
    throw new Problem('invalid_transition', detail, { extensions: { match_status: match.status } });
  }
  if (revision !== null && revision !== match.revision) {
    throw new Problem('revision_conflict', undefined, { extensions: { revision: match.revision } });
  }
}

/** The match as amended, judged like any submission: what an amendment leaves out still has to fit to what it changes. */
function readAmended(before: MatchRow, { revision: _, ...fields }: AmendmentBody, now: number): Submission {
  const read = readSubmission({ ...submissionBodyOf(before), ...fields }, now);
  if (!read.isValid) throw new Problem('invalid_body', undefined, { faults: read.faults });
  return read.submission;
}

async function amendedRow(
  transaction: Transaction,
  before: MatchRowWithNames,
  { participants, ...facts }: Submission,
): Promise<MatchRow> {
  const players = await playersOf(transaction, before, participants);
  const {
    names: _names,
    rated_player_ids: _rated,
    shown_before: _before,
    shown_after: _after,
    is_settling: _settling,
    ...row
  } = before;
  return { ...row, ...facts, revision: before.revision + 1, player_ids: players.map((player) => player.id) };
}

/** The match as a submission would say it. */
function submissionBodyOf(row: MatchRow): Record<string, unknown> {
  const { status: _, ...facts } = auditedFacts(row);
  return facts;
}

/** The four players; those who are in the match already are not asked for their eligibility again. */
async function playersOf(
  transaction: Transaction,
  before: MatchRowWithNames,
  participants: Submission['participants'],
): Promise<readonly EligiblePlayer[]> {
  const present = ({ profile_id: id, username }: NamedParticipant): EligiblePlayer | undefined => {
    const name = before.names.find((one) => (id === null ? one.username === username : one.id === id));
    return name?.id == null ? undefined : { ...name, id: name.id };
  };
  const found = participants.map(present);
  const asked = participants.flatMap((named, slot) => (found[slot] === undefined ? [{ ...named, slot }] : []));
  if (asked.length > 0) {
    const eligible = await findEligibleParticipants(
      transaction,
      asked.map(({ profile_id, username }) => ({ partner_id: before.partner_id, player_id: profile_id, username })),
    );
    for (const player of eligible) found[asked[player.asked]?.slot ?? 0] = player;
  }
  const four = eligibleFour(found);
  if (four instanceof Problem) throw four;
  return four;
}

/** Takes the match out of the rated history as it was and puts it in as it is, if the model is given anything new. */
async function changeHistory(
  context: Context,
  transaction: Transaction,
  gate: GateMode,
  before: MatchRow,
  after: MatchRow,
): Promise<void> {
  const inserted = isRated(after) ? ratedMatch(after) : null;
  const given = isRated(before) ? ratedMatch(before) : null;
  const isGivenAnew = JSON.stringify(inserted) !== JSON.stringify(given);
  const removed = isGivenAnew && given !== null ? await takeOut(transaction, gate, before.id) : undefined;
  const change = {
    inserted: isGivenAnew && inserted !== null ? [inserted] : [],
    removed: removed === undefined ? [] : [removed],
  };
  // Whatever was amended, the histories of those who were in it and of those who are show it.
  const touched = before.status === 'completed' ? [...before.player_ids, ...after.player_ids] : [];
  await applyHistoryChange(context, transaction, gate, change, touched);
}
