import type { Api } from '@bandeja/client';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { keepPlan } from './queries.ts';

const t = texts('console.plan.reopen_night');

interface ReopenNightProps {
  readonly plan: Pick<Api.Plan, 'session_external_ref' | 'revision'>;
  readonly onDone?: () => void;
}

export function ReopenNight({ plan: { session_external_ref: ref, revision }, onDone }: ReopenNightProps) {
  return (
    <FormAction
      changes={[]}
      title={t('title')}
      forbidden={useForbidden(needs.writeMatches)}
      onSubmit={async () => keepPlan(await bandeja().plans.reopen(ref, revision))}
      {...(onDone !== undefined && { onDone })}
    >
      <p>{t('note')}</p>
    </FormAction>
  );
}
