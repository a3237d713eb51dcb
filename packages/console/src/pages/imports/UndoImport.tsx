import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Check, Field, textOf } from '../../parts/Field.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { needs, useForbidden } from '../../rights.ts';

const t = texts('console.imports.undo_import');

interface UndoImportProps {
  readonly id: string;
  readonly label: string;
}

/** Shows what undoing an import would void, and starts it. */
export function UndoImport({ id, label }: UndoImportProps) {
  const [includesChanged, setIncludesChanged] = useState(false);
  return (
    <FormAction
      title={t('title', { label })}
      button={t('undo')}
      submit={t('undo')}
      className="danger"
      isDangerous
      forbidden={useForbidden(needs.writeMatches)}
      changes={['imports']}
      onSubmit={(values) =>
        bandeja().imports.undo(id, {
          reason: textOf(values, 'reason') ?? t('default_reason', { label }),
          include_changed: includesChanged,
        })
      }
    >
      <Preview id={id} includesChanged={includesChanged} onInclude={setIncludesChanged} />
      <Field label={t('reason')} name="reason" maxLength={500} />
    </FormAction>
  );
}

interface PreviewProps {
  readonly id: string;
  readonly includesChanged: boolean;
  readonly onInclude: (includes: boolean) => void;
}

function Preview({ id, includesChanged, onInclude }: PreviewProps) {
  const preview = useQuery({
    queryKey: ['imports', id, 'undo'],
    queryFn: ({ signal }) => bandeja().imports.previewUndo(id, {}, { signal }),
    gcTime: 0,
  });
  return (
    <Loaded query={preview} rows={2}>
      {({ to_void, changed }) => (
        <>
          <p>{t('note', { n: to_void + (includesChanged ? changed : 0) })}</p>
          {changed > 0 && (
            <Check
              label={t('changed', { n: changed })}
              checked={includesChanged}
              onChange={(event) => onInclude(event.target.checked)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}
