import type { ReactNode } from 'react';
import { texts } from '../language.ts';
import { Tile } from './Page.tsx';
import { saveFile } from './SharedPicture.tsx';

const t = texts('console.parts.result_file');

interface ResultFileProps {
  readonly name: string;
  /** The content, a CSV file. */
  readonly content: () => string;
  readonly note: string;
  /** Further buttons. */
  readonly children: ReactNode;
}

export function ResultFile({ name, content, note, children }: ResultFileProps) {
  return (
    <Tile title={t('title')} note={note}>
      <div className="actions">
        <button type="button" onClick={() => saveFile(new Blob([content()], { type: 'text/csv' }), name)}>
          {t('download')}
        </button>
        {children}
      </div>
    </Tile>
  );
}
