import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { amend, type PlanChanges } from './useChange.ts';

const t = texts({
  title: ['Name of the night', 'Nombre de la noche', 'Nome da noite'],
  rename: ['Rename', 'Cambiar el nombre', 'Mudar o nome'],
  hint: ['Without one, its day', 'Sin nombre, su día', 'Sem nome, o seu dia'],
  save: ['Save', 'Guardar', 'Guardar'],
});

interface RenameProps {
  readonly plan: Api.Plan;
  readonly change: PlanChanges;
}

export function Rename({ plan, change }: RenameProps) {
  return (
    <FormAction
      title={t.title}
      button={t.rename}
      submit={t.save}
      changes={[]}
      forbidden={useForbidden(needs.writeMatches)}
      onSubmit={(values) => change.run(amend({ name: textOf(values, 'name') ?? null }))}
    >
      <Field
        label={t.title}
        hint={t.hint}
        name="name"
        defaultValue={plan.name ?? ''}
        maxLength={80}
        autoComplete="off"
        autoFocus
      />
    </FormAction>
  );
}
