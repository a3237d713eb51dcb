/** The plan of a night and its live state. */
import { type Api, BandejaError } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bandeja, queryClient } from '../../api.ts';
import { isOffline } from '../../parts/Fault.tsx';
import { isSuspended } from '../../problems.ts';
import { useReading } from '../../results/hooks.ts';
import { keepPlanHere, keptPlan, planKey, readerOf, readLive } from './results.ts';

/** How often a list of all rounds is read again. */
const SLOW_POLL_MS = 15_000;

async function readPlan(ref: string, signal?: AbortSignal): Promise<Api.Plan | null> {
  try {
    const plan = await bandeja().plans.get(ref, signal === undefined ? {} : { signal });
    void keepPlanHere(plan);
    return plan;
  } catch (error) {
    if (error instanceof BandejaError && error.code === 'plan_not_found') return null;
    // The live state, which is read beside it, shows its age.
    const showsKept = isOffline(error) || isSuspended(error);
    const kept = showsKept && queryClient.getQueryData(planKey(ref)) === undefined && (await keptPlan(ref));
    if (kept) return kept;
    throw error;
  }
}

/** The plan; null if the night has none yet. @param ref null: nothing is read */
export function usePlan(ref: string | null, { isPolled = false } = {}) {
  return useQuery({
    queryKey: planKey(ref ?? ''),
    queryFn: ({ signal }) => readPlan(ref ?? '', signal),
    enabled: ref !== null,
    ...(isPolled && { refetchInterval: SLOW_POLL_MS }),
  });
}

/** What changes during a night: read every five seconds while the page is visible, and at once on return to it. */
export function useLive(plan: Api.Plan) {
  const ref = plan.session_external_ref;
  const reader = readerOf(ref);
  const { night, readAt, error } = useReading(reader);
  const revision = night?.revision;
  useEffect(() => {
    if (revision !== undefined && revision > plan.revision)
      void queryClient.invalidateQueries({ queryKey: planKey(ref) });
  }, [revision, plan.revision, ref]);
  const isOld = isOffline(error) && night !== null;
  return {
    data: night ?? undefined,
    // The night is shown with its age.
    isOld,
    error: isOld ? null : error,
    dataUpdatedAt: readAt,
    refetch: () => reader.read(),
  };
}

/** Shows a changed plan at once, and makes the rest of the night read again. */
export async function keepPlan(plan: Api.Plan): Promise<void> {
  const ref = plan.session_external_ref;
  queryClient.setQueryData(planKey(ref), plan);
  void queryClient.invalidateQueries({ queryKey: ['plans'] });
  await readLive(ref);
}

export const readAgain = (ref: string): Promise<Api.Plan | null> =>
  queryClient.fetchQuery({ queryKey: planKey(ref), queryFn: () => readPlan(ref), staleTime: 0 });
