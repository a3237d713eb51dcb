/** Changes of a plan. A change that meets another one is shown, and can be sent again. */
import { type Api, BandejaError } from '@bandeja/client';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { keepPlan, readAgain } from './queries.ts';

/** Sends a change of the current plan. */
type SendChange = (plan: Api.Plan) => Promise<ChangedPlan>;

type ChangedPlan = Api.Plan & Partial<Pick<Api.UndonePlan, 'undone'>>;

interface Overtaken {
  readonly before: Api.Plan;
  readonly now: Api.Plan;
  readonly send: SendChange;
}

export interface PlanChanges {
  /** Sends a change. Resolves even if another change came first: the page then shows that one. */
  readonly run: (send: SendChange) => Promise<void>;
  /** The same for a button: a fault is shown on the page. */
  readonly press: (send: SendChange) => void;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly overtaken: Overtaken | null;
  readonly sendAgain: () => void;
  readonly dismiss: () => void;
  /** The round that this tab opened, if that was the last change of the plan. */
  readonly opened: number | null;
  /** What this tab undid, if that was the last change of the plan. */
  readonly undone: Api.UndonePlan['undone'] | null;
}

export function useChange(plan: Api.Plan): PlanChanges {
  const ref = plan.session_external_ref;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const [made, setMade] = useState<{ readonly before: Api.Plan; readonly now: ChangedPlan } | null>(null);

  async function attempt(before: Api.Plan, send: SendChange): Promise<void> {
    setBusy(true);
    setError(null);
    setOvertaken(null);
    try {
      const now = await send(before);
      setMade({ before, now });
      await keepPlan(now);
    } catch (caught) {
      if (!(caught instanceof BandejaError && caught.code === 'revision_conflict')) throw caught;
      const now = await readAgain(ref);
      if (now === null) throw caught;
      setOvertaken({ before, now, send });
    } finally {
      setBusy(false);
    }
  }

  const run = (send: SendChange) => attempt(plan, send);
  const last = made?.now.revision === plan.revision ? made : null;
  const undone = last?.now.undone ?? null;
  return {
    run,
    press: (send) => void run(send).catch(setError),
    isBusy,
    error,
    overtaken,
    sendAgain: () => {
      if (overtaken !== null) void attempt(overtaken.now, overtaken.send).catch(setError);
    },
    dismiss: () => setOvertaken(null),
    opened: last !== null && undone === null ? openedBetween(last.before, last.now) : null,
    undone,
  };
}

const openRoundOf = ({ rounds }: Api.Plan): number | null =>
  rounds.find(({ state }) => state === 'open')?.round ?? null;

function openedBetween(before: Api.Plan, now: Api.Plan): number | null {
  const opened = openRoundOf(now);
  return before.state === 'open' && opened !== openRoundOf(before) ? opened : null;
}

export const openRound =
  (round: number, withoutMissing = false): SendChange =>
  ({ session_external_ref: ref }) =>
    bandeja().plans.openRound(ref, round, withoutMissing ? { withoutMissing } : {});

export const amend =
  (changes: Omit<Api.PlanAmendment, 'revision'>): SendChange =>
  ({ session_external_ref: ref, revision }) =>
    bandeja().plans.amend(ref, { revision, ...changes });

export const undoChange: SendChange = ({ session_external_ref: ref, revision }) => bandeja().plans.undo(ref, revision);
