/** The setup that a person changes, and how it is saved over the plan that it was read from. */
import type { Api } from '@bandeja/client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bandeja, queryClient } from '../../api.ts';
import { type Draft, settled, setupOf, submissionOf } from './draft.ts';
import { clubNow, readDraft, storeDraft } from './kept-draft.ts';
import { keepPlan } from './queries.ts';
import { planKey } from './results.ts';

interface Saving {
  /** Whether round 1 is opened after that. */
  readonly isStart: boolean;
  /** The revision of the plan that is replaced; null if there is none. */
  readonly revision: number | null;
}

export function useDraft(ref: string, plan: Api.Plan | null) {
  // Null follows the plan, which others change too.
  const [own, setOwn] = useState<Draft | null>(() => readDraft(ref));
  // Until the first change.
  const [isKept, setKept] = useState(own !== null);
  useEffect(() => storeDraft(ref, own), [ref, own]);
  const { draft, body, isChanged, ...setup } = setupOf(own, plan, clubNow());

  const saving = useMutation({
    async mutationFn({ isStart, revision }: Saving) {
      if (isChanged) {
        const now = await bandeja().plans.put(ref, { ...submissionOf(draft, clubNow()), revision });
        await keepPlan(now);
        // Later changes stay.
        setOwn((later) => (later === null || later === own ? null : { ...later, revision: now.revision }));
      } else {
        setOwn((later) => (later === own ? null : later));
      }
      if (isStart) await keepPlan(await bandeja().plans.openRound(ref, 1));
    },
    onError: () => queryClient.invalidateQueries({ queryKey: planKey(ref) }),
  });
  const revision = plan?.revision ?? null;
  const isOvertaken = setup.isOvertaken && !saving.isPending;
  return {
    draft,
    body,
    change(part: Partial<Draft>) {
      setKept(false);
      setOwn(settled({ ...draft, ...part }));
    },
    /** Whether the draft of a new night was begun before the page was opened. */
    isKept: isKept && plan === null,
    isChanged,
    isBusy: saving.isPending,
    /** Someone else saved the plan after this draft was read from it. */
    isOvertaken,
    error: isOvertaken ? null : saving.error,
    save: (isStart: boolean) => saving.mutate({ isStart, revision: plan === null ? null : draft.revision }),
    saveOver: () => saving.mutate({ isStart: false, revision }),
    discard: () => {
      setKept(false);
      saving.reset();
      setOwn(null);
    },
  };
}
