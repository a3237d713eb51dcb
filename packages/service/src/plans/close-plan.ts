import { Problem } from '@bandeja/contract/errors/problem';
import { lockChainHeads } from '../audit/store.ts';
import type { PartnerContext } from '../context.ts';
import type { MatchRow } from '../history/match-row.ts';
import { confirmMatch } from '../matches/transitions.ts';
import { notFound } from '../validation/not-found.ts';
import { changePlan, requireRevision } from './change.ts';
import { type Night, readNight } from './night.ts';
import { openedRounds } from './plan-rows.ts';
import { deletePlanRow } from './store.ts';

/**
 * Closes a night, so that it takes no more results, and then confirms the pending results, except disputed ones. Idempotent: repeat
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
 * Opens a closed night again, with the round that was open last. A night that was closed before its first round is planned again.
 * @throws {Problem} `plan_not_found`; `invalid_transition` if it is not closed; `revision_conflict`
 */
export function reopenPlan(context: PartnerContext, ref: string, revision: number): Promise<Night> {
  return changePlan(context, ref, async ({ plan }) => {
    if (plan.state !== 'closed') throw new Problem('invalid_transition', 'The night is not closed.');
    requireRevision(revision, plan);
    const open_round = openedRounds(plan.rounds) || null;
    return { content: { ...plan, state: open_round === null ? 'planned' : 'open', open_round } };
  });
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
