import type { Import, KeptPlayers } from '@bandeja/importer';
import { Link } from '@tanstack/react-router';
import { useEffect, useReducer, useState } from 'react';
import { texts } from '../../language.ts';
import { Counts } from '../../parts/Figures.tsx';
import { Tile } from '../../parts/Page.tsx';
import { ResultFile } from '../../parts/ResultFile.tsx';
import { RunState, useLeaveQuestion } from '../../parts/RunState.tsx';
import { ImportUndo } from '../imports/ImportUndo.tsx';
import { useStoredImport } from '../imports/stored-import.ts';
import type { Checked } from './CheckStep.tsx';
import { fileFaultText } from './messages.ts';
import { RowsProgress, rowsText } from './parts.tsx';
import { LeftOut, WarningGroups } from './ReportTiles.tsx';
import { type HeldRows, Sending } from './sending.ts';

const t = texts('console.import.send_step');
const importTexts = texts('console.imports.imports');

interface SendStepProps {
  readonly importing: Import;
  readonly players: KeptPlayers;
  readonly checked: Checked;
  readonly onOpened: (id: string) => void;
  readonly onAnother: () => void;
}

export function SendStep({ importing, players, checked, onOpened, onAnother }: SendStepProps) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [sending] = useState(() => new Sending({ importing, players, checked, onChange: draw, onOpened }));
  useEffect(() => {
    void sending.go();
    return () => sending.stop();
  }, [sending]);
  const { state, report, total, registered, held, id } = sending;
  const { counts } = report;
  const isBusy = state === 'sending' || state === 'stopping';
  useLeaveQuestion(isBusy, t('leave'));
  const { name, rowName } = importing.file;
  const fault = fileFaultText(sending.error);
  return (
    <>
      <Tile title={t(state)}>
        <RowsProgress label={t(state)} done={report.results.length} total={total} />
        <Counts
          counts={[
            [t('created'), counts.created],
            [t('duplicates'), counts.duplicate],
            [t('registered'), registered],
            [t('rejected'), counts.rejected],
            ...(counts.conflict > 0 ? [[t('conflicts'), counts.conflict] as const] : []),
            ...(counts.voided > 0 ? [[t('voided_rows'), counts.voided] as const] : []),
          ]}
        />
        <RunState
          run={sending}
          isBusy={isBusy}
          stoppedNote={t('stopped_note')}
          onGo={() => void sending.go()}
          fault={
            fault === null ? undefined : (
              <p className="state fault" role="alert">
                {fault}
              </p>
            )
          }
        >
          {state === 'done' && (
            <>
              <Link className="button main" to="/tonight">
                {t('nights')}
              </Link>
              {id !== null && (
                <Link className="button" to="/imports/$id" params={{ id }}>
                  {importTexts('rows')}
                </Link>
              )}
              <button type="button" onClick={onAnother}>
                {t('another')}
              </button>
            </>
          )}
        </RunState>
      </Tile>
      {held !== null && <Held held={held} rowName={rowName} />}
      {!isBusy && (
        <ResultFile
          name={`${name.replace(/\.[^.]+$/, '')}-report.csv`}
          content={() => sending.text}
          note={t('report_note')}
        >
          {null}
        </ResultFile>
      )}
      {!isBusy && id !== null && counts.created > 0 && <Undo id={id} />}
      <LeftOut report={report} rowName={rowName} isBefore={false} />
      {report.warned.length > 0 && (
        <Tile title={t('warnings')} note={rowsText(report.warned.length)}>
          <WarningGroups groups={report.cautions} rowName={rowName} />
        </Tile>
      )}
    </>
  );
}

function Undo({ id }: { readonly id: string }) {
  const { data } = useStoredImport(id);
  if (data == null) return null;
  return (
    <Tile title={t('mistake')}>
      <ImportUndo shown={data} />
    </Tile>
  );
}

interface HeldProps {
  readonly held: HeldRows;
  readonly rowName: Parameters<typeof WarningGroups>[0]['rowName'];
}

const Held = ({ held, rowName }: HeldProps) => (
  <div role="alert">
    <Tile title={t('asked')}>
      <WarningGroups groups={held.report.cautions} rowName={rowName} />
      <div className="actions">
        <button type="button" onClick={() => held.answer(false)}>
          {t('leave_them')}
        </button>
        <button type="button" className="main" onClick={() => held.answer(true)}>
          {t('send_them')}
        </button>
      </div>
    </Tile>
  </div>
);
