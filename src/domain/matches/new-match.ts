import type { MatchRow, ParticipantName } from '../../store/matches/match-rows.ts';
import { type Fault, Problem } from '../errors/index.ts';
import { pointerTo } from '../faults/index.ts';
import { matchId } from './match-id.ts';
import { repeatedPlayer } from './rules.ts';
import type { NamedParticipant, Submission } from './submission.ts';

export type EligiblePlayer = ParticipantName & { readonly id: string };

/** Finds the player whom a partner means, or undefined if the partner may not submit such a player. */
export type EligiblePlayers = (partnerId: string, named: NamedParticipant) => EligiblePlayer | undefined;

/** A match about to be stored, and the names of its players in the order sent. */
export interface NewMatch {
  readonly row: MatchRow;
  readonly names: readonly EligiblePlayer[];
}

/**
 * Makes the row of a submission whose participants are known by now.
 * @param now the instant of its creation, ms.
 * @returns the match, or why it is refused: `participant_not_eligible`, or `invalid_body` when one player stands in two
 *   places under an id and a username.
 */
export function newMatch(
  partnerId: string,
  submission: Submission,
  players: EligiblePlayers,
  now: number,
): NewMatch | Problem {
  const { participants, ...facts } = submission;
  const names = eligibleFour(participants.map((named) => players(partnerId, named)));
  if (names instanceof Problem) return names;
  const isPending = facts.trust_tier === 'player_confirmed';
  const row: MatchRow = {
    id: matchId(partnerId, facts.external_ref, facts.played_at),
    partner_id: partnerId,
    status: isPending ? 'pending' : 'completed',
    revision: 1,
    ...facts,
    player_ids: names.map((player) => player.id),
    created_at: now,
    completed_at: isPending ? null : now,
    voided_at: null,
    void_reason: null,
  };
  return { row, names };
}

/**
 * The four players of a match, if they may all play and are four.
 * @param found the players whom the participants name, in their order; undefined for one who may not be submitted.
 */
export function eligibleFour(found: readonly (EligiblePlayer | undefined)[]): readonly EligiblePlayer[] | Problem {
  const missing = found.flatMap((player, index) => (player === undefined ? [notEligible(index)] : []));
  if (missing.length > 0) return new Problem('participant_not_eligible', undefined, { faults: missing });
  const players = found.flatMap((player) => player ?? []);
  const repeated = repeatedFaults(players);
  return repeated.length > 0 ? new Problem('invalid_body', undefined, { faults: repeated }) : players;
}

function notEligible(index: number): Fault {
  const detail = 'Must be a player who is public, created by you, or on one of your rosters.';
  return { pointer: pointerTo('participants', index), code: 'participant_not_eligible', detail };
}

function repeatedFaults(players: readonly EligiblePlayer[]): Fault[] {
  return players.flatMap((player, index) => {
    const first = players.findIndex((other) => other.id === player.id);
    return first === index ? [] : [repeatedPlayer(index, first)];
  });
}
