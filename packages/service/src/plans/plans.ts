/** Reading plans. */
import type { PlanState } from '@bandeja/contract/plan-enums';
import type { Plan, PlanSummary } from '@bandeja/contract/plans';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { PartnerContext } from '../context.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import { type Night, readNight, readPeople } from './night.ts';
import { listPlanRows, type PlanKey } from './store.ts';
import { planView, summaryView } from './view.ts';

/** @throws {Problem} `plan_not_found` */
export function getPlan(context: PartnerContext, ref: string): Promise<Plan> {
  const { partnerId } = context.actor;
  return inSnapshot(context.database, async (snapshot) => {
    const night = await readNight(snapshot, partnerId, ref);
    const people = await readPeople(snapshot, partnerId, night.plan.settings);
    return planView(night, people, context.language, context.now());
  });
}

/** A night that was just changed, as the response shows it. */
export async function shownPlan(context: PartnerContext, night: Night): Promise<Plan> {
  const people = await readPeople(context.database, context.actor.partnerId, night.plan.settings);
  return planView(night, people, context.language, context.now());
}

/** The caller's plans, newest change first. @param state null: all */
export function listPlans(
  context: PartnerContext,
  state: PlanState | null,
  page: Page<PlanKey>,
): Promise<PageOf<PlanSummary, PlanKey>> {
  return readPage(
    page,
    (batch) => listPlanRows(context.database, context.actor.partnerId, state, batch),
    summaryView,
    ({ changed_at, session_external_ref }) => ({ changed_at, session_external_ref }),
  );
}
