import type { ReactNode } from 'react';
import { fill, texts } from '../../language.ts';
import { Progress } from '../../parts/Figures.tsx';
import { Tile } from '../../parts/Page.tsx';
import { RunState } from '../../parts/RunState.tsx';
import type { Undoing } from './undoing.ts';

const t = texts({
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
  next: [
    'To import the corrected file, choose it and store its rows again under new references.',
    'Para importar el archivo corregido, elígelo y guarda sus filas con referencias nuevas.',
    'Para importar o ficheiro corrigido, escolha-o e guarde as linhas com referências novas.',
  ],
});

interface UndoProgressProps {
  readonly undoing: Undoing;
  /** Buttons for afterwards. */
  readonly children: ReactNode;
}

/** The progress of an undo. */
export function UndoProgress({ undoing, children }: UndoProgressProps) {
  const { state, voided, total } = undoing;
  return (
    <Tile title={t[state]}>
      <Progress label={t[state]} done={voided} total={total} text={fill(t.progress, { voided, total })} />
      <RunState
        run={undoing}
        isBusy={undoing.isBusy}
        stoppedNote={t.rest}
        note={state === 'done' && <p role="status">{t.next}</p>}
      >
        {!undoing.isBusy && children}
      </RunState>
    </Tile>
  );
}
