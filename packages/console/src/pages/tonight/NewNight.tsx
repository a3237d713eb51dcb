import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { Action } from '../../parts/Action.tsx';
import { needs, useForbidden } from '../../rights.ts';

const t = texts('console.tonight.new_night');

/** The nights that changed last. */
export const latestPlans = queryOptions({
  queryKey: ['plans', 'latest'],
  queryFn: ({ signal }) => bandeja().plans.list({ limit: 100, signal }),
});

/** The first free reference of today, such as `night-2026-03-05` or `night-2026-03-05-2`. */
function freeReference(taken: readonly string[]): string {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  const base = `night-${day.join('-')}`;
  let ref = base;
  for (let count = 2; taken.includes(ref); count += 1) ref = `${base}-${count}`;
  return ref;
}

/** Opens the page of a night that has no plan yet. */
export function NewNight() {
  const navigate = useNavigate();
  const forbidden = useForbidden(needs.writeMatches);
  // An older night is never in the way: its reference contains another day.
  const latest = useQuery(latestPlans);
  return (
    <Action
      className="main"
      forbidden={forbidden}
      disabled={latest.data === undefined}
      onClick={() => {
        const taken = latest.data?.data.map(({ session_external_ref: ref }) => ref) ?? [];
        void navigate({ to: '/tonight/$ref', params: { ref: freeReference(taken) } });
      }}
    >
      {t('start')}
    </Action>
  );
}
