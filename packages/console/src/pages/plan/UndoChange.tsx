import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { type PlanChanges, undoChange } from './useChange.ts';

const t = texts('console.plan.undo_change');

/** Takes back the last change of the plan, after a confirmation. */
export function UndoChange({ change, isShort = false }: { readonly change: PlanChanges; readonly isShort?: boolean }) {
  return (
    <FormAction
      changes={[]}
      title={t('title')}
      {...(isShort && { button: t('undo') })}
      submit={t('undo')}
      forbidden={useForbidden(needs.writeMatches)}
      onSubmit={() => change.run(undoChange)}
    >
      <p>{t('note')}</p>
    </FormAction>
  );
}
