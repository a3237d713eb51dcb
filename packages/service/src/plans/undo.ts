import { Problem } from '@bandeja/contract/errors/problem';
import type { PartnerContext } from '../context.ts';
import { changePlan, requireRevision } from './change.ts';
import type { Night } from './night.ts';
import { readLatestVersion } from './store.ts';

/**
 * Restores a plan before its last change, under a new revision. An undone change cannot be redone, so undo again goes
 * further back.
 * @throws {Problem} `plan_not_found`; `revision_conflict`; `invalid_transition` if nothing is left to undo, or if a result would lose
 *   its round
 */
export function undoPlan(context: PartnerContext, ref: string, revision: number): Promise<Night> {
  return changePlan(context, ref, async ({ plan, results }) => {
    requireRevision(revision, plan);
    const undone = await readLatestVersion(context.database, plan.id);
    if (undone === undefined) throw new Problem('invalid_transition', 'All kept changes are undone.');
    const lost = results.lostBy(plan, undone);
    if (lost !== undefined) {
      const detail = `Round ${lost.round} has a result on court ${lost.court}. Remove the results of the round first.`;
      throw new Problem('invalid_transition', detail);
    }
    const { state, open_round, settings, rounds } = undone;
    return { content: { state, open_round, settings, rounds }, undone };
  });
}
