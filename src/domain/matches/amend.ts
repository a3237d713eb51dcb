import type { Transaction } from '../../store/engine/database.ts';
import type { MatchRow, MatchRowWithNames } from '../../store/matches/match-rows.ts';
import { amendMatchRow } from '../../store/matches/matches.ts';
import { findEligibleParticipants } from '../../store/matches/participants.ts';
import { amendedEvent, auditActor, auditedFacts } from '../audit/events.ts';
import type { PartnerContext } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import type { MatchAmendment } from './bodies.ts';
import { changeMatch } from './change-match.ts';
import { eligibleFour } from './judge.ts';
import type { OwnMatchView } from './shapes.ts';
import { type NamedParticipant, readSubmission, type Submission } from './submission.ts';

/**
 * Amends one of the caller's matches: it becomes what it would be had it been submitted so at first, its place in the
 * history and every rating included. Its id and its status stay. An amendment that changes nothing leaves no trace.
 * @throws {Problem} `match_not_found`; `invalid_transition` for a voided match; `revision_conflict`; `invalid_body` when the
 *   match as amended breaks a rule; `participant_not_eligible` for a newly named player who may not be submitted.
 */
export function amendMatch(context: PartnerContext, matchId: string, amendment: MatchAmendment): Promise<OwnMatchView> {
  return changeMatch(context, matchId, async (transaction, before, now) => {
    const submission = readAmended(before, amendment, now);
    checkAmendable(before, amendment.revision ?? null);
    const after = await amendedRow(transaction, before, submission);
    const event = amendedEvent(before, after, auditActor(context.actor), now);
    return event && { after, event, write: (writing) => amendMatchRow(writing, before, after) };
  });
}

/** The match as amended, judged like any submission: what an amendment leaves out still has to fit to what it changes. */
function readAmended(before: MatchRow, { revision: _, ...fields }: MatchAmendment, now: number): Submission {
  const { status: __, ...facts } = auditedFacts(before);
  const read = readSubmission({ ...facts, ...fields }, now);
  if (read instanceof Problem) throw read;
  return read;
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

/** The four players. Eligibility is asked of those only who are not in the match already; an erased one is named by its id. */
async function playersOf(
  transaction: Transaction,
  before: MatchRowWithNames,
  participants: readonly NamedParticipant[],
): Promise<readonly { readonly id: string }[]> {
  const found = participants.map(({ profile_id: named, username }): { readonly id: string } | undefined => {
    const id = named ?? before.names.find((one) => one.username === username)?.id;
    return id != null && before.player_ids.includes(id) ? { id } : undefined;
  });
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
