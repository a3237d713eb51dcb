import { isDeepStrictEqual } from 'node:util';
import type { PlanPatch } from '@bandeja/contract/plan-bodies';
import type { PartnerContext } from '../context.ts';
import { changePlan, requireNotClosed, requireRevision } from './change.ts';
import { type Night, redraw } from './night.ts';
import { openedRounds, type PlanSettings } from './plan-rows.ts';
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
    const idsIn = (field: 'replace' | 'join') => playerIdsOf(database, actor.partnerId, body[field] ?? [], field);
    const [replace, join] = await Promise.all([idsIn('replace'), idsIn('join')]);
    const settings = amendedSettings(plan.settings, body, { replace, join }, kept);
    refuse(settingsFaults(settings, kept, { tooMany: 'join', tooFew: 'leave' }));
    const { revision, replace: _, rank_by: __, name: ___, ...others } = body;
    if (Object.keys(others).length > 0) requireNotClosed(plan);
    requireRevision(revision, plan);
    if (!redrawsOpen && isDeepStrictEqual(settings, plan.settings)) return null;
    if (!redrawsOpen && haveSameLineups(settings, plan.settings)) return { content: { ...plan, settings } };
    return { content: await redraw(context, ref, { ...plan, settings }, kept, Math.max(opened, 1)) };
  });
}

/** The ranking and the name change no lineup, and neither does another profile under the same number. */
const haveSameLineups = (one: PlanSettings, other: PlanSettings): boolean => {
  const lineupsOf = ({ rank_by: _, name: __, players, ...rest }: PlanSettings) => ({
    ...rest,
    players: players.map(({ id: _, ...stay }) => stay),
  });
  return isDeepStrictEqual(lineupsOf(one), lineupsOf(other));
};
