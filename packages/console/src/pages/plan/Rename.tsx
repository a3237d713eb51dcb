import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { amend, type PlanChanges } from './useChange.ts';

const t = texts('console.plan.rename');

interface RenameProps {
  readonly plan: Api.Plan;
  readonly change: PlanChanges;
}

export function Rename({ plan, change }: RenameProps) {
  return (
    <FormAction
      title={t('title')}
      button={t('rename')}
      submit={t('save')}
      changes={[]}
      forbidden={useForbidden(needs.writeMatches)}
      onSubmit={(values) => change.run(amend({ name: textOf(values, 'name') ?? null }))}
    >
      <Field
        label={t('title')}
        hint={t('hint')}
        name="name"
        defaultValue={plan.name ?? ''}
        maxLength={80}
        autoComplete="off"
        autoFocus
      />
    </FormAction>
  );
}
