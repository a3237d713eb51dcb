import type { ReactNode } from 'react';
import { fill, texts } from '../../language.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Progress } from '../../parts/Figures.tsx';
import { Tile } from '../../parts/Page.tsx';
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
  stop: ['Stop', 'Parar', 'Parar'],
});

interface UndoProgressProps {
  readonly undoing: Undoing;
  /** Buttons for afterwards. */
  readonly children: ReactNode;
}

/** How far an undo has come. */
export function UndoProgress({ undoing, children }: UndoProgressProps) {
  const { state, voided, total, error } = undoing;
  return (
    <Tile title={t[state]}>
      <Progress label={t[state]} done={voided} total={total} text={fill(t.progress, { voided, total })} />
      {state === 'failed' && <Fault error={error} />}
      {(state === 'stopped' || state === 'failed') && <p className="warn">{t.rest}</p>}
      {state === 'done' && <p role="status">{t.next}</p>}
      <div className="actions">
        {undoing.isBusy ? (
          <button type="button" disabled={state === 'stopping'} onClick={() => undoing.stop()}>
            {t.stop}
          </button>
        ) : (
          children
        )}
      </div>
    </Tile>
  );
}
