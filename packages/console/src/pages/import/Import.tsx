import { kindOf } from '@bandeja/importer/source';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, lazy, Suspense, useRef, useState } from 'react';
import { fill, texts } from '../../language.ts';
import { formatClock } from '../../numbers.ts';
import { Loaded, Placeholder } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { needs, useForbidden } from '../../rights.ts';
import type { Checked, SendChoices } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import type { Decisions } from './decisions.ts';
import { type Kept, keep, readKept } from './kept.ts';
import { bytesOf } from './local-file.ts';
import { FileProblem, LOCAL, nextId } from './parts.tsx';
import { type Choices, NO_CHOICES, openChosen, type Read, readReportOf } from './reading.ts';

// What reads a file loads with the page, and what sends it with the step that needs it.
const PlayersStep = lazy(async () => ({ default: (await import('./PlayersStep.tsx')).PlayersStep }));
const CheckStep = lazy(async () => ({ default: (await import('./CheckStep.tsx')).CheckStep }));
const UndoReport = lazy(async () => ({ default: (await import('./UndoReport.tsx')).UndoReport }));
const SendStep = lazy(async () => ({ default: (await import('./SendStep.tsx')).SendStep }));

const t = texts({
  title: ['Import', 'Importar', 'Importar'],
  subtitle: [
    'Results from a spreadsheet or a CSV file',
    'Resultados de una hoja de cálculo o un archivo CSV',
    'Resultados de uma folha de cálculo ou de um ficheiro CSV',
  ],
  steps: ['Steps', 'Pasos', 'Passos'],
  file: ['File', 'Archivo', 'Ficheiro'],
  columns: ['Columns', 'Columnas', 'Colunas'],
  players: ['Players', 'Jugadores', 'Jogadores'],
  undo: ['Undo', 'Deshacer', 'Desfazer'],
  check: ['Check', 'Comprobar', 'Verificar'],
  send: ['Send', 'Enviar', 'Enviar'],
  drop: [
    'Drop a file here, or choose one',
    'Suelta un archivo aquí o elige uno',
    'Largue um ficheiro aqui ou escolha um',
  ],
  kinds: [
    'CSV, .xlsx or JSON, as your club has it: the columns are recognized by their headers. Nothing is sent before you confirm.',
    'CSV, .xlsx o JSON, tal como lo tiene tu club: las columnas se reconocen por sus encabezados. No se envía nada hasta que confirmes.',
    'CSV, .xlsx ou JSON, tal como o seu clube o tem: as colunas são reconhecidas pelos cabeçalhos. Nada é enviado antes de confirmar.',
  ],
  wrongKind: [
    '{name} cannot be imported. Choose a .csv, .tsv, .txt, .xlsx or .json file.',
    '{name} no se puede importar. Elige un archivo .csv, .tsv, .txt, .xlsx o .json.',
    '{name} não pode ser importado. Escolha um ficheiro .csv, .tsv, .txt, .xlsx ou .json.',
  ],
  reload: [
    'Stopped or reloaded halfway? Choose the same file again: the import continues, and no match is stored twice. To undo an earlier import, choose its result file.',
    '¿Se interrumpió a medias? Elige otra vez el mismo archivo: la importación sigue y ningún partido se guarda dos veces. Para deshacer una importación anterior, elige su archivo de resultados.',
    'Ficou a meio? Escolha outra vez o mesmo ficheiro: a importação continua e nenhum encontro é guardado duas vezes. Para desfazer uma importação anterior, escolha o seu ficheiro de resultados.',
  ],
  other: ['Choose another file', 'Elegir otro archivo', 'Escolher outro ficheiro'],
  sent: [
    'You sent this file at {time}. Your choices are restored. At the end you can undo the import; no match is stored twice.',
    'Enviaste este archivo a las {time}. Se han recuperado tus elecciones. Al final puedes deshacer la importación; ningún partido se guarda dos veces.',
    'Enviou este ficheiro às {time}. As suas escolhas foram repostas. No fim pode desfazer a importação; nenhum encontro é guardado duas vezes.',
  ],
  kept: [
    'You started sending this file at {time}. Your choices are restored. Continue: no match is stored twice.',
    'Empezaste a enviar este archivo a las {time}. Se han recuperado tus elecciones. Continúa: ningún partido se guarda dos veces.',
    'Começou a enviar este ficheiro às {time}. As suas escolhas foram repostas. Continue: nenhum encontro é guardado duas vezes.',
  ],
});

const steps = ['file', 'columns', 'players', 'check', 'send'] as const;
type Step = (typeof steps)[number];

/** A file in the browser. The same name may be chosen again, with another number. */
interface Chosen {
  readonly file: File;
  readonly number: number;
  readonly kept: Kept | null;
}

