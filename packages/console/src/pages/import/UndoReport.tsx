import { createdBy } from '@bandeja/importer/created-rows';
import type { ImportedRow, Report } from '@bandeja/importer/reports';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { LOCAL } from './parts.tsx';
import { UndoAction, UndoProgress, useLeaveQuestion } from './Undo.tsx';
import { Undoing } from './undoing.ts';

const t = texts({
  title: [
    'Result file of an import',
    'Archivo de resultados de una importación',
    'Ficheiro de resultados de uma importação',
  ],
  stored: [
    'This import stored {n} {n|match|matches}.',
    'Esta importación guardó {n} {n|partido|partidos}.',
    'Esta importação guardou {n} {n|encontro|encontros}.',
  ],
  none: [
    'This import stored no matches, so there is nothing to undo.',
    'Esta importación no guardó partidos: no hay nada que deshacer.',
    'Esta importação não guardou encontros: não há nada a desfazer.',
  ],
  merge: ['Result file of a merge', 'Archivo de resultados de una fusión', 'Ficheiro de resultados de uma fusão'],
  mergeNote: [
    'The merge of {from} into {into}. “bandeja import undo {file}” undoes it.',
    'La fusión de {from} con {into}. Se deshace con «bandeja import undo {file}».',
    'A junção de {from} a {into}. Desfaz-se com «bandeja import undo {file}».',
  ],
  another: ['Choose another file', 'Elegir otro archivo', 'Escolher outro ficheiro'],
});

interface UndoReportProps {
  readonly report: Report;
  readonly fileName: string;
  /** Of the file. */
  readonly number: number;
  readonly onAnother: () => void;
}

/** The result file of an earlier import, which undoes it. */
export function UndoReport({ report, fileName, number, onAnother }: UndoReportProps) {
  const another = (
    <button type="button" onClick={onAnother}>
      {t.another}
    </button>
  );
  return report.kind === 'import' ? (
    <UndoImport rows={report.rows} number={number}>
      {another}
    </UndoImport>
  ) : (
    <Tile title={t.merge}>
      <p>{fill(t.mergeNote, { from: report.from, into: report.into, file: fileName })}</p>
      <div className="actions">{another}</div>
    </Tile>
  );
}

interface UndoImportProps {
  readonly rows: readonly ImportedRow[];
  readonly number: number;
  /** A button for afterwards. */
  readonly children: ReactNode;
}

function UndoImport({ rows, number, children }: UndoImportProps) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [undoing, setUndoing] = useState<Undoing | null>(null);
  const created = useQuery({
    queryKey: ['import', number, 'created'],
    queryFn: () => createdBy(bandeja(), rows),
    ...LOCAL,
  });
  useEffect(() => () => undoing?.stop(), [undoing]);
  useLeaveQuestion(undoing?.isBusy === true);
  async function undo(stored: ReadonlyMap<string, string>, reason: string): Promise<void> {
    const matches = [...stored].map(([id, external_ref]) => ({ id, external_ref }));
    const started = new Undoing(bandeja(), matches, draw);
    setUndoing(started);
    await started.go(reason);
  }
  return (
    <Loaded query={created} rows={3}>
      {(stored) => {
        const action = <UndoAction count={stored.size} onUndo={(reason) => void undo(stored, reason)} />;
        if (undoing !== null)
          return (
            <UndoProgress undoing={undoing}>
              {undoing.state !== 'done' && action}
              {children}
            </UndoProgress>
          );
        return (
          <Tile title={t.title}>
            <p>{stored.size === 0 ? t.none : fill(t.stored, { n: stored.size })}</p>
            <div className="actions">
              {stored.size > 0 && action}
              {children}
            </div>
          </Tile>
        );
      }}
    </Loaded>
  );
}
