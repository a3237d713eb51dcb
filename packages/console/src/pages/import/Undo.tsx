import type { ReactNode } from 'react';
import { fill, texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { Progress } from '../../parts/Figures.tsx';
import { Tile } from '../../parts/Page.tsx';
import { RunState } from '../../parts/RunState.tsx';
import { needs, useForbidden } from '../../rights.ts';
import type { Undoing } from './undoing.ts';

const t = texts({
  undo: ['Undo this import', 'Deshacer esta importación', 'Desfazer esta importação'],
  undoNote: [
    'This voids the {n} {n|match|matches} that this import stored, for good. Players stay registered.',
    'Anula para siempre {n|el partido|los partidos} de esta importación ({n}). Los jugadores siguen registrados.',
    'Anula para sempre {n|o encontro|os encontros} desta importação ({n}). Os jogadores continuam registados.',
  ],
  reason: ['Reason', 'Motivo', 'Motivo'],
  leave: [
    'Matches are still being voided. Leave anyway? The others stay stored.',
    'Aún se están anulando partidos. ¿Salir de todos modos? Los demás siguen guardados.',
    'Ainda se estão a anular encontros. Sair mesmo assim? Os outros continuam guardados.',
  ],
  voiding: ['Undoing the import', 'Deshaciendo la importación', 'A desfazer a importação'],
  stopping: ['Stopping', 'Parando', 'A parar'],
  stopped: ['Undo stopped', 'Se paró de deshacer', 'Parou de desfazer'],
  failed: ['Not all matches were voided', 'No se anularon todos los partidos', 'Nem todos os encontros foram anulados'],
  done: ['Undone', 'Deshecha', 'Desfeita'],
  progress: [
    '{voided} of {total} matches are voided',
    '{voided} de {total} partidos anulados',
    '{voided} de {total} encontros anulados',
  ],
  rest: [
    'The others stay stored. You can undo them later.',
    'Los demás siguen guardados. Puedes deshacerlos más tarde.',
    'Os outros continuam guardados. Pode desfazê-los mais tarde.',
  ],
  missing: [
    '{n} {n|match was|matches were} not found. Is this the result file of another club, or of the sandbox?',
    'No se {n|encontró|encontraron} {n} {n|partido|partidos}. ¿Es el archivo de resultados de otro club o del entorno de pruebas?',
    'Não {n|foi encontrado|foram encontrados} {n} {n|encontro|encontros}. É o ficheiro de resultados de outro clube ou do ambiente de testes?',
  ],
  next: [
    'To import the corrected file, choose it and store its rows again under new references.',
    'Para importar el archivo corregido, elígelo y guarda sus filas con referencias nuevas.',
    'Para importar o ficheiro corrigido, escolha-o e guarde as linhas com referências novas.',
  ],
});

interface UndoActionProps {
  /** How many matches it voids. */
  readonly count: number;
  readonly onUndo: (reason: string) => void;
}

/** Undoes an import after a confirmation. */
export function UndoAction({ count, onUndo }: UndoActionProps) {
  return (
    <FormAction
      title={t.undo}
      className="danger"
      isDangerous
      forbidden={useForbidden(needs.writeMatches)}
      changes={[]}
      onSubmit={async (values) => onUndo(textOf(values, 'reason') ?? '')}
    >
      <p>{fill(t.undoNote, { n: count })}</p>
      <Field label={t.reason} name="reason" required maxLength={200} autoFocus />
    </FormAction>
  );
}

/** The question before the page is left during an undo. */
export const leaveQuestion: string = t.leave;

interface UndoProgressProps {
  readonly undoing: Undoing;
  /** Buttons for afterwards. */
  readonly children: ReactNode;
}

/** The progress of an undo. */
export function UndoProgress({ undoing, children }: UndoProgressProps) {
  const { state, voided, missing, total } = undoing;
  return (
    <Tile title={t[state]}>
      <Progress label={t[state]} done={voided} total={total} text={fill(t.progress, { voided, total })} />
      <RunState
        run={undoing}
        isBusy={undoing.isBusy}
        stoppedNote={t.rest}
        note={
          <>
            {missing > 0 && (
              <p className="warn" role="alert">
                {fill(t.missing, { n: missing })}
              </p>
            )}
            {state === 'done' && missing < total && <p role="status">{t.next}</p>}
          </>
        }
      >
        {!undoing.isBusy && children}
      </RunState>
    </Tile>
  );
}
