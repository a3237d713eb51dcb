/** The plan of a night and its live state. */
import { type Api, BandejaError } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bandeja, queryClient } from '../../api.ts';

const POLL_MS = 5_000;
/** How often a closed night, or a list of all rounds, is read again. */
const SLOW_POLL_MS = 15_000;

export const planKey = (ref: string) => ['plan', ref] as const;
export const liveKey = (ref: string) => ['live', ref] as const;

const readPlan = (ref: string, signal?: AbortSignal): Promise<Api.Plan | null> =>
  bandeja()
    .plans.get(ref, signal === undefined ? {} : { signal })
    .catch((error: unknown) => {
      if (error instanceof BandejaError && error.code === 'plan_not_found') return null;
      throw error;
    });

/** The plan; null if the night has none yet. */
export function usePlan(ref: string, { isPolled = false } = {}) {
  return useQuery({
    queryKey: planKey(ref),
    queryFn: ({ signal }) => readPlan(ref, signal),
    ...(isPolled && { refetchInterval: SLOW_POLL_MS }),
  });
}

/** What changes during a night: read every five seconds while the page is visible, and at once on return to it. */
export function useLive(plan: Api.Plan) {
  const ref = plan.session_external_ref;
  const live = useQuery({
    queryKey: liveKey(ref),
    queryFn: ({ signal }) => bandeja().plans.live(ref, { signal }),
    refetchInterval: plan.state === 'closed' ? SLOW_POLL_MS : POLL_MS,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
  const revision = live.data?.revision;
  useEffect(() => {
    if (revision !== undefined && revision > plan.revision)
      void queryClient.invalidateQueries({ queryKey: planKey(ref) });
  }, [revision, plan.revision, ref]);
  return live;
}

/** Shows a changed plan at once, and makes the rest of the night read again. */
export async function keepPlan(plan: Api.Plan): Promise<void> {
  const ref = plan.session_external_ref;
  queryClient.setQueryData(planKey(ref), plan);
  void queryClient.invalidateQueries({ queryKey: ['plans'] });
  await queryClient.invalidateQueries({ queryKey: liveKey(ref) });
}

export const readAgain = (ref: string): Promise<Api.Plan | null> =>
  queryClient.fetchQuery({ queryKey: planKey(ref), queryFn: () => readPlan(ref), staleTime: 0 });
