import { Problem } from '@bandeja/contract/errors/problem';
import { type MatchAmendment, SESSION_MATCHES_MAX } from '@bandeja/contract/match-bodies';
import type { MatchViewWithWarnings } from '@bandeja/contract/matches';
import type { Transaction } from '@bandeja/postgres/database';
import { auditedFacts } from '../audit/events.ts';
import type { WriterContext } from '../context.ts';
import type { MatchRow, ShownMatchRow } from '../history/match-row.ts';
import { matchView } from '../history/match-view.ts';
import { type ChangeQueue, changeHistory } from '../ledger/with-players.ts';
import { amendedMatch, writeAmended } from './amended-match.ts';
import { eligibleFour, fullSession } from './decide.ts';
import { findNearbyMatches } from './nearby-store.ts';
import { lockOwnMatch, rateMatchChanges, readLockedMatch, unchanged } from './own-match.ts';
import { findEligibleParticipants } from './participants-store.ts';
import { countSessionMatches } from './sessions-store.ts';
import type { Guard } from './store-matches.ts';
import { type NamedParticipant, readSubmission, type Submission } from './submission.ts';
import { warningsOf } from './warnings.ts';

/**
 * Amends one of the caller's matches. All ratings, and the match's place in the history, become the same as if the match had
 * been submitted in its new form at first. The id and the status stay. An amendment that changes nothing leaves no trace.
 * @param guard may reject the amendment while the match is locked
 * @throws {Problem} `match_not_found`; `invalid_transition` for a voided match; `revision_conflict`; `invalid_body` if the
 *   amended match breaks a rule; `participant_not_eligible` for a newly named player who may not be submitted.
 */
export function amendMatch(
  context: WriterContext,
  matchId: string,
  amendment: MatchAmendment,
  queue?: ChangeQueue,
  guard?: Guard,
): Promise<MatchViewWithWarnings> {
  return changeHistory(context, queue, async (transaction, attempt) => {
    const { heads, match } = await lockOwnMatch(transaction, context.actor.partnerId, matchId, guard);
    const at = context.now();
    // First: what the caller has not seen may be why the amended match breaks a rule.
    checkAmendable(match, amendment);
    const submission = readAmended(match, amendment, at);
    const facts = await amendedRow(transaction, match, submission);
    const amended = amendedMatch(context.actor, match, facts, at, amendment.confirmation);
    if (amended === null) {
      const warnings = warningsOf(facts, await findNearbyMatches(transaction, [facts]));
      return { ...unchanged(transaction, match), warnings };
    }

    const { after } = amended;
    await requireRoom(transaction, match, after);
    const rated = await rateMatchChanges(context, transaction, attempt, [{ before: match, after }]);
    if (typeof rated === 'symbol') return rated;

    const [nearby] = await Promise.all([
      findNearbyMatches(transaction, [after]),
      writeAmended(context, transaction, heads, [amended], rated, at),
    ]);
    return { ...matchView(await readLockedMatch(transaction, match)), warnings: warningsOf(after, nearby) };
  });
}

/** Merges the amendment into the match and validates the result like a submission. Unchanged fields must fit the new ones. */
function readAmended(before: MatchRow, { revision: _, ...fields }: MatchAmendment, now: number): Submission {
  // The stored terms are kept or dropped, but not validated again: their deadline may have passed.
  const { status: __, confirmation: ___, ...facts } = auditedFacts(before);
  const read = readSubmission({ ...facts, ...fields }, now);
  if (read instanceof Problem) throw read;
  return read;
}

function checkAmendable(match: MatchRow, { revision, confirmation }: MatchAmendment): void {
  const extensions = { match_status: match.status };
  if (match.status === 'voided') {
    throw new Problem('invalid_transition', 'The match is voided; a voided match cannot be amended.', { extensions });
  }
  if (confirmation !== undefined && match.trust_tier === 'player_confirmed' && match.status !== 'pending') {
    const detail = 'The match is completed, so its players confirm nothing more. Leave `confirmation` out.';
    throw new Problem('invalid_transition', detail, { extensions });
  }
  if (revision != null && revision !== match.revision) {
    const detail = `You sent revision ${revision}, but the match is at revision ${match.revision}. Read it again, then repeat the change.`;
    throw new Problem('revision_conflict', detail, { extensions: { revision: match.revision } });
  }
}

/** @throws {Problem} `invalid_body` if the match moves to a session that is full */
async function requireRoom(transaction: Transaction, before: MatchRow, after: MatchRow): Promise<void> {
  const { partner_id, session_external_ref } = after;
  if (session_external_ref === null || session_external_ref === before.session_external_ref) return;
  const [session] = await countSessionMatches(transaction, [{ partner_id, session_external_ref }]);
  if (session !== undefined && session.matches >= SESSION_MATCHES_MAX) throw fullSession();
}

async function amendedRow(
  transaction: Transaction,
  before: ShownMatchRow,
  { participants, ...facts }: Submission,
): Promise<MatchRow> {
  const players = await playersAmong(transaction, before, participants);
  return { ...before, ...facts, revision: before.revision + 1, player_ids: players.map((player) => player.id) };
}

/**
 * The four players of the amended match. A player who is already in the match need not be eligible. An erased player can only be
 * named by id.
 */
async function playersAmong(
  transaction: Transaction,
  before: ShownMatchRow,
  participants: readonly NamedParticipant[],
): Promise<readonly { readonly id: string }[]> {
  const found = participants.map(({ profile_id: named, username }): { readonly id: string } | undefined => {
    const id = named ?? before.names.find((one) => one.username === username)?.id;
    return id != null && before.player_ids.includes(id) ? { id } : undefined;
  });
  const missing = participants.flatMap((named, slot) => (found[slot] === undefined ? [{ ...named, slot }] : []));
  if (missing.length > 0) {
    const eligible = await findEligibleParticipants(
      transaction,
      missing.map(({ profile_id, username }) => ({ partner_id: before.partner_id, player_id: profile_id, username })),
    );
    for (const player of eligible) found[missing[player.ref_index]?.slot ?? 0] = player;
  }
  const four = eligibleFour(found, participants);
  if (four instanceof Problem) throw four;
  return four;
}
