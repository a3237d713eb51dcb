/** The participants of a row, as far as the partner may submit them. */
import type { ImportProblem } from '@bandeja/contract/import-rows';
import { pointerTo } from '@bandeja/contract/pointer';
import { notEligible } from '../matches/decide.ts';
import type { ParticipantRef } from '../matches/participants-store.ts';
import { repeatedPlayer } from '../matches/rules.ts';
import type { PlayerPlan } from './players.ts';
import type { ReadMatch } from './read-row.ts';

/** A participant as far as the partner may submit it. */
export interface Slot {
  readonly sent: string;
  readonly id: string | null;
  /** The username, or what was sent. */
  readonly name: string;
  readonly problem: 'participant_not_eligible' | 'unknown_player_key' | 'player_refused' | null;
}

/** The players that rows name by id or username, without duplicates. */
export function participantsOf(partnerId: string, matches: readonly ReadMatch[]): ParticipantRef[] {
  const named = matches.flatMap(({ submission, keys }) =>
    submission.participants.flatMap(({ profile_id: player_id, username }, slot) =>
      keys[slot] == null ? [{ partner_id: partnerId, player_id, username }] : [],
    ),
  );
  return [...new Map(named.map((ref) => [nameOf(ref), ref])).values()];
}

export const nameOf = (ref: Omit<ParticipantRef, 'partner_id'> | undefined): string =>
  ref?.player_id == null ? `username ${ref?.username}` : `id ${ref.player_id}`;

export function slotOfKey(key: string, plan: PlayerPlan | undefined): Slot {
  if (plan === undefined) return { sent: key, id: null, name: key, problem: 'unknown_player_key' };
  if (plan.state === 'refused' && plan.hiddenId !== null)
    return { sent: key, id: plan.hiddenId, name: plan.username ?? key, problem: 'participant_not_eligible' };
  if (plan.state === 'refused') return { sent: key, id: null, name: plan.username ?? key, problem: 'player_refused' };
  return { sent: key, id: plan.id, name: plan.username, problem: null };
}

/** Why the players of a row cannot play a match. */
export function playerProblems(slots: readonly Slot[]): ImportProblem[] {
  const found = slots.flatMap((slot, index): ImportProblem[] => {
    const values = { sent: slot.sent };
    if (slot.problem === 'player_refused') {
      const detail = `The player with the key “${slot.sent}” was refused.`;
      return [{ pointer: pointerTo('participants', index, 'player'), code: slot.problem, detail, values }];
    }
    if (slot.problem === null) return [];
    const { code, detail, pointer = '' } = notEligible(slot, index);
    return [{ pointer, code, detail, values }];
  });
  if (found.length > 0) return found;
  return slots.flatMap(({ id, sent }, index): ImportProblem[] => {
    const first = slots.findIndex((other) => other.id === id);
    if (first === index) return [];
    const { code, detail, pointer = '' } = repeatedPlayer(index, first);
    return [{ pointer, code, detail, values: { sent } }];
  });
}
