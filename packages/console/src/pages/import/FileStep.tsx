import { type DragEvent, useState } from 'react';
import { texts } from '../../language.ts';
import { needs, useForbidden } from '../../rights.ts';

const t = texts('console.import.file_step');

interface FileStepProps {
  /** Why the file that was chosen cannot be used; null for none. */
  readonly wrong: string | null;
  readonly onChoose: (file?: File) => void;
}

export function FileStep({ wrong, onChoose }: FileStepProps) {
  const forbidden = useForbidden(needs.writeMatches);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  return (
    <>
      {wrong !== null && (
        <div className="state fault" role="alert">
          <p>{wrong}</p>
        </div>
      )}
      <label
        className={isOver ? 'drop over' : 'drop'}
        onDragOver={over}
        onDragLeave={over}
        onDrop={(event) => {
          over(event);
          if (forbidden === null) onChoose(event.dataTransfer.files[0]);
        }}
      >
        <input
          type="file"
          className="reader"
          accept=".csv,.tsv,.txt,.json,.xlsx,.gz"
          disabled={forbidden !== null}
          onChange={(event) => onChoose(event.target.files?.[0])}
        />
        <strong>{t('drop')}</strong>
        <span className="quiet">{t('kinds')}</span>
        {forbidden !== null && <small className="warn">{forbidden}</small>}
      </label>
      <p className="quiet small">{t('again')}</p>
    </>
  );
}
