import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { isUnfinished, TaskProgress } from '../../parts/TaskProgress.tsx';
import { UndoImport } from './UndoImport.tsx';

const t = texts('console.imports.import_undo');

/** The undo of an import, which the service does: its progress, what it left, and the button. */
export function ImportUndo({ shown: { id, label, rows, undo } }: { readonly shown: Api.Import }) {
  const result = undo?.state === 'done' ? (undo.result as Api.ImportUndoResult) : null;
  return (
    <>
      {undo !== null && <TaskProgress task={undo} title={t('undoing')} query="imports" />}
      {result !== null && (
        <p role="status">{t('undone', { voided: result.voided + result.already_voided, changed: result.changed })}</p>
      )}
      {result?.changed === 0 && <p>{t('next')}</p>}
      {rows.created > 0 && !isUnfinished(undo) && (result === null || result.changed > 0) && (
        <div className="actions">
          <UndoImport id={id} label={label} />
        </div>
      )}
    </>
  );
}
