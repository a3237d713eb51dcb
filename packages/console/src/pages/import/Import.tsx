import { kindOf, readReport } from '@bandeja/importer';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { texts } from '../../language.ts';
import { Loaded, Placeholder } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { CloseImport } from '../imports/CloseImport.tsx';
import { ImportTile } from '../imports/ImportTile.tsx';
import { useStoredImport } from '../imports/stored-import.ts';
import { FileStep } from './FileStep.tsx';
import { sourceOf } from './local-file.ts';
import { openFirst } from './opening.ts';
import { FileProblem, LOCAL, nextId } from './parts.tsx';
import { type Step, Steps, steps } from './Steps.tsx';

const t = texts('console.import.page');
const stepTexts = texts('console.import.steps');

/** A file in the browser. The same name may be chosen again, with another number. */
interface Chosen {
  readonly file: File;
  readonly number: number;
}

export function Import() {
  const { id } = useParams({ from: '/import/{-$id}' });
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [step, show] = useState<Step>('file');
  const hasChosen = useRef(false);
  const content = useRef<HTMLElement>(null);
  // The button that was pressed is gone: the keyboard goes on where the new step begins.
  const setStep = (next: Step) => {
    show(next);
    content.current?.focus();
    window.scrollTo(0, 0);
  };
  const opened = useQuery({
    queryKey: ['import', chosen?.number],
    queryFn: async () => (chosen === null ? null : await openFirst(chosen.file)),
    ...LOCAL,
  });
  const stored = useStoredImport(id ?? null);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const kind = kindOf(file.name);
    const isKnown = kind !== null;
    // The next step says why a file cannot be read.
    const report = kind === '.csv' ? await readReport(sourceOf(file)).catch(() => null) : null;
    if (report?.kind === 'import') {
      await navigate({ to: '/imports/$id', params: { id: report.id } });
      return;
    }
    hasChosen.current ||= isKnown;
    setWrong(isKnown ? null : t('wrong_kind', { name: file.name }));
    setChosen(isKnown ? { file, number: nextId() } : null);
    setStep(isKnown ? 'columns' : 'file');
  };
  const leave = () => {
    setChosen(null);
    setStep('file');
    void navigate({ to: '/import/{-$id}', params: { id: undefined } });
  };
  // While a file is left, the address still has its import.
  if (chosen === null && !hasChosen.current && stored.data?.state === 'closed')
    return <Navigate to="/imports/$id" params={{ id: stored.data.id }} replace />;
  const expected = stored.data?.content_hash ?? null;
  const isOther = chosen !== null && step !== 'send' && expected !== null && isOtherFile(opened.data, expected);
  return (
    <Page
      title={t('title')}
      subtitle={chosen?.file.name ?? stored.data?.label ?? t('subtitle')}
      actions={
        (chosen !== null || id !== undefined) &&
        step !== 'send' && (
          <button type="button" onClick={leave}>
            {t('other')}
          </button>
        )
      }
    >
      <ol className="steps" aria-label={t('steps')}>
        {steps.map((name) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            <span>{stepTexts(name)}</span>
          </li>
        ))}
      </ol>
      <section ref={content} className="step" tabIndex={-1} aria-label={stepTexts(step)}>
        {chosen === null || isOther ? (
          <>
            {id !== undefined && (
              <Loaded query={stored} rows={4}>
                {(found) =>
                  found !== null && (
                    <ImportTile shown={found}>
                      <p>{t('go_on')}</p>
                      <div className="actions">
                        <CloseImport id={found.id} label={found.label} />
                      </div>
                    </ImportTile>
                  )
                }
              </Loaded>
            )}
            {(id === undefined || stored.data?.state === 'open') && (
              <FileStep
                wrong={isOther ? t('other_file', { label: stored.data?.label ?? '' }) : wrong}
                onChoose={(file) => void choose(file)}
              />
            )}
            {id === undefined && <Link to="/imports">{t('all')}</Link>}
          </>
        ) : opened.error !== null ? (
          <FileProblem error={opened.error} />
        ) : opened.data == null ? (
          <Placeholder rows={8} />
        ) : (
          <Steps
            key={chosen.number}
            file={chosen.file}
            opened={opened.data}
            step={step}
            onStep={setStep}
            onAnother={leave}
            onClosed={() => void navigate({ to: '/import/{-$id}', params: { id: undefined }, replace: true })}
            onOpened={(to) =>
              void navigate({ to: '/import/{-$id}', params: { id: to }, replace: true, ignoreBlocker: true })
            }
          />
        )}
      </section>
    </Page>
  );
}

/** Whether this is not the file of the import in the address. */
const isOtherFile = (opened: Awaited<ReturnType<typeof openFirst>> | null | undefined, hash: string): boolean =>
  opened != null && opened.importing.file.sha256 !== hash;
