import type { Api } from '@bandeja/client';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { keepPlan } from './queries.ts';

const t = texts({
  title: ['Open the night again', 'Volver a abrir la noche', 'Abrir a noite de novo'],
  note: [
    'You can then enter and correct results. Links that entered scores do so again until they expire.',
    'Podrás anotar y corregir resultados. Los enlaces que anotaban vuelven a anotar hasta que caduquen.',
    'Pode então registar e corrigir resultados. Os links que registavam voltam a registar até expirarem.',
  ],
});

interface ReopenNightProps {
  readonly plan: Pick<Api.Plan, 'session_external_ref' | 'revision'>;
  readonly onDone?: () => void;
}

export function ReopenNight({ plan: { session_external_ref: ref, revision }, onDone }: ReopenNightProps) {
  return (
    <FormAction
      changes={[]}
      title={t.title}
      forbidden={useForbidden(needs.writeMatches)}
      onSubmit={async () => keepPlan(await bandeja().plans.reopen(ref, revision))}
      {...(onDone !== undefined && { onDone })}
    >
      <p>{t.note}</p>
    </FormAction>
  );
}
