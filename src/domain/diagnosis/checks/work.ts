import { setTimeout as sleep } from 'node:timers/promises';
import { readLedgerState } from '../../../store/ledger/ledger-state.ts';
import { listTaskRows } from '../../../store/tasks.ts';
import { getSettlementState } from '../../ledger/index.ts';
import { type Check, type CheckSubject, fine, lengthText, problem, warning } from '../check.ts';

const SETTLING_LONG_S = 3_600;
/** A settlement that is due begins sooner. */
const BEGINS_WITHIN_MS = 1_500;

/** Whether ratings become final. */
export const settlement: Check = {
  code: 'settlement',
  async look(context) {
    const { run, unsettled_ms: unsettledMs } = await readLedgerState(context.database);
    const advice = 'Look for “a step of the settlement failed” in the log.';
    const values = { ...(await getSettlementState(context)) };
    if (run !== null) {
      const seconds = Math.max(0, unsettledMs ?? 0) / 1000;
      const text = `Ratings have been settling for ${lengthText(seconds)}: the run has read ${run.matches_read} matches.`;
      return seconds > SETTLING_LONG_S ? warning(text, advice, values) : fine(text, values);
    }
    if (!(await isLeftLying(context))) return fine('Ratings are final, or will be in a moment.', values);
    return problem('A settlement is due, and no process has begun it.', advice, values);
  },
};

async function isLeftLying({ database }: CheckSubject): Promise<boolean> {
  const isDue = async (): Promise<boolean> => {
    const { run, next, settler } = await readLedgerState(database);
    return run === null && next !== null && next.due_at === null && settler === null;
  };
  if (!(await isDue())) return false;
  await sleep(BEGINS_WITHIN_MS);
  return isDue();
}

const RECENT_MS = 7 * 86_400_000;
const TASKS_LOOKED_AT = 50;

/** Tasks of the operator that failed and were not repeated. */
export const tasks: Check = {
  code: 'tasks',
  async look({ database, now }) {
    const rows = await listTaskRows(database, { limit: TASKS_LOOKED_AT, offset: 0, after: null });
    const newest = new Map(rows.toReversed().map((row) => [row.kind, row]));
    const failed = [...newest.values()].find(
      ({ state, created_at }) => state === 'failed' && created_at > now() - RECENT_MS,
    );
    if (failed === undefined) return fine('No task of the last week has failed.');
    return warning(
      `The task ${failed.kind} failed ${lengthText((now() - (failed.ended_at ?? failed.created_at)) / 1000)} ago.`,
      `See why: bandeja tasks show ${failed.id}. Then start it again.`,
      { id: failed.id, kind: failed.kind, code: failed.error_code },
    );
  },
};
