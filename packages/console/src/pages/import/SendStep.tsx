import { conflictsOf } from '@bandeja/importer/conflicts';
import type { RowName } from '@bandeja/importer/rows';
import { WarningCounter } from '@bandeja/importer/warnings';
import { Link } from '@tanstack/react-router';
import { useEffect, useReducer, useState } from 'react';
import { texts } from '../../language.ts';
import { Counts } from '../../parts/Figures.tsx';
import { Tile } from '../../parts/Page.tsx';
import { ResultFile } from '../../parts/ResultFile.tsx';
import { RunState, useLeaveQuestion } from '../../parts/RunState.tsx';
import type { Checked, SendChoices } from './CheckStep.tsx';
import { Conflicts } from './Conflicts.tsx';
import { faultText } from './labels.ts';
import { Groups, RowsProgress, WarningGroups } from './parts.tsx';
import { type Question, Sending } from './sending.ts';
import { leaveQuestion, UndoAction, UndoProgress } from './Undo.tsx';

const t = texts({
  sending: ['Sending', 'Enviando', 'A enviar'],
  stopping: ['Stopping after the batch in flight', 'Parando tras el lote en curso', 'A parar após o lote em curso'],
  stopped: ['Stopped', 'Parado', 'Parado'],
  stoppedNote: [
    'Continue here, or choose the same file again later in this tab: no match is stored twice.',
    'Sigue aquí, o elige más tarde el mismo archivo en esta pestaña: ningún partido se guarda dos veces.',
    'Continue aqui, ou escolha mais tarde o mesmo ficheiro neste separador: nenhum encontro é guardado duas vezes.',
  ],
  failed: ['Not all rows were sent', 'No se enviaron todas las filas', 'Nem todas as linhas foram enviadas'],
  done: ['Imported', 'Importado', 'Importado'],
  leave: [
    'The file is still being sent. Leave anyway? The rows that were sent stay stored.',
    'El archivo aún se está enviando. ¿Salir de todos modos? Las filas enviadas quedan guardadas.',
    'O ficheiro ainda está a ser enviado. Sair mesmo assim? As linhas enviadas ficam guardadas.',
  ],
  created: ['Matches stored', 'Partidos guardados', 'Encontros guardados'],
  duplicates: ['Stored before', 'Guardados antes', 'Guardados antes'],
  registered: ['Players registered', 'Jugadores registrados', 'Jogadores registados'],
  rejected: ['Rows left out', 'Filas fuera', 'Linhas de fora'],
  conflicts: ['Conflicts', 'Conflictos', 'Conflitos'],
  voidedRows: ['Voided before', 'Anulados antes', 'Anulados antes'],
  faults: ['Rows that were left out', 'Filas que se dejaron fuera', 'Linhas que ficaram de fora'],
  warnings: ['Warnings', 'Avisos', 'Avisos'],
  reportNote: [
    'It lists what happened to each row. Keep it: this page undoes the import if you choose the file here later.',
    'Indica qué pasó con cada fila. Guárdalo: si lo eliges aquí más tarde, esta página deshace la importación.',
    'Indica o que aconteceu a cada linha. Guarde-o: se o escolher aqui mais tarde, esta página desfaz a importação.',
  ],
  asked: [
    'Check these rows before they are sent',
    'Comprueba estas filas antes de enviarlas',
    'Verifique estas linhas antes de as enviar',
  ],
  askedNote: [
    'Their players are now registered, so the service could check their scores.',
    'Sus jugadores ya están registrados, así que el servicio pudo comprobar sus marcadores.',
    'Os seus jogadores já estão registados, por isso o serviço pôde verificar os resultados.',
  ],
  sendThem: ['Send them', 'Enviarlas', 'Enviá-las'],
  leaveThem: ['Leave them out', 'Dejarlas fuera', 'Deixá-las de fora'],
  another: ['Import another file', 'Importar otro archivo', 'Importar outro ficheiro'],
  nights: ['To the nights', 'A las noches', 'Para as noites'],
});

interface SendStepProps {
  readonly file: File;
  readonly checked: Checked;
  readonly options: SendChoices;
  readonly onAnother: () => void;
}

export function SendStep({ file, checked, options, onAnother }: SendStepProps) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [sending] = useState(() => new Sending(file, checked, options, draw));
  useEffect(() => {
    void sending.go();
    return () => sending.stop();
  }, [sending]);
  const { state, tally, total, undoing } = sending;
  const isUndoing = undoing?.isBusy === true;
  const isBusy = state === 'sending' || state === 'stopping' || isUndoing;
  useLeaveQuestion(isBusy, isUndoing ? leaveQuestion : t.leave);
  const { rowName } = checked.ready.source;
  return (
    <>
      {undoing === null ? (
        <Tile title={t[state]}>
          <RowsProgress label={t[state]} done={tally.accounted} total={total} />
          <Counts
            counts={[
              [t.created, tally.created],
              [t.duplicates, tally.duplicates],
              [t.registered, sending.registered],
              [t.rejected, tally.rejected],
              ...(tally.conflicts > 0 ? [[t.conflicts, tally.conflicts] as const] : []),
              ...(tally.voided > 0 ? [[t.voidedRows, tally.voided] as const] : []),
            ]}
          />
          <RunState run={sending} isBusy={isBusy} stoppedNote={t.stoppedNote} onGo={() => void sending.go()}>
            {state === 'done' && (
              <>
                <Link className="button main" to="/tonight">
                  {t.nights}
                </Link>
                <button type="button" onClick={onAnother}>
                  {t.another}
                </button>
              </>
            )}
          </RunState>
        </Tile>
      ) : (
        <UndoProgress undoing={undoing}>
          <button type="button" onClick={onAnother}>
            {t.another}
          </button>
        </UndoProgress>
      )}
      {sending.question !== null && <WarnedRows question={sending.question} rowName={rowName} />}
      {!isBusy && (
        <ResultFile
          name={`${file.name.replace(/\.[^.]+$/, '')}-report.csv`}
          content={() => sending.report}
          note={t.reportNote}
        >
          {sending.created > 0 && <UndoAction count={sending.created} onUndo={(reason) => void sending.undo(reason)} />}
        </ResultFile>
      )}
      {tally.problems.length > 0 && (
        <Tile title={t.faults}>
          <Groups groups={tally.problems} rowName={rowName} textOf={({ problem }) => faultText(problem)} />
        </Tile>
      )}
      <Conflicts conflicts={conflictsOf(tally.conflicting)} rowName={rowName} />
      {tally.warned > 0 && (
        <Tile title={t.warnings}>
          <WarningGroups groups={tally.warnings} rowName={rowName} />
        </Tile>
      )}
    </>
  );
}

function WarnedRows({ question, rowName }: { readonly question: Question; readonly rowName: RowName }) {
  const counter = new WarningCounter();
  for (const row of question.warned) counter.add(row);
  return (
    <div role="alert">
      <Tile title={t.asked} note={t.askedNote}>
        <WarningGroups groups={counter.groups} rowName={rowName} />
        <div className="actions">
          <button type="button" onClick={() => question.answer(false)}>
            {t.leaveThem}
          </button>
          <button type="button" className="main" onClick={() => question.answer(true)}>
            {t.sendThem}
          </button>
        </div>
      </Tile>
    </div>
  );
}