export function Import() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [step, show] = useState<Step>('file');
  const content = useRef<HTMLElement>(null);
  // The button that was pressed is gone: the keyboard goes on where the new step begins.
  const setStep = (next: Step) => {
    show(next);
    content.current?.focus();
    window.scrollTo(0, 0);
  };
  const report = useQuery({
    queryKey: ['import', chosen?.number, 'report'],
    queryFn: () => readReportOf(chosen?.file),
    ...LOCAL,
  });
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    const isKnown = kindOf(file.name) !== null;
    setWrong(isKnown ? null : file.name);
    setChosen(isKnown ? { file, number: nextId(), kept: readKept(file) } : null);
    setStep(isKnown ? 'columns' : 'file');
  };
  const leave = () => {
    setChosen(null);
    setStep('file');
  };
  return (
    <Page
      title={t.title}
      subtitle={chosen === null ? t.subtitle : chosen.file.name}
      actions={
        chosen !== null &&
        !report.data &&
        step !== 'send' && (
          <button type="button" onClick={leave}>
            {t.other}
          </button>
        )
      }
    >
      {!report.data && (
        <ol className="steps" aria-label={t.steps}>
          {steps.map((name) => (
            <li key={name} aria-current={name === step ? 'step' : undefined}>
              <span>{t[name]}</span>
            </li>
          ))}
        </ol>
      )}
      <section ref={content} className="step" tabIndex={-1} aria-label={report.data ? t.undo : t[step]}>
        {chosen === null ? (
          <FileStep wrong={wrong} onChoose={choose} />
        ) : report.error !== null && report.data === undefined ? (
          <FileProblem error={report.error} />
        ) : report.data === undefined ? (
          <Placeholder rows={8} />
        ) : report.data !== null ? (
          <Suspense fallback={<Placeholder rows={3} />}>
            <UndoReport key={chosen.number} report={report.data} number={chosen.number} onAnother={leave} />
          </Suspense>
        ) : (
          <FileSteps key={chosen.number} {...chosen} step={step} onStep={setStep} onAnother={leave} />
        )}
      </section>
    </Page>
  );
}

function FileStep({ wrong, onChoose }: { readonly wrong: string | null; readonly onChoose: (file?: File) => void }) {
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
          <p>{fill(t.wrongKind, { name: wrong })}</p>
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
        <strong>{t.drop}</strong>
        <span className="quiet">{t.kinds}</span>
        {forbidden !== null && <small className="warn">{forbidden}</small>}
      </label>
      <p className="quiet small">{t.reload}</p>
    </>
  );
}

interface FileStepsProps extends Chosen {
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  readonly onAnother: () => void;
}

function FileSteps({ file, number, kept, step, onStep, onAnother }: FileStepsProps) {
  const [choices, setChoices] = useState<Choices>(kept?.choices ?? NO_CHOICES);
  const [read, setRead] = useState<Read | null>(null);
  const [decisions, setDecisions] = useState<Decisions>(kept?.decisions ?? {});
  const canRegister = useForbidden(needs.writePlayers) === null;
  const [wantsRegistration, setRegisters] = useState(kept?.registers ?? true);
  const registers = canRegister && wantsRegistration;
  const [sending, setSending] = useState<{ readonly checked: Checked; readonly options: SendChoices } | null>(null);
  const kind = kindOf(file.name);
  const opened = useQuery({
    queryKey: ['import', number, 'sheet', choices.sheet, choices.encoding],
    queryFn: () => openChosen(bytesOf(file), kind ?? '.csv', choices),
    ...LOCAL,
  });
  if (opened.error !== null) return <FileProblem error={opened.error} />;
  const source = read?.source ?? null;
  const { hasNames = true, idKind = null } = read ?? {};
  const players = { hasNames, idKind, registers, decisions };
  return (
    <>
      {kept !== null && step !== 'send' && (
        <p className="warn" role="status">
          {fill(kept.isDone ? t.sent : t.kept, { time: formatClock(kept.at) })}
        </p>
      )}
      <Loaded query={opened} rows={8}>
        {(columns) => (
          <Suspense fallback={<Placeholder rows={8} />}>
            {step === 'columns' && (
              <ColumnsStep
                file={columns}
                number={number}
                choices={choices}
                onChange={setChoices}
                onDone={(done) => {
                  setRead(done);
                  onStep('players');
                }}
              />
            )}
            {step === 'players' && source !== null && (
              <PlayersStep
                source={source}
                rules={players}
                onRegister={setRegisters}
                onDecide={setDecisions}
                onBack={() => onStep('columns')}
                onDone={(shown) => {
                  setDecisions(shown);
                  onStep('check');
                }}
              />
            )}
            {step === 'check' && source !== null && (
              <CheckStep
                source={source}
                rules={players}
                initial={{
                  isStrict: kept?.isStrict ?? false,
                  replaceVoided: kept?.replaceVoided ?? false,
                  leftOut:
                    kept?.choices.sheet === choices.sheet && kept.choices.encoding === choices.encoding
                      ? kept.leftOut
                      : [],
                }}
                onBack={() => onStep('players')}
                onSend={(checked, options) => {
                  keep(file, {
                    choices,
                    decisions,
                    registers: wantsRegistration,
                    ...options,
                    at: Date.now(),
                    isDone: false,
                  });
                  setSending({ checked, options });
                  onStep('send');
                }}
              />
            )}
            {step === 'send' && sending !== null && <SendStep file={file} {...sending} onAnother={onAnother} />}
          </Suspense>
        )}
      </Loaded>
    </>
  );
}
