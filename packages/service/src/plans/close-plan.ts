import { Problem } from '@bandeja/contract/errors/problem';
import { lockChainHeads } from '../audit/store.ts';
import type { PartnerContext } from '../context.ts';
import type { MatchRow } from '../history/match-row.ts';
import { confirmMatch } from '../matches/transitions.ts';
import { notFound } from '../validation/not-found.ts';
import { changePlan } from './change.ts';
import { type Night, readNight } from './night.ts';
import { deletePlanRow } from './store.ts';

/**
 * Closes a night, so that links enter nothing more, and then confirms the pending results, except disputed ones. Idempotent: repeat
 * an interrupted call.
 * @throws {Problem} `plan_not_found`
 */
export async function closePlan(context: PartnerContext, ref: string): Promise<Night> {
  await changePlan(context, ref, async ({ plan }) =>
    plan.state === 'closed' ? null : { content: { ...plan, state: 'closed', open_round: null } },
  );
  const { results } = await readNight(context.database, context.actor.partnerId, ref);
  for (const { result } of results.entered()) {
    if (result.status !== 'pending') continue;
    await confirmMatch(context, result.id, undefined, isUndisputed).catch(ignoreVoided);
  }
  return readNight(context.database, context.actor.partnerId, ref);
}

const isUndisputed = (match: MatchRow): boolean => match.confirmation_state !== 'disputed';

/** A result that was voided at the same time needs no confirmation. */
function ignoreVoided(error: unknown): void {
  if (!(error instanceof Problem && error.code === 'invalid_transition')) throw error;
}

/**
 * Deletes a plan. Its matches stay.
 * @throws {Problem} `plan_not_found`
 */
export function deletePlan({ database, actor: { partnerId } }: PartnerContext, ref: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const [, isDeleted] = await Promise.all([
      lockChainHeads(transaction, [partnerId]),
      deletePlanRow(transaction, partnerId, ref),
    ]);
    if (!isDeleted) throw notFound('plan_not_found', ref);
  });
}
