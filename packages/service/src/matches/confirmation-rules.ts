import { CONFIRMATION_DAYS_MAX } from '@bandeja/contract/confirmation';
import type { Fault } from '@bandeja/contract/errors/problem';
import { parseInstant } from '@bandeja/contract/instant';
import { trustTiers } from '@bandeja/contract/match-enums';
import { pointerTo } from '@bandeja/contract/pointer';

type Json = Readonly<Record<string, unknown>>;

const DAYS_MAX_MS = CONFIRMATION_DAYS_MAX * 24 * 3_600_000;

/**
 * The faults of `confirmation` that its shape does not find. It skips values of the wrong type, and a tier that is not in the body.
 * @param now the server's clock, ms
 */
export function confirmationFaults({ confirmation, trust_tier: tier }: Json, now: number): Fault[] {
  if (typeof confirmation !== 'object' || confirmation === null || Array.isArray(confirmation)) return [];
  const { deadline, then } = confirmation as Json;
  const faults: Fault[] = [];
  if (tier !== 'player_confirmed' && (trustTiers as readonly unknown[]).includes(tier)) {
    const detail = `Only a \`player_confirmed\` match is confirmed by its players; the match is \`${tier}\`.`;
    faults.push({ pointer: pointerTo('confirmation'), code: 'conflicting', detail });
  }
  const pointer = pointerTo('confirmation', 'deadline');
  if ((then === 'complete' || then === 'void') && (deadline ?? null) === null) {
    faults.push({ pointer, code: 'required', detail: `\`"then": "${then}"\` needs a deadline.` });
  }
  const at = typeof deadline === 'string' ? parseInstant(deadline) : null;
  if (at !== null && (at <= now || at > now + DAYS_MAX_MS)) {
    const detail = `Must be after now, and at most ${CONFIRMATION_DAYS_MAX} days ahead of the server’s clock.`;
    faults.push({ pointer, code: 'out_of_range', detail });
  }
  return faults;
}
