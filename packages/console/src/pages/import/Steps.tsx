import type { Import } from '@bandeja/importer';
import { useEffect, useReducer, useState } from 'react';
import { texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { needs, useForbidden } from '../../rights.ts';
import { CloseImport } from '../imports/CloseImport.tsx';
import { type Checked, CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { keepChoices, keepsAnswers, type Opened, openAs } from './opening.ts';
import { PlayersStep } from './PlayersStep.tsx';
import { FileProblem } from './parts.tsx';
import { SendStep } from './SendStep.tsx';

const t = texts('console.import.steps');

export const steps = ['file', 'columns', 'players', 'check', 'send'] as const;
export type Step = (typeof steps)[number];

interface StepsProps {
  readonly file: File;
  readonly opened: Opened;
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  readonly onAnother: () => void;
  /** With the id of the import at the service. */
  readonly onOpened: (id: string) => void;
  /** The open import was closed, so that a new one begins. */
  readonly onClosed: () => void;
}

/** The steps of a file that is open. */
export function Steps({ file, opened, step, onStep, onAnother, onOpened, onClosed }: StepsProps) {
  const [earlier, setEarlier] = useState(opened.earlier);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [importing, setImporting] = useState<Import>(opened.importing);
  const [error, setError] = useState<unknown>(null);
  const [players, setPlayers] = useState(opened.players);
  const [checked, setChecked] = useState<Checked | null>(null);
  const canRegister = useForbidden(needs.writePlayers) === null;
  const registers = canRegister && players.registers;
  const { decisions, kind } = players;
  const kept = kind === null ? null : { kind, registers, decisions };
  useEffect(() => {
    if (step !== 'columns') keepChoices(importing, players);
  }, [importing, players, step]);
  if (error !== null) return <FileProblem error={error} />;
  return (
    <>
      {earlier !== null && step !== 'send' && (
        <div className="state" role="status">
          <p>
            {keepsAnswers(earlier)
              ? t('kept', {
                  time: formatMoment(earlier.created_at),
                  warned: earlier.options.on_warning === 'store' ? 'store' : 'other',
                })
              : t('foreign', { time: formatMoment(earlier.created_at) })}
          </p>
          <CloseImport
            id={earlier.id}
            label={earlier.label}
            button={t('close_and_begin')}
            note={t('close_and_begin_note')}
            onDone={() => {
              setEarlier(null);
              onClosed();
              onStep('columns');
            }}
          />
        </div>
      )}
      {opened.like !== null && step === 'columns' && <p role="status">{t('like', { name: opened.like })}</p>}
      {step === 'columns' && (
        <ColumnsStep
          importing={importing}
          isFixed={earlier !== null && keepsAnswers(earlier)}
          players={players}
          onAnswer={(answers) => {
            importing.answer(answers);
            draw();
          }}
          onPlayers={(one) => setPlayers({ ...players, kind: one })}
          onReopen={(as) => void openAs(file, { ...as, answers: importing.answers }).then(setImporting, setError)}
          onDone={() => onStep('players')}
        />
      )}
      {step === 'players' && kept !== null && (
        <PlayersStep
          importing={importing}
          players={kept}
          onChange={(changes) => setPlayers({ ...players, ...changes })}
          onBack={() => onStep('columns')}
          onDone={() => onStep('check')}
        />
      )}
      {step === 'check' && kept !== null && (
        <CheckStep
          importing={importing}
          players={kept}
          options={earlier?.options ?? null}
          onBack={() => onStep('players')}
          onSend={(found) => {
            setChecked(found);
            onStep('send');
          }}
        />
      )}
      {step === 'send' && kept !== null && checked !== null && (
        <SendStep importing={importing} players={kept} checked={checked} onOpened={onOpened} onAnother={onAnother} />
      )}
    </>
  );
}
