/** Registering the players of a file: it is read as `bandeja players register-batch` reads it. */
import { useId, useState } from 'react';
import { texts, withTexts } from '../../language.ts';
import { Action, Form } from '../../parts/Action.tsx';
import { Check } from '../../parts/Field.tsx';
import { Counts } from '../../parts/Figures.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { OtherPlayers } from '../import/OtherPlayers.tsx';
import type { CheckedFile, Registered } from './register-file.ts';

const t = texts('console.players.register_file');

/** The reader of files loads with the first file. */
const loadReader = () => withTexts(import('./register-file.ts'));

export function RegisterFile({ roster }: { readonly roster?: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [registered, setRegistered] = useState<Registered | null>(null);
  const close = () => {
    setOpen(false);
    setChecked(null);
    setRegistered(null);
  };
  return (
    <>
      <Action forbidden={useForbidden(needs.writePlayers)} onClick={() => setOpen(true)}>
        {t('open')}
      </Action>
      {isOpen && (
        <Sheet title={t('open')} onClose={close}>
          {registered !== null ? (
            <Done registered={registered} onDone={close} />
          ) : checked !== null ? (
            <CheckedStep checked={checked} onCancel={close} onRegistered={setRegistered} />
          ) : (
            <FileStep roster={roster ?? null} onCancel={close} onChecked={setChecked} />
          )}
        </Sheet>
      )}
    </>
  );
}

interface FileStepProps {
  readonly roster: string | null;
  readonly onCancel: () => void;
  readonly onChecked: (checked: CheckedFile) => void;
}

function FileStep({ roster, onCancel, onChecked }: FileStepProps) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [pasted, setPasted] = useState('');
  return (
    <Form
      submit={t('check')}
      onCancel={onCancel}
      changes={[]}
      onSubmit={async (values) => {
        const { checkFile } = await loadReader();
        return checkFile(file ?? new File([pasted], 'pasted.csv'), { isPublic: values.has('public'), roster });
      }}
      onDone={onChecked}
    >
      <div className="field">
        <label htmlFor={`${id}-file`}>{t('file')}</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          required={pasted.trim() === ''}
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </div>
      <div className="field">
        <label htmlFor={id}>{t('paste')}</label>
        <textarea
          id={id}
          rows={6}
          value={pasted}
          disabled={file !== null}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setPasted(event.target.value)}
        />
        <small id={`${id}-hint`} className="quiet">
          {t('hint')}
        </small>
      </div>
      <Check label={t('public')} name="public" />
    </Form>
  );
}

interface CheckedStepProps {
  readonly checked: CheckedFile;
  readonly onCancel: () => void;
  readonly onRegistered: (registered: Registered) => void;
}

function CheckedStep({ checked, onCancel, onRegistered }: CheckedStepProps) {
  const { fresh, known, others, refused } = checked;
  const [areMeant, setMeant] = useState(false);
  const n = fresh.length + known.length + (areMeant ? others.length : 0);
  return (
    <Form
      submit={t('send', { n })}
      onCancel={onCancel}
      isReady={n > 0}
      changes={['rosters', 'leaderboard', 'players']}
      onSubmit={async () => (await loadReader()).registerChecked(checked, areMeant)}
      onDone={onRegistered}
    >
      <Counts
        counts={[
          [t('fresh'), fresh.length],
          [t('known'), known.length],
          [t('refused'), refused.length + (areMeant ? 0 : others.length)],
        ]}
      />
      {known.length > 0 && <p className="quiet small">{t('unchanged')}</p>}
      <OtherPlayers
        players={new Map(others.map(({ username, name }) => [username, name]))}
        unconfirmed={others.length}
        areMeant={areMeant}
        onMeant={setMeant}
      />
      <RefusedList refused={refused} />
      {n === 0 && <p className="quiet small">{t('nothing')}</p>}
    </Form>
  );
}

function RefusedList({ refused }: { readonly refused: CheckedFile['refused'] }) {
  if (refused.length === 0) return null;
  return (
    <details open>
      <summary>{t('refused')}</summary>
      <ul className="names-list">
        {refused.map(({ index, username, reason }) => (
          <li key={index}>{t('reason', { username, reason })}</li>
        ))}
      </ul>
    </details>
  );
}

function Done({ registered, onDone }: { readonly registered: Registered; readonly onDone: () => void }) {
  const { created, refused } = registered;
  return (
    <>
      <Counts
        counts={[
          [t('registered'), created],
          [t('refused'), refused.length],
        ]}
      />
      <RefusedList refused={refused} />
      <div className="actions end">
        <button type="button" className="main" onClick={onDone}>
          {t('done')}
        </button>
      </div>
    </>
  );
}
