import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { type PlanChanges, undoChange } from './useChange.ts';

const t = texts({
  undo: ['Undo', 'Deshacer', 'Desfazer'],
  title: ['Undo the last change', 'Deshacer el último cambio', 'Desfazer a última alteração'],
  note: [
    'Takes back the last change of the plan: an opened round, a latecomer, a swap. Results stay.',
    'Anula el último cambio del plan: una ronda abierta, alguien que llegó tarde, un intercambio. Los resultados se quedan.',
    'Anula a última alteração do plano: uma ronda aberta, alguém que chegou tarde, uma troca. Os resultados ficam.',
  ],
});

/** Takes back the last change of the plan, after a confirmation. */
export function UndoChange({ change, isShort = false }: { readonly change: PlanChanges; readonly isShort?: boolean }) {
  return (
    <FormAction
      changes={[]}
      title={t.title}
      {...(isShort && { button: t.undo })}
      submit={t.undo}
      forbidden={useForbidden(needs.writeMatches)}
      onSubmit={() => change.run(undoChange)}
    >
      <p>{t.note}</p>
    </FormAction>
  );
}
