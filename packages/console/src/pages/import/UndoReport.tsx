import { createdBy } from '@bandeja/importer/created-rows';
import type { MergeReport } from '@bandeja/importer/merge/report';
import type { ImportedRow, Report } from '@bandeja/importer/reports';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { useLeaveQuestion } from '../../parts/RunState.tsx';
import { Amending } from '../merge/Amending.tsx';
import type { Work } from '../merge/merging.ts';
import { UndoMerge } from '../merge/UndoMerge.tsx';
import { words } from '../merge/words.ts';
import { LOCAL } from './parts.tsx';
import { leaveQuestion, UndoAction, UndoProgress } from './Undo.tsx';
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
  withoutId: [
    '{n} {n|row has|rows have} no id, so {n|its match is|their matches are} not undone: the file is of a dry run, or has lost its ids.',
    '{n} {n|fila no tiene|filas no tienen} id y no se {n|deshace|deshacen}: el archivo es de una prueba o ha perdido los ids.',
    '{n} {n|linha não tem|linhas não têm} id e não {n|é desfeita|são desfeitas}: o ficheiro é de um ensaio ou perdeu os ids.',
  ],
  merge: ['Result file of a merge', 'Archivo de resultados de una fusión', 'Ficheiro de resultados de uma fusão'],
  mergeNote: [
    'A merge moved {n} {n|match|matches} from {from} to {into}.',
    'Una fusión pasó {n} {n|partido|partidos} de {from} a {into}.',
    'Uma fusão passou {n} {n|encontro|encontros} de {from} para {into}.',
  ],
  another: ['Choose another file', 'Elegir otro archivo', 'Escolher outro ficheiro'],
});

interface UndoReportProps {
  readonly report: Report;
  /** Of the file. */
  readonly number: number;
  readonly onAnother: () => void;
}

/** The result file of an earlier import or merge, which undoes it. */
export function UndoReport({ report, number, onAnother }: UndoReportProps) {
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
    <UndoOfMerge report={report}>{another}</UndoOfMerge>
  );
}

interface UndoOfMergeProps {
  readonly report: MergeReport;
  /** A button for afterwards. */
  readonly children: ReactNode;
}

function UndoOfMerge({ report, children }: UndoOfMergeProps) {
  const { from, into, matches } = report;
  const [undoing, setUndoing] = useState<Work | null>(null);
  if (undoing !== null)
    return (
      <Amending work={undoing} done={words.undone}>
        {() => <div className="actions">{children}</div>}
      </Amending>
    );
  return (
    <Tile title={t.merge}>
      <p>{fill(t.mergeNote, { n: matches.length, from, into })}</p>
      <div className="actions">
        <UndoMerge from={{ display_name: from }} merged={report} onUndo={setUndoing} />
        {children}
      </div>
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
  const withoutId = rows.filter(({ status, id }) => status === 'created' && id === null).length;
  useEffect(() => () => undoing?.stop(), [undoing]);
  useLeaveQuestion(undoing?.isBusy === true, leaveQuestion);
  async function undo(stored: ReadonlyMap<string, string>, reason: string): Promise<void> {
    const started = new Undoing(bandeja(), stored, draw);
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
            {withoutId > 0 && <p className="warn">{fill(t.withoutId, { n: withoutId })}</p>}
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
