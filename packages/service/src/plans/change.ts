import { Problem } from '@bandeja/contract/errors/problem';
import { lockChainHeads } from '../audit/store.ts';
import type { PartnerContext } from '../context.ts';
import { type Night, readNight } from './night.ts';
import type { PlanContent, PlanRow, PlanVersionRow } from './plan-rows.ts';
import { PlanResults } from './results.ts';
import { deleteVersion, insertVersion, readResults, updatePlan } from './store.ts';

/** How often a change is computed again because a result or another change came first. */
const ATTEMPTS_MAX = 5;

/** A changed plan; with `undone`, the revision that it goes back to. */
interface PlanChange {
  readonly content: PlanContent;
  readonly undone?: PlanVersionRow;
}

/**
 * Changes a plan. The change is computed without a lock, because a draw takes up to a second, and stored only if neither the plan nor
 * a result that it would drop has changed in the meantime; else it is computed again.
 * @param change returns null if there is nothing to change; must refuse a revision that is not the current one
 * @throws {Problem} `overloaded` if others keep changing it
 */
export async function changePlan(
  context: PartnerContext,
  ref: string,
  change: (night: Night) => Promise<PlanChange | null>,
): Promise<Night> {
  const { database, actor } = context;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const night = await readNight(database, actor.partnerId, ref);
    const changed = await change(night);
    if (changed === null) return night;
    const plan = revised(context, night.plan, changed.content);
    if (await store(context, night.plan, plan, changed.undone)) return { ...night, plan };
  }
  throw new Problem('overloaded', 'The plan keeps changing. Try again.');
}

export const revised = (
  { now }: PartnerContext,
  before: Omit<PlanRow, keyof PlanContent>,
  content: PlanContent,
): PlanRow => ({ ...before, ...content, revision: before.revision + 1, changed_at: now() });

/** @returns false if another change or a result came first */
function store(
  { database }: PartnerContext,
  before: PlanRow,
  after: PlanRow,
  undone: PlanVersionRow | undefined,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    // Results are stored under the lock of the audit chain, so none can come between this read and the end of the transaction.
    const [, rows] = await Promise.all([
      lockChainHeads(transaction, [before.partner_id]),
      readResults(transaction, before),
    ]);
    const isOvertaken = new PlanResults(rows).lostBy(before, after) !== undefined;
    if (isOvertaken || !(await updatePlan(transaction, before.revision, after))) {
      transaction.discard();
      return false;
    }
    await (undone === undefined ? insertVersion(transaction, before) : deleteVersion(transaction, undone));
    return true;
  });
}

/** @throws {Problem} `revision_conflict` unless the sent revision is the current one */
export function requireRevision(sent: number | null, { revision }: Pick<PlanRow, 'revision'>): void {
  if (sent !== revision) throw revisionConflict(sent, revision);
}

export function revisionConflict(sent: number | null, current: number): Problem {
  const detail = `You sent ${sent === null ? 'no revision' : `revision ${sent}`}, but the plan is at revision ${current}. Read it again, then repeat the change.`;
  return new Problem('revision_conflict', detail, { extensions: { revision: current } });
}

/** @throws {Problem} `invalid_transition` */
export function requireNotClosed({ state }: Pick<PlanRow, 'state'>): void {
  if (state === 'closed') throw closedNight();
}

export const closedNight = (): Problem => new Problem('invalid_transition', 'The night is closed. Reopen it first.');
