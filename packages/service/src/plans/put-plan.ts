import { randomBytes } from 'node:crypto';
import type { PlanPut } from '@bandeja/contract/plan-bodies';
import { pointerTo } from '@bandeja/contract/pointer';
import { lockChainHeads } from '../audit/store.ts';
import type { PartnerContext } from '../context.ts';
import { REST_BYTES, timeOrderedUuid } from '../runtime/time-ordered-uuid.ts';
import { changePlan, requireNotClosed, requireRevision, revised, revisionConflict } from './change.ts';
import { type Night, redraw } from './night.ts';
import { MINUTE_MS, openedRounds, type PlanContent, type PlanRow } from './plan-rows.ts';
import { PlanResults } from './results.ts';
import { settingsFaults, stayFault } from './rules.ts';
import { playerIdsOf, refuse, renumbered, settingsOf } from './settings.ts';
import { insertPlan, readPlan } from './store.ts';

interface PutPlan {
  readonly isNew: boolean;
  readonly night: Night;
}

/**
 * Plans a night, or replaces its plan. Opened rounds stay; all later ones are drawn again.
 * @throws {Problem} `invalid_body`, `plan_not_found`, `revision_conflict`, `invalid_transition`, `participant_not_eligible`
 */
export async function putPlan(
  context: PartnerContext,
  ref: string,
  body: PlanPut,
  { dryRun }: { readonly dryRun: boolean },
): Promise<PutPlan> {
  const sent = settingsOf(ref, body, []);
  refuse([
    ...sent.players.flatMap((player, index) => stayFault(pointerTo('players', index, 'until_round'), player)),
    ...settingsFaults(sent, 0),
  ]);
  if (body.revision != null) return replacePlan(context, ref, body, body.revision, dryRun);
  const { database, actor, now } = context;
  const existing = await readPlan(database, actor.partnerId, ref);
  if (existing !== undefined) throw revisionConflict(null, existing.revision);
  const settings = settingsOf(ref, body, await playerIdsOf(database, actor.partnerId, body.players, 'players'));
  const content: PlanContent = { state: 'planned', open_round: null, settings, rounds: [] };
  const created = {
    id: timeOrderedUuid(7, now(), randomBytes(REST_BYTES)),
    partner_id: actor.partnerId,
    session_external_ref: ref,
    revision: 0,
    created_at: now(),
    changed_at: now(),
  };
  const plan = revised(context, created, await redraw(context, ref, content, 0, 1));
  if (!dryRun && !(await insert(context, plan))) {
    const winner = await readPlan(database, actor.partnerId, ref);
    throw revisionConflict(null, winner?.revision ?? 1);
  }
  return { isNew: true, night: { plan, results: new PlanResults([]) } };
}

function insert({ database }: PartnerContext, plan: PlanRow): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [, isInserted] = await Promise.all([
      lockChainHeads(transaction, [plan.partner_id]),
      insertPlan(transaction, plan),
    ]);
    return isInserted;
  });
}

async function replacePlan(
  context: PartnerContext,
  ref: string,
  body: PlanPut,
  revision: number,
  dryRun: boolean,
): Promise<PutPlan> {
  const { database, actor } = context;
  let tried: Night | undefined;
  const night = await changePlan(context, ref, async ({ plan, results }) => {
    const kept = openedRounds(plan.rounds);
    const ids = await playerIdsOf(database, actor.partnerId, body.players, 'players');
    const settings = renumbered(plan.settings, settingsOf(ref, body, ids), kept);
    refuse(settingsFaults(settings, kept));
    requireNotClosed(plan);
    requireRevision(revision, plan);
    const content = await redraw(context, ref, { ...plan, settings }, kept, Math.max(kept, 1));
    tried = { plan: revised(context, plan, content), results };
    return dryRun ? null : { content };
  });
  return { isNew: false, night: dryRun && tried !== undefined ? tried : night };
}

/** How many whole rounds end before the courts are lost. The open round comes first, even if it takes longer than planned. */
export function roundsThatFit({ settings, rounds, open_round }: PlanContent, now: number): number | null {
  const { minutes_per_round: minutes, ends_at: end } = settings;
  if (minutes === null || end === null) return null;
  const opened = open_round === null ? null : (rounds[open_round - 1]?.opened_at ?? null);
  const from = opened === null ? now : Math.max(now, opened + minutes * MINUTE_MS);
  return Math.max(Math.floor((end - from) / (minutes * MINUTE_MS)), 0);
}
