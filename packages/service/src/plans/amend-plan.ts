import { isDeepStrictEqual } from 'node:util';
import type { PlanPatch } from '@bandeja/contract/plan-bodies';
import type { PartnerContext } from '../context.ts';
import { changePlan, requireNotClosed, requireRevision } from './change.ts';
import { type Night, redraw } from './night.ts';
import { openedRounds } from './plan-rows.ts';
import { settingsFaults } from './rules.ts';
import { amendedSettings, playerIdsOf, refuse } from './settings.ts';

/**
 * Latecomers, leavers, lost courts: draws all rounds again that were not opened, and with `redraw_open` the open one.
 * @throws {Problem} `plan_not_found`, `invalid_body`, `revision_conflict`, `invalid_transition`, `participant_not_eligible`
 */
export function amendPlan(context: PartnerContext, ref: string, body: PlanPatch): Promise<Night> {
  const { database, actor } = context;
  return changePlan(context, ref, async ({ plan, results }) => {
    const opened = openedRounds(plan.rounds);
    const redrawsOpen = body.redraw_open === true && opened > 0 && !results.inRound(opened);
    const kept = redrawsOpen ? opened - 1 : opened;
    const ids = await playerIdsOf(database, actor.partnerId, body.join ?? [], 'join');
    const settings = amendedSettings(plan.settings, body, ids, kept);
    refuse(settingsFaults(settings, kept, { tooMany: 'join', tooFew: 'leave' }));
    requireNotClosed(plan);
    requireRevision(body.revision, plan);
    if (!redrawsOpen && isDeepStrictEqual(settings, plan.settings)) return null;
    // The ranking changes no lineup.
    const sameLineups = { ...settings, rank_by: plan.settings.rank_by };
    if (!redrawsOpen && isDeepStrictEqual(sameLineups, plan.settings)) return { content: { ...plan, settings } };
    return { content: await redraw(context, ref, { ...plan, settings }, kept, Math.max(opened, 1)) };
  });
}
