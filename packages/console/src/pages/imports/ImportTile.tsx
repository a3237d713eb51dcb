import type { Api } from '@bandeja/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { Counts } from '../../parts/Figures.tsx';
import { Tile } from '../../parts/Page.tsx';
import { isUnfinished } from '../../parts/TaskProgress.tsx';
import { CloseImport } from './CloseImport.tsx';
import { ImportUndo } from './ImportUndo.tsx';

const t = texts('console.imports.import_tile');

interface ImportTileProps {
  readonly shown: Api.Import;
  /** Default: its label. */
  readonly title?: string;
  /** What leads on from here. */
  readonly children?: ReactNode;
}

/** An import: what became of its rows, and its undo. */
export function ImportTile({ shown, title = shown.label, children }: ImportTileProps) {
  const { rows, players_registered, created_at } = shown;
  return (
    <Tile title={title} note={`${formatMoment(created_at)} · ${t(stateOf(shown))}`}>
      <Counts
        counts={[
          [t('created'), rows.created],
          [t('duplicate'), rows.duplicate],
          [t('conflict'), rows.conflict],
          [t('rejected'), rows.rejected + rows.held],
          ...(rows.voided > 0 ? [[t('voided'), rows.voided] as const] : []),
          ...(players_registered > 0 ? [[t('registered'), players_registered] as const] : []),
        ]}
      />
      {children}
      <ImportUndo shown={shown} />
    </Tile>
  );
}

/** An undone import is closed, too, but that is not what people want to know. */
function stateOf({ state, undo }: Api.Import): 'open' | 'closed' | 'undoing' | 'undone' | 'undone_partly' {
  if (undo === null) return state;
  if (isUnfinished(undo)) return 'undoing';
  if (undo.state !== 'done') return 'undone_partly';
  return (undo.result as Api.ImportUndoResult).changed > 0 ? 'undone_partly' : 'undone';
}

/** How an open import goes on, or ends. */
export const OpenActions = ({ shown: { id, label } }: Pick<ImportTileProps, 'shown'>) => (
  <>
    <Link className="button" to="/import/{-$id}" params={{ id }}>
      {t('go_on')}
    </Link>
    <CloseImport id={id} label={label} />
  </>
);
