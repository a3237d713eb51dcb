import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { nightTitle } from '../../night/words.ts';
import { Form } from '../../parts/Action.tsx';
import { latestPlans } from '../tonight/NewNight.tsx';

const t = texts('console.plan.as_last_time');

/** Takes the players and the settings of the last night. */
export function AsLastTime({ onTake }: { readonly onTake: (plan: Api.Plan) => void }) {
  const { data } = useQuery(latestPlans);
  const last = data?.data.find(({ state }) => state !== 'planned');
  if (last === undefined) return null;
  return (
    <Form
      changes={[]}
      submit={t('take', { night: nightTitle(last.name, last.started_at) })}
      onSubmit={() => bandeja().plans.get(last.session_external_ref)}
      onDone={onTake}
    />
  );
}
