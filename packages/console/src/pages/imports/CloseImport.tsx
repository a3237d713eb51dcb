import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { needs, useForbidden } from '../../rights.ts';

const t = texts('console.imports.close_import');

interface CloseImportProps {
  readonly id: string;
  readonly label: string;
  /** The button. Default: Close. */
  readonly button?: string;
  /** What else happens then. */
  readonly note?: string;
  readonly onDone?: () => void;
}

/** Closes an open import, after a question. */
export function CloseImport({ id, label, button = t('close'), note, onDone = () => {} }: CloseImportProps) {
  return (
    <FormAction
      title={t('title', { label })}
      button={button}
      submit={button}
      forbidden={useForbidden(needs.writeMatches)}
      changes={['imports']}
      onSubmit={() => bandeja().imports.close(id)}
      onDone={onDone}
    >
      <p>{t('note')}</p>
      {note !== undefined && <p>{note}</p>}
    </FormAction>
  );
}
